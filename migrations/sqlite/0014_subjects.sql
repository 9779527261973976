-- Expands: the transparency log whose entries name their subjects (docs/spec/log.md L1.2). Older
-- programs go on with the log without subjects, which has another origin.

-- The index of the entry; null until it has one.
alter table games add column log_position integer;
alter table challenges add column log_position integer;

create index if not exists games_waiting_for_log on games (finished_at, id)
where finished_at is not null and origin <> 'import' and log_position is null;
create index if not exists challenges_waiting_for_log on challenges (id) where log_position is null;

create trigger games_keep_log_position before update of log_position on games
when old.log_position is not null
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

create trigger challenges_keep_log_position before update of log_position on challenges
when old.log_position is not null
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

-- The transparency log (docs/spec/log.md): an entry for each finished game and each
-- challenge. Readers make them, under the lock of `stream_end`: so nothing that is
-- committed late is left out, and storing a move costs nothing more.
create table log_entries (
    -- Its index, from 0 without gaps.
    position integer primary key check (position >= 0),
    kind text not null check (kind in ('game', 'commitment')),
    -- The hash of the game or challenge: each has one entry.
    subject blob not null unique check (length(subject) = 32),
    hash blob not null check (length(hash) = 32),
    -- Of a game: the hash of its players. It is kept here, since a player can be
    -- deleted. Null where the entry was taken from a copy of the log.
    players blob check (length(players) = 32),
    -- 1 if a copy of the log had the entry, and this database has lost its game or challenge.
    lost integer not null check (lost in (0, 1)),
    -- The time at which it was added.
    at integer not null
) strict;

create trigger log_entries_not_updated before update on log_entries
begin
    select raise(abort, 'rows of log_entries are never changed or deleted');
end;

create trigger log_entries_not_deleted before delete on log_entries
begin
    select raise(abort, 'rows of log_entries are never changed or deleted');
end;

create trigger log_entries_not_replaced before insert on log_entries
when exists (select 1 from log_entries where position = new.position or subject = new.subject)
begin
    select raise(abort, 'rows of log_entries are never changed or deleted');
end;

-- The hash of each complete tile: those of level 1 are of 256 entries each, those
-- of the next level of 256 of these.
create table log_nodes (
    level integer not null check (level between 1 and 7),
    number integer not null check (number >= 0),
    hash blob not null check (length(hash) = 32),
    primary key (level, number)
) strict;

create trigger log_nodes_not_updated before update on log_nodes
begin
    select raise(abort, 'rows of log_nodes are never changed or deleted');
end;

create trigger log_nodes_not_deleted before delete on log_nodes
begin
    select raise(abort, 'rows of log_nodes are never changed or deleted');
end;

create trigger log_nodes_not_replaced before insert on log_nodes
when exists (select 1 from log_nodes where level = new.level and number = new.number)
begin
    select raise(abort, 'rows of log_nodes are never changed or deleted');
end;

-- The signed checkpoints, which must never be contradicted.
create table log_checkpoints (
    -- From 0 without gaps. A log that does not grow has several of a size.
    number integer primary key check (number >= 0),
    size integer not null check (size >= 0),
    -- The signed note, without cosignatures.
    note text not null,
    at integer not null
) strict;

create trigger log_checkpoints_not_updated before update on log_checkpoints
begin
    select raise(abort, 'rows of log_checkpoints are never changed or deleted');
end;

create trigger log_checkpoints_not_deleted before delete on log_checkpoints
begin
    select raise(abort, 'rows of log_checkpoints are never changed or deleted');
end;

create trigger log_checkpoints_not_replaced before insert on log_checkpoints
when exists (select 1 from log_checkpoints where number = new.number)
begin
    select raise(abort, 'rows of log_checkpoints are never changed or deleted');
end;

create index log_checkpoints_size on log_checkpoints (size, number);

-- The signatures of witnesses on checkpoints.
create table log_cosignatures (
    -- The number of the checkpoint.
    checkpoint integer not null,
    -- The name of the witness's key.
    witness text not null,
    -- The line of the note.
    line text not null,
    at integer not null,
    primary key (checkpoint, witness)
) strict;
