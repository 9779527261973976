-- Expands. Web Push, a third form of webhooks, and the key that identifies the service to push
-- services. A program without this migration reports webhooks of this form as inconsistent rows and
-- sends nothing to them; none was released.

-- A check cannot be altered, so the table is made again.
create table webhooks_with_push (
    id blob primary key,
    -- The nil UUID for the operator's.
    player blob not null,
    url text not null,
    -- The names of the events, separated by commas.
    events text not null,
    form text not null check (form in ('standard', 'discord', 'web_push')),
    -- The tag of the language of sentences.
    language text not null,
    -- Signs deliveries. It is kept plainly, as it has to sign.
    secret blob not null check (length(secret) = 32),
    status text not null check (status in ('active', 'paused', 'failed', 'gone')),
    created_at integer not null,
    -- The last day whose daily challenge was sent.
    told_day integer not null,
    -- The operator's: up to where the stream of public games was sent.
    position integer not null default 0,
    -- The consecutive failures of its receiver, and the time of the first.
    failures integer not null default 0,
    failing_since integer,
    -- The next time at which an instance looks at it, also because the one that
    -- delivers has been cut off. Null while only changes are waited for.
    due_at integer,
    -- The instance that delivers, until then.
    claim blob,
    -- The game of a webhook for one game.
    game_id blob,
    -- The user or role that messages for Discord mention: `user:` or `role:` with a number.
    mention text check (length(mention) between 22 and 25),
    -- The keys of the browser's subscription, `p256dh` and `auth`, in base64url with a dot in between.
    push_keys text check (length(push_keys) = 110)
) strict;

insert into webhooks_with_push (id, player, url, events, form, language, secret, status, created_at, told_day,
    position, failures, failing_since, due_at, claim, game_id, mention)
select id, player, url, events, form, language, secret, status, created_at, told_day,
    position, failures, failing_since, due_at, claim, game_id, mention from webhooks;
drop table webhooks;
alter table webhooks_with_push rename to webhooks;

create index webhooks_player on webhooks (player, id);
create index webhooks_due on webhooks (due_at) where due_at is not null;
create index webhooks_game on webhooks (game_id) where game_id is not null;

-- The key that identifies the service to push services, common to all instances. Subscriptions are
-- bound to it.
create table vapid_keys (
    number integer primary key check (number = 1),
    secret blob not null check (length(secret) = 32)
) strict;
