-- Expands: a log is either rows of moves or a packed log.
set local lock_timeout = '1s';

-- Not a flag: for a domain with a check, Postgres would rewrite the table.
alter table games add column packed smallint not null default 0;
alter table games add constraint games_packed_check check (packed in (0, 1)) not valid;

-- Packed logs (docs/spec/packed.md), of games whose column packed is 1.
create table packed_logs (
    game_id uuid primary key,
    moves integer not null check (moves between 0 and 20000),
    h hash not null,
    last_at bigint,
    log bytea not null
);

-- Compression makes hashes longer.
alter table packed_logs alter column log set storage external;

create trigger packed_logs_append_only before update or delete on packed_logs
for each row execute function refuse_change();

create trigger packed_logs_never_emptied before truncate on packed_logs
for each statement execute function refuse_change();

create trigger games_stay_packed before update of packed on games
for each row when (old.packed = 1)
execute function refuse_change();
