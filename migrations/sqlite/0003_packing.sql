-- Contracts: a log's rows of moves may go once it is packed. A program that does not read
-- packed logs would find a game without moves.
update schema_compatibility set least_known_migration = 2;

-- Games whose log may be packed, once they have ended.
create index games_unpacked on games (id) where packed = 0;

drop trigger moves_not_deleted;

-- Rows go only if the packed log has as many moves and the same last hash.
create trigger moves_deleted_if_packed before delete on moves
when not exists (
    select 1 from packed_logs as packed
    where packed.game_id = old.game_id
        and (old.seq < packed.moves or old.seq = packed.moves and old.h = packed.h)
)
begin
    select raise(abort, 'rows of moves are never deleted before their log is packed');
end;

create trigger packed_logs_of_whole_logs before insert on packed_logs
when (select count(*) from moves where game_id = new.game_id) not in (0, new.moves)
begin
    select raise(abort, 'rows of moves are never deleted before their log is packed');
end;

-- A game that is marked has its packed log alone.
create trigger games_packed_have_one_log before update of packed on games
when new.packed = 1 and old.packed = 0 and (
    exists (select 1 from moves where game_id = new.id)
    or not exists (select 1 from packed_logs where game_id = new.id)
)
begin
    select raise(abort, 'games have either rows of moves or a packed log');
end;
