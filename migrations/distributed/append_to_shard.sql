-- Stores moves in the tables of a shard, with the statement of one server and with
-- plans that are kept as there. The lock is shared, as the statements of Citus take it: the
-- shard does not move meanwhile. Once it has moved, its tables here take no more rows.
create or replace function append_moves_$shard(
    uuid[], integer[], integer[], integer[], text[], bigint[], bytea[], bytea[], bytea[], bytea[], bigint[],
    bytea[], uuid[], bigint[], text[], text, bigint, text[], uuid[], integer[], uuid[], integer[], uuid[], uuid[],
    text[], integer[]
) returns setof uuid language plpgsql
$settings
as $body$
#variable_conflict use_column
declare
    stored_move record;
begin
    perform lock_shard_metadata(5, array[$shard]);
    if not exists (
        select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = $shard
    ) then
        raise serialization_failure using message = 'shard $shard has moved to another server';
    end if;
    for stored_move in $statement loop
        return next stored_move.game_id;
    end loop;
end
$body$
