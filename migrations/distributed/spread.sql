-- Spreads the tables over the servers of a Citus cluster, with the rows that
-- they have. It runs once, in one transaction, on the coordinator; also for a
-- database that was restored on one server from a dump of a spread one.

-- What belongs to one game is stored together, on the server that the hash of
-- the game's id gives.

-- A unique index of a distributed table has to have the distribution column.
-- Positions are given under a lock that every server has, so each is given once
-- all the same (crates/store/src/games/stream.rs).
alter table games drop constraint if exists games_export_position_key;
create index if not exists games_export_position on games (export_position) where export_position is not null;
drop index stream_positions_given;
create index stream_positions_given on stream_positions (position) where position is not null;

-- A trigger of a distributed table gets no table of new rows. It is made again
-- once the games are spread (enter_stream.sql).
drop trigger games_enter_stream on games;
create or replace function enter_stream() returns trigger language plpgsql as $$
begin
    insert into stream_positions (game_id) values (new.id);
    return null;
end
$$;

-- Nor does a trigger of a distributed table get one of deleted rows. This one checks each row.
drop trigger moves_deleted_if_packed on moves;
create or replace function refuse_loss_of_moves() returns trigger language plpgsql as $$
begin
    if not exists (
        select 1 from packed_logs as packed
        where packed.game_id = old.game_id
            and (old.seq < packed.moves or old.seq = packed.moves and old.h = packed.h)
    ) then
        raise exception 'rows of moves are never deleted before their log is packed';
    end if;
    return old;
end
$$;
create trigger moves_deleted_if_packed before delete on moves
for each row execute function refuse_loss_of_moves();

-- A packed log has as many moves as the table.
create or replace function refuse_part_of_log() returns trigger language plpgsql as $$
begin
    if (select count(*) from moves where game_id = new.game_id) not in (0, new.moves) then
        raise exception 'rows of moves are never deleted before their log is packed';
    end if;
    return new;
end
$$;
create or replace trigger packed_logs_of_whole_logs before insert on packed_logs
for each row execute function refuse_part_of_log();

select create_distributed_table('games', 'id', colocate_with => 'none', shard_count => $shards);
select create_distributed_table('seats', 'game_id', colocate_with => 'games');
select create_distributed_table('former_players', 'game_id', colocate_with => 'games');
select create_distributed_table('moves', 'game_id', colocate_with => 'games');
select create_distributed_table('packed_logs', 'game_id', colocate_with => 'games');
select create_distributed_table('signals', 'game_id', colocate_with => 'games');
select create_distributed_table('analyses', 'game_id', colocate_with => 'games');
select create_distributed_table('bot_turns', 'game_id', colocate_with => 'games');
select create_distributed_table('stream_positions', 'game_id', colocate_with => 'games');
select create_distributed_table('webhook_events', 'game_id', colocate_with => 'games');

-- Each is read and written by its key alone.
select create_distributed_table('idempotency', 'key', colocate_with => 'none', shard_count => $shards);

-- What is locked to change a player (crates/store/src/players/lock.rs).
create table if not exists player_locks (player uuid primary key, token bytea);
do $$
begin
    execute format('alter table player_locks owner to %I',
        (select tableowner from pg_tables where schemaname = current_schema() and tablename = 'players'));
end
$$;
truncate player_locks;
insert into player_locks (player, token) select id, token from players;
select create_distributed_table('player_locks', 'player', colocate_with => 'none', shard_count => $shards);

-- Read and written by their player, under the player's lock.
select create_distributed_table('notes', 'player', colocate_with => 'player_locks');

-- Every server has all of the rest: whatever is joined with games is where the
-- games are.
select create_reference_table(name) from unnest(array[
    '_sqlx_migrations', 'admin_log', 'attempts', 'board_counts', 'challenges', 'daily_keys', 'invitations',
    'log_checkpoints', 'log_cosignatures', 'log_entries', 'log_nodes', 'players', 'results',
    'schema_compatibility', 'signing_keys', 'standings',
    'stream_end', 'tlog_checkpoints', 'tlog_cosignatures', 'tlog_entries', 'tlog_nodes', 'vapid_keys',
    'webhook_deliveries', 'webhooks', 'write_probe'
]) as name;

-- Stores moves of games of one shard, on its server: the function of the shard
-- (append_to_shard.sql) writes to the tables of the shard. A statement on the distributed tables
-- would be planned by Citus at each call.
create or replace function append_moves(
    game_ids uuid[], versions integer[], seqs integer[], seats integer[], moves text[], times bigint[],
    hashes bytea[], keys bytea[], requests bytea[], hashes_before bytea[], next_seats bigint[],
    player_tokens bytea[],
    ended uuid[], end_times bigint[], outcomes text[], seat_ends text,
    time_in_tests bigint,
    announcements text[],
    waiting uuid[], waiting_after integer[], settled uuid[], settled_after integer[],
    event_players uuid[], event_games uuid[], event_names text[], event_seqs integer[],
    shard uuid
) returns setof uuid language plpgsql as $$
begin
    return query execute format(
        'select append_moves_%s($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
            $19, $20, $21, $22, $23, $24, $25, $26)',
        get_shard_id_for_distribution_column('games', shard)
    ) using game_ids, versions, seqs, seats, moves, times, hashes, keys, requests, hashes_before, next_seats,
        player_tokens, ended, end_times, outcomes, seat_ends, time_in_tests, announcements, waiting,
        waiting_after, settled, settled_after, event_players, event_games, event_names, event_seqs;
end
$$;
select create_distributed_function(
    'append_moves'::regproc::oid::regprocedure, distribution_arg_name => 'shard', colocate_with => 'games'
);

-- The coordinator's own copy of the rows that were spread. It is seen by nobody,
-- but triggers would still refuse to have it emptied.
set local session_replication_role = replica;
select truncate_local_data_after_distributing_table(logicalrelid) from pg_dist_partition;
set local session_replication_role = origin;
