-- Events that are still to be sent to webhooks: the statement that stores an event
-- adds a row for each webhook that wants it. `webhook_games` and `webhooks.since`
-- are no longer used; a contracting release drops them.
create table webhook_outbox (
    webhook_id blob not null,
    game_id blob not null,
    -- The last event of the game. An invitation may be one to a rematch.
    event text not null check (event in ('invitation', 'turn', 'game_over')),
    -- The number of moves at the event.
    seq integer not null,
    -- A delivered invitation stays, so that a game sends only one.
    pending integer not null default 1 check (pending in (0, 1)),
    primary key (webhook_id, game_id)
) strict;

-- Webhooks whose notifications were lost.
create index webhook_outbox_pending on webhook_outbox (webhook_id, game_id) where pending = 1;
