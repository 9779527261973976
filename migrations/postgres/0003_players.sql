-- People who come back. They have no address and no password: a token is all.
create table players (
    id uuid primary key,
    -- Null once the player is deleted.
    name text,
    -- The hash of the player's token.
    token bytea unique check (length(token) = 32),
    created_at bigint not null,
    deleted_at bigint,
    -- Nothing of a deleted player is left but that there was one.
    check ((deleted_at is null) = (name is not null and token is not null))
);

-- Who sits there, if it is a player, and a copy of the hash of that player's
-- token, so a move needs no read of the player, and the version of the game's
-- row changes with the token.
alter table seats
    add column player uuid,
    add column player_token bytea check (length(player_token) = 32),
    add check (open = 0 or player is null),
    add check ((player is null) = (player_token is null));

-- The games of a player.
create index seats_player on seats (player, game_id) where player is not null;

create trigger players_never_deleted before delete on players
for each row execute function refuse_change();

create trigger players_never_emptied before truncate on players
for each statement execute function refuse_change();

-- A deleted player does not come back.
create trigger players_keep_end before update on players
for each row when (old.deleted_at is not null)
execute function refuse_change();
