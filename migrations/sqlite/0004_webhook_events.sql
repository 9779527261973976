-- Expands. Events that are still to be sent to webhooks, in place of `webhook_outbox`: a game that
-- begins is also the turn of a seat, so a game has several. A program without this migration
-- delivers the events that it stores itself, from its own table, which a later migration drops. It
-- does not know the new names of events; none was released.
create table webhook_events (
    webhook_id blob not null,
    -- For results, the id of the challenge.
    game_id blob not null,
    -- An invitation may be one to a rematch.
    event text not null check (event in ('invitation', 'turn', 'game_begun', 'game_over', 'results')),
    -- The number of moves at the event.
    seq integer not null,
    -- A delivered invitation stays, so that a game sends only one.
    pending integer not null default 1 check (pending in (0, 1)),
    primary key (webhook_id, game_id, event)
) strict;

insert into webhook_events (webhook_id, game_id, event, seq, pending)
select webhook_id, game_id, event, seq, pending from webhook_outbox;

-- Webhooks whose notifications were lost.
create index webhook_events_pending on webhook_events (webhook_id, game_id) where pending = 1;

-- The game of a webhook for one game.
alter table webhooks add column game_id blob;
-- The user or role that messages for Discord mention: `user:` or `role:` with a number.
alter table webhooks add column mention text check (length(mention) between 22 and 25);

create index webhooks_game on webhooks (game_id) where game_id is not null;

-- 1 once the results of the challenge are among the events.
alter table challenges add column results_sent integer not null default 0 check (results_sent in (0, 1));

create index challenges_results_unsent on challenges (ends_at, id) where results_sent = 0;
