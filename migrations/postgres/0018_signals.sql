-- Signals of players, which are not in the log: they are no part of the hash
-- chain. There is no foreign key, as the log has none.
create table signals (
    game_id uuid not null,
    -- Its place among the game's signals.
    number integer not null check (number between 1 and 1000),
    seat smallint not null check (seat between 0 and 3),
    -- The number of moves made before it.
    seq integer not null check (seq between 1 and 20000),
    signal text not null,
    at bigint not null,
    primary key (game_id, number)
);

-- A seat says the same once at a place of the log.
create unique index signals_said on signals (game_id, seq, seat, signal);

create trigger signals_append_only before update or delete on signals
for each row execute function refuse_change();

create trigger signals_never_emptied before truncate on signals
for each statement execute function refuse_change();
