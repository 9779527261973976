-- People who come back. They have no address and no password: a token is all.
create table players (
    id blob primary key,
    -- Null once the player is deleted.
    name text,
    -- The hash of the player's token.
    token blob unique check (length(token) = 32),
    created_at integer not null,
    deleted_at integer,
    -- Nothing of a deleted player is left but that there was one.
    check ((deleted_at is null) = (name is not null and token is not null))
) strict;

-- Who sits there, if it is a player, and a copy of the hash of that player's
-- token, so a move needs no read of the player, and the version of the game's
-- row changes with the token.
alter table seats add column player blob check (open = 0 or player is null);
alter table seats add column player_token blob
    check (length(player_token) = 32 and (player is null) = (player_token is null));

-- The games of a player.
create index seats_player on seats (player, game_id) where player is not null;

create trigger players_never_deleted before delete on players
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;

-- A deleted player does not come back.
create trigger players_keep_end before update on players
when old.deleted_at is not null
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;
