-- Expands: a log is either rows of moves or a packed log.
alter table games add column packed integer not null default 0 check (packed in (0, 1));

-- Packed logs (docs/spec/packed.md), of games whose column packed is 1.
create table packed_logs (
    game_id blob primary key not null,
    moves integer not null check (moves between 0 and 20000),
    h blob not null check (length(h) = 32),
    last_at integer,
    log blob not null
) strict;

create trigger packed_logs_not_updated before update on packed_logs
begin
    select raise(abort, 'rows of packed_logs are never changed or deleted');
end;

create trigger packed_logs_not_deleted before delete on packed_logs
begin
    select raise(abort, 'rows of packed_logs are never changed or deleted');
end;

create trigger packed_logs_not_replaced before insert on packed_logs
when exists (select 1 from packed_logs where game_id = new.game_id)
begin
    select raise(abort, 'rows of packed_logs are never changed or deleted');
end;

create trigger games_stay_packed before update of packed on games
when old.packed = 1
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;
