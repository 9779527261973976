//! The SQL that both back ends understand. Where they differ, each has its
//! own.

/// Stores a game's row.
pub(super) const INSERT_GAME: &str = "
    insert into games (id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game,
        origin_seq, visibility, created_at, abandon_after, owner, version, finished_at, result, challenge, attempt,
        ends_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 0, $16, $17, $18, $19, $20)";

/// Stores a seat.
pub(super) const INSERT_SEAT: &str = "
    insert into seats (game_id, seat, name, open, token, asked_to_concede, player, player_token)
    values ($1, $2, $3, $4, $5, $6, $7, $8)";

/// Changes a seat.
pub(super) const UPDATE_SEAT: &str = "
    update seats set name = $3, open = $4, token = $5, asked_to_concede = $6, player = $7, player_token = $8
    where game_id = $1 and seat = $2";

/// Stores moves of a new game; rows of values follow.
pub(super) const INSERT_MOVES: &str = "insert into moves (game_id, seq, seat, move, at, h, key, request) ";

/// Raises the version of a game that can still change, if it is the one that
/// was judged.
pub(super) const RAISE_VERSION: &str = "
    update games set version = version + 1
    where id = $1 and version = $2 and finished_at is null and cancelled_at is null";

/// Calls a game off.
pub(super) const CANCEL: &str = "
    update games set version = version + 1, cancelled_at = $3
    where id = $1 and version = $2 and finished_at is null and cancelled_at is null";

/// Ends a game.
pub(super) const FINISH: &str = "
    update games set version = version + 1, finished_at = $2, result = $3 where id = $1";

/// A game's version, and number and hash of its last move.
pub(super) const MARK: &str = "
    select version,
        (select seq from moves where game_id = id order by seq desc limit 1) as seq,
        (select h from moves where game_id = id order by seq desc limit 1) as h
    from games where id = $1";

/// The columns of a game, by name: a statement that is prepared goes on when a
/// migration adds one.
macro_rules! columns {
    () => {
        "g.id, g.game, g.rules, g.players, g.options, g.seed, g.commitment, g.seed_by, g.origin, \
         g.origin_game, g.origin_seq, g.visibility, g.created_at, g.abandon_after, g.owner, g.version, \
         g.cancelled_at, g.finished_at, g.result, g.export_position, g.challenge, g.attempt, g.ends_at"
    };
}

/// A game with its seats and moves in one row: one round trip, and all of the
/// same moment. How rows become JSON is each back end's own.
macro_rules! select_game {
    ($seats:expr, $moves:expr, $which:literal) => {
        concat!(
            "select ",
            $crate::store::sql::columns!(),
            ", (",
            $seats,
            " from seats where game_id = g.id) as seats, (",
            $moves,
            " from moves where game_id = g.id) as moves from games g ",
            $which
        )
    };
}

/// Public games, newest first; of all of them or of those that have not
/// finished, which are few among many. Those of challenges that still run stay
/// out. What is abandoned is computed as `Game::status` does.
macro_rules! list {
    ($seats:expr, $which:literal) => {
        concat!(
            "select listed.*, '[]' as moves, (",
            $seats,
            " from seats where game_id = listed.id) as seats
            from (
                select described.*,
                    case
                        when finished_at is not null then 'finished'
                        when cancelled_at is not null then 'cancelled'
                        when ends_at is not null then 'closed'
                        when origin = 'import' then 'abandoned'
                        when $1 - touched_at >= 1000000 * cast(abandon_after as bigint) then 'abandoned'
                        when (select max(open) from seats where game_id = described.id) = 1 then 'waiting'
                        else 'running'
                    end as status
                from (
                    select ",
            $crate::store::sql::columns!(),
            ",
                        coalesce((select max(seq) from moves where game_id = g.id), 0) as seq,
                        coalesce(
                            (select case when at > g.created_at then at end from moves
                                where game_id = g.id order by seq desc limit 1),
                            g.created_at
                        ) as touched_at
                    from games g
                    where g.visibility = 'public' and (g.ends_at is null or g.ends_at <= $1) ",
            $which,
            "
                ) as described
            ) as listed
            where id < $2 and id >= $3
                and created_at < $4 and created_at >= $5
                and players between $6 and $7
                and ($8 = '' or game = $8)
                and ($9 = '' or status = $9)
            order by id desc
            limit $10"
        )
    };
}

/// The statements that read games, the same on both back ends but for how
/// seats and moves become JSON.
macro_rules! statements {
    ($seats:expr, $moves:expr) => {
        const GAME: &str = select_game!($seats, $moves, "where g.id = $1");
        const GAMES: &str = select_game!($seats, $moves, "where g.id > $1 and g.id <= $2");
        const EXPORT: &str =
            select_game!($seats, $moves, "where g.export_position > $1 order by g.export_position limit $2");
        const LIST: &str = list!($seats, "");
        const LIST_UNFINISHED: &str = list!($seats, "and g.finished_at is null");
        const LIST_OF_PLAYER: &str =
            list!($seats, "and g.id in (select game_id from seats where player = $11)");
    };
}

pub(super) use {columns, list, select_game, statements};

/// Whether a finished public game has no place in the export yet; those of
/// challenges that still run wait.
pub(super) const EXPORT_IS_BEHIND: &str = "
    select exists (
        select 1 from games
        where finished_at is not null and visibility = 'public' and export_position is null
            and coalesce(ends_at, 0) <= $1
    )";

/// Gives places to the finished public games that have none.
pub(super) const GIVE_EXPORT_POSITIONS: &str = "
    with waiting as (
        select id as waiting_id, row_number() over (order by finished_at, id) as place
        from games
        where finished_at is not null and visibility = 'public' and export_position is null
            and coalesce(ends_at, 0) <= $1
    )
    update games
    set export_position = place + (select coalesce(max(export_position), 0) from games)
    from waiting
    where id = waiting_id";

/// A game's place in the export.
pub(super) const EXPORT_POSITION: &str = "
    select export_position from games where id = $1 and export_position is not null";

/// The ids of games.
pub(super) const GAME_IDS: &str = "select id from games where id > $1 order by id limit $2";

/// The keys that sign.
pub(super) const SIGNING_KEYS: &str = "select number, secret, valid_from from signing_keys order by number";

/// Adds a key that signs.
pub(super) const ADD_SIGNING_KEY: &str = "
    insert into signing_keys (number, secret, valid_from) values ($1, $2, $3) on conflict do nothing";

/// Forgets answers that are too old.
pub(super) const FORGET_ANSWERS: &str = "delete from idempotency where claimed_at < $1";

/// Frees a claim whose request is gone.
pub(super) const FREE_STALE: &str = "
    delete from idempotency where key = $1 and answer is null and claimed_at < $2";

/// Claims a key.
pub(super) const CLAIM: &str = "
    insert into idempotency (key, request, claimed_by, claimed_at) values ($1, $2, $3, $4)
    on conflict do nothing";

/// What a claimed key was used for.
pub(super) const CLAIMED: &str = "select request, answer from idempotency where key = $1";

/// Answers a key for whoever has claimed it.
pub(super) const ANSWER: &str = "
    update idempotency set answer = $3 where key = $1 and claimed_by = $2 and answer is null";

/// Gives a claim up.
pub(super) const RELEASE: &str = "
    delete from idempotency where key = $1 and claimed_by = $2 and answer is null";

/// What has been done to the schema.
pub(super) const APPLIED: &str =
    "select version, checksum from _sqlx_migrations where success order by version";
