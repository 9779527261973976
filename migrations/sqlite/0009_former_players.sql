-- Expands: seats change hands while a game runs. During an upgrade, a program without this migration
-- takes a running game with an open seat for one that waits, until the seat is taken.

-- Seconds that the seat to act has for its move before others may act on its seat; null without a limit.
alter table games add column turn_limit integer check (turn_limit between 60 and 1209600);
-- The time of the last change of a seat since all seats were first taken, which included. Null in a game
-- whose seats were all taken at its creation and have not changed.
alter table games add column seated_at integer;

-- The former holders of seats that have changed hands.
create table former_players (
    game_id blob not null,
    -- The version of the game that the change led to: it orders the changes.
    version integer not null,
    seat integer not null check (seat between 0 and 3),
    -- The number of the last entry of the log before the change.
    until integer not null check (until between 0 and 20000),
    -- One of the three, or none of a deleted player.
    player blob,
    bot text check (bot in ('novice', 'steady', 'strong')),
    -- Of a seat that was taken without a player, the hash of its token and the name.
    token blob check (length(token) = 32),
    name text,
    -- As in seats: the finished game in the counts of the player.
    counts_from integer,
    kind text,
    players integer,
    won integer check (won in (0, 1)),
    medal text check (medal in ('gold', 'silver', 'bronze')),
    enemies integer,
    moves integer,
    primary key (game_id, version, seat)
) strict;

create index former_players_player on former_players (player, game_id) where player is not null;

create index former_players_counted on former_players
    (player, kind, players, counts_from, won, medal, enemies, moves)
where player is not null and counts_from is not null;

create trigger former_players_never_deleted before delete on former_players
begin
    select raise(abort, 'rows of former_players are never changed or deleted');
end;

create trigger former_players_not_replaced before insert on former_players
when exists (
    select 1 from former_players
    where game_id = new.game_id and version = new.version and seat = new.seat
)
begin
    select raise(abort, 'rows of former_players are never changed or deleted');
end;

create trigger former_players_keep_identity before update of game_id, version, seat, until, bot on former_players
begin
    select raise(abort, 'rows of former_players are never changed or deleted');
end;

-- A game that has begun does not begin again when a seat changes hands.
drop trigger seats_begin_in_stream;
create trigger seats_begin_in_stream after update of open on seats
when old.open <> new.open
begin
    update stream_positions set position = null
    where game_id = new.game_id
        and (select sum(open) from seats where game_id = new.game_id) = new.open
        and not exists (select 1 from former_players where game_id = new.game_id);
end;
