-- Expands: seats change hands while a game runs. During an upgrade, a program without this migration
-- takes a running game with an open seat for one that waits, until the seat is taken.
set local lock_timeout = '200ms';

-- Seconds that the seat to act has for its move before others may act on its seat; null without a limit.
alter table games add column turn_limit integer;
alter table games
    add constraint games_turn_limit_check check (turn_limit between 60 and 1209600) not valid;
-- The time of the last change of a seat since all seats were first taken, which included. Null in a game
-- whose seats were all taken at its creation and have not changed.
alter table games add column seated_at bigint;

-- The former holders of seats that have changed hands.
create table former_players (
    game_id uuid not null,
    -- The version of the game that the change led to: it orders the changes.
    version integer not null,
    seat seat_number not null,
    -- The number of the last entry of the log before the change.
    until integer not null check (until between 0 and 20000),
    -- One of the three, or none of a deleted player.
    player uuid,
    bot bot_level,
    -- Of a seat that was taken without a player, the hash of its token and the name.
    token hash,
    name text,
    -- As in seats: the finished game in the counts of the player.
    counts_from bigint,
    kind text,
    players smallint,
    won flag,
    medal medal,
    enemies smallint,
    moves integer,
    primary key (game_id, version, seat)
);

create index former_players_player on former_players (player, game_id) where player is not null;

create index former_players_counted on former_players
    (player, kind, players, counts_from, won, medal, enemies, moves)
where player is not null and counts_from is not null;

create trigger former_players_never_deleted before delete on former_players
for each row execute function refuse_change();

create trigger former_players_never_emptied before truncate on former_players
for each statement execute function refuse_change();

create trigger former_players_keep_identity before update of game_id, version, seat, until, bot on former_players
for each row execute function refuse_change();

-- A game that has begun does not begin again when a seat changes hands.
create or replace function begin_in_stream() returns trigger language plpgsql as $$
begin
    update stream_positions set position = null
    where game_id = new.game_id
        and (select sum(open) from seats where game_id = new.game_id) = new.open
        and not exists (select 1 from former_players where game_id = new.game_id);
    return null;
end
$$;
