-- Contracts: a log's rows of moves may go once it is packed. A program that does not read
-- packed logs would find a game without moves.
set local lock_timeout = '200ms';

-- Before anything else, so that nobody waits for one table while this waits for the other.
lock table games in share row exclusive mode;
lock table moves in access exclusive mode;

update schema_compatibility set least_known_migration = 2;

-- Games whose log may be packed, once they have ended.
create index if not exists games_unpacked on games (id) where packed = 0;

drop trigger moves_append_only on moves;

create trigger moves_never_changed before update on moves
for each row execute function refuse_change();

-- Rows go only all at once, and if the packed log has as many moves and the same last hash.
create function refuse_loss_of_moves() returns trigger language plpgsql as $$
begin
    if exists (
        select 1
        from (
            select distinct on (game_id) game_id, seq as last, h, count(*) over (partition by game_id) as moves
            from deleted order by game_id, seq desc
        ) as log
        left join packed_logs as packed on packed.game_id = log.game_id
        where packed.moves is distinct from log.moves or packed.moves is distinct from log.last
            or packed.h is distinct from log.h
    ) then
        raise exception 'rows of moves are never deleted before their log is packed';
    end if;
    return null;
end
$$;

create trigger moves_deleted_if_packed after delete on moves
referencing old table as deleted
for each statement execute function refuse_loss_of_moves();

-- A game that is marked has its packed log alone.
create function refuse_two_logs() returns trigger language plpgsql as $$
begin
    if exists (select 1 from moves where game_id = new.id)
        or not exists (select 1 from packed_logs where game_id = new.id) then
        raise exception 'games have either rows of moves or a packed log';
    end if;
    return new;
end
$$;

create trigger games_packed_have_one_log before update of packed on games
for each row when (new.packed = 1 and old.packed = 0)
execute function refuse_two_logs();
