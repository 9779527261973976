-- Where players are told outside the page of what happens in their games, and the
-- operator of public games.
create table webhooks (
    id uuid primary key,
    -- The nil UUID for the operator's.
    player uuid not null,
    url text not null,
    -- The names of what is told, separated by commas.
    events text not null,
    form text not null check (form in ('standard', 'discord')),
    -- The tag of the language of sentences.
    language text not null,
    -- What deliveries are signed with. It is kept plainly, as it has to sign.
    secret bytea not null check (length(secret) = 32),
    status text not null check (status in ('active', 'paused', 'failed', 'gone')),
    created_at bigint not null,
    -- Games that ended before are not told of.
    since bigint not null,
    -- The last day whose daily challenge it was told of.
    told_day integer not null,
    -- The operator's: up to where it was told of the stream of public games.
    position bigint not null default 0,
    -- How often in a row its receiver has failed, and since when.
    failures integer not null default 0,
    failing_since bigint,
    -- When an instance has to look at it next, be it because the one that
    -- delivers has been cut off. Null while only changes are waited for.
    due_at bigint,
    -- The instance that delivers, until then.
    claim uuid
);

create index webhooks_player on webhooks (player, id);
create index webhooks_due on webhooks (due_at) where due_at is not null;

-- What a webhook was told of a game. What is to be told follows from the game.
create table webhook_games (
    webhook_id uuid not null,
    game_id uuid not null,
    -- After how many moves it was the turn that was told.
    turn_seq integer,
    invited integer not null default 0 check (invited in (0, 1)),
    ended integer not null default 0 check (ended in (0, 1)),
    -- The game has left the index of a player's games in play.
    counted integer not null default 0 check (counted in (0, 1)),
    primary key (webhook_id, game_id)
);

-- Games that have ended, and are still to be told of.
create index webhook_games_counted on webhook_games (webhook_id, game_id) where counted = 1 and ended = 0;

-- The last messages of each webhook.
create table webhook_deliveries (
    id uuid primary key,
    webhook_id uuid not null,
    event text not null,
    body text not null,
    status text not null check (status in ('pending', 'delivered', 'failed', 'outdated')),
    created_at bigint not null,
    attempts integer not null default 0,
    last_attempt_at bigint,
    response_status integer,
    error text
);

create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);

-- The seats that are held for a player.
create index seats_invited_player on seats (invited_player, invited_until, game_id)
    where invited_player is not null;
