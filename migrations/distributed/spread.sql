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
select create_distributed_table('moves', 'game_id', colocate_with => 'games');
select create_distributed_table('packed_logs', 'game_id', colocate_with => 'games');
select create_distributed_table('signals', 'game_id', colocate_with => 'games');
select create_distributed_table('analyses', 'game_id', colocate_with => 'games');
select create_distributed_table('bot_turns', 'game_id', colocate_with => 'games');
select create_distributed_table('stream_positions', 'game_id', colocate_with => 'games');
select create_distributed_table('webhook_outbox', 'game_id', colocate_with => 'games');

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

-- Every server has all of the rest: whatever is joined with games is where the
-- games are.
select create_reference_table(name) from unnest(array[
    '_sqlx_migrations', 'admin_log', 'attempts', 'board_counts', 'challenges', 'daily_keys', 'invitations',
    'players', 'results', 'schema_compatibility', 'signing_keys', 'standings',
    'stream_end', 'tlog_checkpoints', 'tlog_cosignatures', 'tlog_entries', 'tlog_nodes', 'webhook_deliveries',
    'webhooks', 'write_probe'
]) as name;

-- Stores moves of games of one shard, as the batch of one server does
-- (crates/store/src/moves/statements.rs): in one transaction, on the server that has
-- the shard. What is not stored by one of several conditions is left out.
create or replace function append_moves(
    shard uuid,
    game_ids uuid[], versions integer[], seqs integer[], seat_numbers integer[], texts text[], times bigint[],
    hashes bytea[], keys bytea[], requests bytea[], hashes_before bytea[], next_seats bigint[],
    player_tokens bytea[],
    ended uuid[], end_times bigint[], outcomes text[], seat_ends text,
    time_in_tests bigint,
    announcements text[],
    waiting uuid[], waiting_after integer[], settled uuid[], settled_after integer[],
    event_players uuid[], event_games uuid[], event_names text[], event_seqs integer[]
) returns setof uuid language plpgsql as $$
declare
    moment bigint;
    known_tokens bytea[] := '{}';
    game uuid;
    stored uuid[] := '{}';
    hook uuid;
begin
    -- What follows sees what was committed until the locks were there.
    perform 1 from games where id = any(game_ids) order by id for no key update;
    moment := coalesce(time_in_tests, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
    if array_remove(player_tokens, null) <> '{}' then
        known_tokens := array(select token from players where token = any(player_tokens));
    end if;
    -- Each statement names the games of the shard: only so is it one task there.
    for game in
        insert into moves (game_id, seq, seat, move, at, h, key, request, to_act)
        select games.id, appended.seq, appended.seat, appended.move, appended.at, appended.h, appended.key, appended.request, appended.to_act
        from games join unnest(
            game_ids, versions, seqs, seat_numbers, texts, times, hashes, keys, requests, hashes_before, next_seats,
            player_tokens
        ) as appended (game_id, version, seq, seat, move, at, h, key, request, before, to_act, player_token)
            on appended.game_id = games.id
        where games.id = any(game_ids) and games.version = appended.version
            and games.finished_at is null and games.cancelled_at is null and games.packed = 0
            and (games.ends_at is null or appended.at < games.ends_at and moment < games.ends_at)
            and appended.before is not distinct from (
                select h from moves
                where moves.game_id = games.id and moves.game_id = any(game_ids)
                order by moves.seq desc limit 1
            )
            and (appended.player_token is null or appended.player_token = any(known_tokens))
        on conflict do nothing
        returning game_id
    loop
        stored := stored || game;
        return next game;
    end loop;
    if stored = '{}' then
        return;
    end if;
    if ended <> '{}' then
        update games set version = version + 1, finished_at = ends.at, result = ends.outcome
        from unnest(ended, end_times, outcomes) as ends (game_id, at, outcome)
        where id = ends.game_id and id = any(stored);
        update seats set ended = 1, counts_from = (counted ->> 0)::bigint, kind = counted ->> 1,
            players = (counted ->> 2)::int, won = (counted ->> 3)::int, medal = counted ->> 4,
            enemies = (counted ->> 5)::int, moves = (counted ->> 6)::int
        from (
            select (value ->> 0)::uuid as game_id, (value -> 1 ->> 0)::int as seat, value -> 1 -> 1 as counted
            from json_array_elements(seat_ends::json)
        ) as ends
        where seats.game_id = ends.game_id and seats.seat = ends.seat and seats.game_id = any(stored);
    end if;
    if waiting <> '{}' then
        insert into bot_turns (game_id, seq)
        select games.id, turns.seq
        from games join unnest(waiting, waiting_after) as turns (game_id, seq) on turns.game_id = games.id
        where games.id = any(stored)
        on conflict (game_id) do update set seq = excluded.seq;
    end if;
    if settled <> '{}' then
        delete from bot_turns using unnest(settled, settled_after) as turns (game_id, seq)
        where bot_turns.game_id = turns.game_id and bot_turns.seq <= turns.seq and bot_turns.game_id = any(stored);
    end if;
    if event_players <> '{}' then
        for hook in
            insert into webhook_outbox (webhook_id, game_id, event, seq)
            select distinct webhooks.id, games.id, events.event, events.seq
            from games join unnest(event_players, event_games, event_names, event_seqs)
                    as events (player, game_id, event, seq) on events.game_id = games.id
                join webhooks on webhooks.player = events.player
            where games.id = any(stored) and webhooks.events like '%' || events.event || '%'
            order by 1, 2
            on conflict (webhook_id, game_id)
                do update set event = excluded.event, seq = excluded.seq, pending = 1
            returning webhook_id
        loop
            perform pg_notify('regicide', '{"webhook":"' || hook || '"}');
        end loop;
    end if;
    perform pg_notify('regicide', text) from unnest(announcements) as text;
end
$$;
select create_distributed_function(
    'append_moves(uuid, uuid[], integer[], integer[], integer[], text[], bigint[], bytea[], bytea[], bytea[], bytea[],
        bigint[], bytea[], uuid[], bigint[], text[], text, bigint, text[], uuid[], integer[], uuid[], integer[],
        uuid[], uuid[], text[], integer[])',
    distribution_arg_name => 'shard', colocate_with => 'games'
);

-- The coordinator's own copy of the rows that were spread. It is seen by nobody,
-- but triggers would still refuse to have it emptied.
set local session_replication_role = replica;
select truncate_local_data_after_distributing_table(logicalrelid) from pg_dist_partition;
set local session_replication_role = origin;
