-- Expands: a signal may be given before the first move. A program without this migration reports a
-- game with one of the new signals as inconsistent; none was released. A check of SQLite changes with its table
-- alone.
create table signals_from_start (
    game_id blob not null,
    -- Its place among the game's signals.
    number integer not null check (number between 1 and 1000),
    seat integer not null check (seat between 0 and 3),
    -- The number of moves made before it.
    seq integer not null check (seq between 0 and 20000),
    signal text not null,
    at integer not null,
    primary key (game_id, number)
) strict;

insert into signals_from_start (game_id, number, seat, seq, signal, at)
select game_id, number, seat, seq, signal, at from signals;

drop table signals;
alter table signals_from_start rename to signals;

-- A seat gives a signal once at a place of the log.
create unique index signals_said on signals (game_id, seq, seat, signal);

create trigger signals_not_updated before update on signals
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;

create trigger signals_not_deleted before delete on signals
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;

create trigger signals_not_replaced before insert on signals
when exists (
    select 1 from signals
    where game_id = new.game_id
        and (number = new.number or seq = new.seq and seat = new.seat and signal = new.signal)
)
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;
