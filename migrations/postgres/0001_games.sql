-- Times are microseconds since 1970 UTC: the hash chain binds them to the
-- microsecond, and an integer is rounded by nothing on the way.

create table games (
    id uuid primary key,
    game text not null,
    rules smallint not null,
    players smallint not null,
    -- What else was chosen, as JSON; read by the rules, never by a query.
    options text not null,
    seed text not null,
    -- What was published before the first move: an audit compares the seed with it.
    commitment bytea not null check (length(commitment) = 32),
    seed_by text not null check (seed_by in ('service', 'client')),
    origin text not null check (origin in ('created', 'fork', 'import')),
    origin_game uuid,
    origin_seq integer,
    visibility text not null check (visibility in ('public', 'unlisted')),
    created_at bigint not null,
    -- Seconds without a move after which the game counts as abandoned. Kept
    -- with the game: a new configuration must not revive a game whose cards
    -- were shown.
    abandon_after integer not null check (abandon_after > 0),
    -- The hash of the creator's token.
    owner bytea check (length(owner) = 32),
    -- Rises with every change of this row or its seats that decides who may
    -- move: a move is stored only if it was validated with this version.
    version integer not null,
    cancelled_at bigint,
    finished_at bigint,
    result text,
    -- The place in the export, given when the finished game is first read.
    export_position bigint unique,
    -- A fork names its origin, and nothing else does.
    check ((origin = 'fork') = (origin_game is not null and origin_seq is not null)),
    -- A result comes with its time.
    check ((finished_at is null) = (result is null))
);

-- Lists scan the public games, newest first.
create index games_public on games (id) where visibility = 'public';

-- Finding the finished games that wait for a place in the export.
create index games_waiting_for_export on games (finished_at, id)
where finished_at is not null and visibility = 'public' and export_position is null;

create table seats (
    game_id uuid not null references games (id),
    seat smallint not null check (seat between 0 and 3),
    name text,
    open smallint not null check (open in (0, 1)),
    -- The hash of the seat's token.
    token bytea check (length(token) = 32),
    -- The number of moves made when its player asked to concede.
    asked_to_concede integer,
    primary key (game_id, seat),
    -- An open seat has no player.
    check (open = 0 or token is null)
);

-- The log. Its primary key is what orders moves: of two that race for a place
-- exactly one gets it. There is no foreign key: a move is inserted from its
-- game's row, and games are never deleted.
create table moves (
    game_id uuid not null,
    seq integer not null check (seq between 1 and 20000),
    seat smallint not null check (seat between 0 and 3),
    move text not null,
    -- Null only in imported records that do not know it.
    at bigint,
    h bytea not null check (length(h) = 32),
    -- Hashes of the idempotency key and of the request that came with it.
    key bytea check (length(key) = 32),
    request bytea check (length(request) = 32),
    primary key (game_id, seq),
    check ((key is null) = (request is null))
);

-- A repeated request finds its first move: no key makes two.
create unique index moves_key on moves (game_id, key) where key is not null;

-- Requests with an Idempotency-Key, moves excepted.
create table idempotency (
    -- The hash of the key, bound to its caller.
    key bytea primary key check (length(key) = 32),
    request bytea not null check (length(request) = 32),
    claimed_by uuid not null,
    claimed_at bigint not null,
    -- Encrypted under a key that only the caller's key gives.
    answer bytea
);

-- Forgetting old keys.
create index idempotency_age on idempotency (claimed_at);

-- The log is append-only by the database's own means.
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % are never changed or deleted', tg_table_name;
end
$$;

create trigger moves_append_only before update or delete on moves
for each row execute function refuse_change();

create trigger moves_never_emptied before truncate on moves
for each statement execute function refuse_change();

create trigger games_never_deleted before delete on games
for each row execute function refuse_change();

create trigger games_never_emptied before truncate on games
for each statement execute function refuse_change();

create trigger seats_never_deleted before delete on seats
for each row execute function refuse_change();

create trigger seats_never_emptied before truncate on seats
for each statement execute function refuse_change();

-- What a game is and what its record is rebuilt from never changes.
create trigger games_keep_identity
    before update of id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game, origin_seq,
        visibility, created_at, abandon_after, owner
    on games
for each row execute function refuse_change();

create trigger seats_keep_identity before update of game_id, seat on seats
for each row execute function refuse_change();

-- An end is an end.
create trigger games_keep_end before update of finished_at, result, cancelled_at on games
for each row when (old.finished_at is not null or old.cancelled_at is not null)
execute function refuse_change();

-- Readers of the export keep their place by it.
create trigger games_keep_export_position before update of export_position on games
for each row when (old.export_position is not null)
execute function refuse_change();
