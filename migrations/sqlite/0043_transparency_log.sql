-- The transparency log (docs/spec/log.md): an entry for each finished game and
-- each challenge. It is made by whoever looks next, under the lock of
-- `stream_end`: so nothing that is committed late is left out, and storing a
-- move does not know of it.
alter table games add column tlog_position integer;

create index games_waiting_for_tlog on games (finished_at, id)
where finished_at is not null and origin <> 'import' and tlog_position is null;

-- An entry stays the game's.
create trigger games_keep_tlog_position before update of tlog_position on games
when old.tlog_position is not null
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

alter table challenges add column tlog_position integer;

create index challenges_waiting_for_tlog on challenges (id) where tlog_position is null;

create trigger challenges_keep_tlog_position before update of tlog_position on challenges
when old.tlog_position is not null
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

create table tlog_entries (
    -- Its index, from 0 without gaps.
    position integer primary key check (position >= 0),
    kind text not null check (kind in ('game', 'commitment')),
    hash blob not null check (length(hash) = 32),
    -- Of a game: the hash of who played. It is kept here, since a player can be
    -- deleted. Null where the entry was taken from a copy of the log.
    players blob check (length(players) = 32),
    -- When it was added.
    at integer not null
) strict;

create trigger tlog_entries_not_updated before update on tlog_entries
begin
    select raise(abort, 'rows of tlog_entries are never changed or deleted');
end;

create trigger tlog_entries_not_deleted before delete on tlog_entries
begin
    select raise(abort, 'rows of tlog_entries are never changed or deleted');
end;

create trigger tlog_entries_not_replaced before insert on tlog_entries
when exists (select 1 from tlog_entries where position = new.position)
begin
    select raise(abort, 'rows of tlog_entries are never changed or deleted');
end;

-- The hash of each complete tile: those of level 1 are of 256 entries each, those
-- of the next level of 256 of these.
create table tlog_nodes (
    level integer not null check (level between 1 and 7),
    number integer not null check (number >= 0),
    hash blob not null check (length(hash) = 32),
    primary key (level, number)
) strict;

create trigger tlog_nodes_not_updated before update on tlog_nodes
begin
    select raise(abort, 'rows of tlog_nodes are never changed or deleted');
end;

create trigger tlog_nodes_not_deleted before delete on tlog_nodes
begin
    select raise(abort, 'rows of tlog_nodes are never changed or deleted');
end;

create trigger tlog_nodes_not_replaced before insert on tlog_nodes
when exists (select 1 from tlog_nodes where level = new.level and number = new.number)
begin
    select raise(abort, 'rows of tlog_nodes are never changed or deleted');
end;

-- What was signed, and must never be contradicted.
create table tlog_checkpoints (
    size integer primary key check (size >= 0),
    -- The signed note, without cosignatures.
    note text not null,
    at integer not null
) strict;

create trigger tlog_checkpoints_not_updated before update on tlog_checkpoints
begin
    select raise(abort, 'rows of tlog_checkpoints are never changed or deleted');
end;

create trigger tlog_checkpoints_not_deleted before delete on tlog_checkpoints
begin
    select raise(abort, 'rows of tlog_checkpoints are never changed or deleted');
end;

create trigger tlog_checkpoints_not_replaced before insert on tlog_checkpoints
when exists (select 1 from tlog_checkpoints where size = new.size)
begin
    select raise(abort, 'rows of tlog_checkpoints are never changed or deleted');
end;

-- The signatures of witnesses on checkpoints.
create table tlog_cosignatures (
    size integer not null,
    -- The name of the witness's key.
    witness text not null,
    -- The line of the note.
    line text not null,
    at integer not null,
    primary key (size, witness)
) strict;
