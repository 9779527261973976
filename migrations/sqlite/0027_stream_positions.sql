-- The position of each public game in the stream of public games. It is given
-- by the first reader after the game was created, has begun or is over, under
-- the lock of `stream_end`: so a change that began earlier and is committed
-- later gets a later position, and no reader misses it. Attempts at challenges
-- are in no stream.
create table stream_positions (
    game_id blob primary key,
    -- Null while the last change waits for a reader.
    position integer
) strict;

create unique index stream_positions_given on stream_positions (position) where position is not null;

create index stream_positions_waiting on stream_positions (game_id) where position is null;

-- The last position that was given. None is given twice.
create table stream_end (
    id integer primary key check (id = 1),
    position integer not null
) strict;

insert into stream_end (id, position) values (1, 0);

-- What has not ended may change.
insert into stream_positions (game_id)
select id from games
where visibility = 'public' and challenge is null and finished_at is null and cancelled_at is null;

create trigger games_enter_stream after insert on games
when new.visibility = 'public' and new.challenge is null
begin
    insert into stream_positions (game_id) values (new.id);
end;

create trigger games_end_in_stream after update of finished_at, cancelled_at on games
when new.visibility = 'public' and new.challenge is null
begin
    update stream_positions set position = null where game_id = new.id;
end;

-- A game begins with its last open seat, and waits again if one is freed then.
create trigger seats_begin_in_stream after update of open on seats
when old.open <> new.open
begin
    update stream_positions set position = null
    where game_id = new.game_id
        and (select sum(open) from seats where game_id = new.game_id) = new.open;
end;
