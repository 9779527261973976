-- The transparency log (docs/spec/log.md): an entry for each finished game and
-- each challenge. It is made by whoever looks next, under the lock of
-- `stream_end`: so nothing that is committed late is left out, and storing a
-- move does not know of it.
alter table games add column tlog_position bigint;

create index games_waiting_for_tlog on games (finished_at, id)
where finished_at is not null and origin <> 'import' and tlog_position is null;

-- An entry stays the game's.
create trigger games_keep_tlog_position before update of tlog_position on games
for each row when (old.tlog_position is not null)
execute function refuse_change();

alter table challenges add column tlog_position bigint;

create index challenges_waiting_for_tlog on challenges (id) where tlog_position is null;

create trigger challenges_keep_tlog_position before update of tlog_position on challenges
for each row when (old.tlog_position is not null)
execute function refuse_change();

create table tlog_entries (
    -- Its index, from 0 without gaps.
    position bigint primary key check (position >= 0),
    kind text not null check (kind in ('game', 'commitment')),
    hash bytea not null check (length(hash) = 32),
    -- Of a game: the hash of who played. It is kept here, since a player can be
    -- deleted. Null where the entry was taken from a copy of the log.
    players bytea check (length(players) = 32),
    -- When it was added.
    at bigint not null
);

create trigger tlog_entries_append_only before update or delete on tlog_entries
for each row execute function refuse_change();

create trigger tlog_entries_never_emptied before truncate on tlog_entries
for each statement execute function refuse_change();

-- The hash of each complete tile: those of level 1 are of 256 entries each, those
-- of the next level of 256 of these.
create table tlog_nodes (
    level integer not null check (level between 1 and 7),
    number bigint not null check (number >= 0),
    hash bytea not null check (length(hash) = 32),
    primary key (level, number)
);

create trigger tlog_nodes_append_only before update or delete on tlog_nodes
for each row execute function refuse_change();

create trigger tlog_nodes_never_emptied before truncate on tlog_nodes
for each statement execute function refuse_change();

-- What was signed, and must never be contradicted.
create table tlog_checkpoints (
    size bigint primary key check (size >= 0),
    -- The signed note, without cosignatures.
    note text not null,
    at bigint not null
);

create trigger tlog_checkpoints_append_only before update or delete on tlog_checkpoints
for each row execute function refuse_change();

create trigger tlog_checkpoints_never_emptied before truncate on tlog_checkpoints
for each statement execute function refuse_change();

-- The signatures of witnesses on checkpoints.
create table tlog_cosignatures (
    size bigint not null,
    -- The name of the witness's key.
    witness text not null,
    -- The line of the note.
    line text not null,
    at bigint not null,
    primary key (size, witness)
);
