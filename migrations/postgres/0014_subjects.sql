-- Expands: the transparency log whose entries name their subjects (docs/spec/log.md L1.2). Older
-- programs go on with the log without subjects, which has another origin.

set local lock_timeout = '200ms';
lock table games, challenges in access exclusive mode;

-- The index of the entry; null until it has one.
alter table games add column log_position bigint;
alter table challenges add column log_position bigint;

create index if not exists games_waiting_for_log on games (finished_at, id)
where finished_at is not null and origin <> 'import' and log_position is null;
create index if not exists challenges_waiting_for_log on challenges (id) where log_position is null;

create trigger games_keep_log_position before update of log_position on games
for each row when (old.log_position is not null)
execute function refuse_change();

create trigger challenges_keep_log_position before update of log_position on challenges
for each row when (old.log_position is not null)
execute function refuse_change();

-- The transparency log (docs/spec/log.md): an entry for each finished game and each
-- challenge. Readers make them, under the lock of `stream_end`: so nothing that is
-- committed late is left out, and storing a move costs nothing more.
create table log_entries (
    -- Its index, from 0 without gaps.
    position bigint primary key check (position >= 0),
    kind text not null check (kind in ('game', 'commitment')),
    -- The hash of the game or challenge: each has one entry.
    subject bytea not null unique check (length(subject) = 32),
    hash bytea not null check (length(hash) = 32),
    -- Of a game: the hash of its players. It is kept here, since a player can be
    -- deleted. Null where the entry was taken from a copy of the log.
    players bytea check (length(players) = 32),
    -- 1 if a copy of the log had the entry, and this database has lost its game or challenge.
    lost flag not null,
    -- The time at which it was added.
    at bigint not null
);

create trigger log_entries_append_only before update or delete on log_entries
for each row execute function refuse_change();

create trigger log_entries_never_emptied before truncate on log_entries
for each statement execute function refuse_change();

-- The hash of each complete tile: those of level 1 are of 256 entries each, those
-- of the next level of 256 of these.
create table log_nodes (
    level integer not null check (level between 1 and 7),
    number bigint not null check (number >= 0),
    hash bytea not null check (length(hash) = 32),
    primary key (level, number)
);

create trigger log_nodes_append_only before update or delete on log_nodes
for each row execute function refuse_change();

create trigger log_nodes_never_emptied before truncate on log_nodes
for each statement execute function refuse_change();

-- The signed checkpoints, which must never be contradicted.
create table log_checkpoints (
    -- From 0 without gaps. A log that does not grow has several of a size.
    number bigint primary key check (number >= 0),
    size bigint not null check (size >= 0),
    -- The signed note, without cosignatures.
    note text not null,
    at bigint not null
);

create trigger log_checkpoints_append_only before update or delete on log_checkpoints
for each row execute function refuse_change();

create trigger log_checkpoints_never_emptied before truncate on log_checkpoints
for each statement execute function refuse_change();

create index log_checkpoints_size on log_checkpoints (size, number);

-- The signatures of witnesses on checkpoints.
create table log_cosignatures (
    -- The number of the checkpoint.
    checkpoint bigint not null,
    -- The name of the witness's key.
    witness text not null,
    -- The line of the note.
    line text not null,
    at bigint not null,
    primary key (checkpoint, witness)
);
