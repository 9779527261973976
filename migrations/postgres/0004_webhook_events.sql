-- Contracts: more events for webhooks, of which a game has several for a webhook. A program that
-- replaces a game's event by the next one would not find its key.
update schema_compatibility set least_known_migration = 4;

-- A game that begins is also the turn of a seat.
alter table webhook_outbox drop constraint webhook_outbox_pkey;
alter table webhook_outbox add primary key (webhook_id, game_id, event);

-- For results, `game_id` is the id of the challenge.
alter table webhook_outbox drop constraint webhook_outbox_event_check;
alter table webhook_outbox add constraint webhook_outbox_event_check
    check (event in ('invitation', 'turn', 'game_begun', 'game_over', 'results'));

-- The game of a webhook for one game.
alter table webhooks add column game_id uuid;
-- The user or role that messages for Discord mention: `user:` or `role:` with a number.
alter table webhooks add column mention text check (length(mention) between 22 and 25);

create index webhooks_game on webhooks (game_id) where game_id is not null;

-- 1 once the results of the challenge are in the outbox.
alter table challenges add column results_sent smallint not null default 0 check (results_sent in (0, 1));

create index challenges_results_unsent on challenges (ends_at, id) where results_sent = 0;
