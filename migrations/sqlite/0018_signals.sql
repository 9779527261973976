-- Signals of players, which are not in the log: they are no part of the hash
-- chain. There is no foreign key, as the log has none.
create table signals (
    game_id blob not null,
    -- Its place among the game's signals.
    number integer not null check (number between 1 and 1000),
    seat integer not null check (seat between 0 and 3),
    -- The number of moves made before it.
    seq integer not null check (seq between 1 and 20000),
    signal text not null,
    at integer not null,
    primary key (game_id, number)
) strict;

-- A seat says the same once at a place of the log.
create unique index signals_said on signals (game_id, seq, seat, signal);

create trigger signals_not_updated before update on signals
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;

create trigger signals_not_deleted before delete on signals
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;

-- "insert or replace" deletes what is in its way without asking the triggers
-- above.
create trigger signals_not_replaced before insert on signals
when exists (
    select 1 from signals
    where game_id = new.game_id
        and (number = new.number or seq = new.seq and seat = new.seat and signal = new.signal)
)
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;
