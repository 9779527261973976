//! The SQL of lists of games.

use constcat::concat;

use super::statements::{COLUMNS, SEATS_POSTGRES, SEATS_SQLITE};
use crate::database::Statement;

/// A list of games.
pub(super) struct List {
    /// The matching games of a page, newest first, with the columns that a list shows.
    pub(super) page: Statement,
    /// The number of games that a page reads, and the last of them.
    pub(super) looked_at: Statement,
}

/// The number of games that a page reads if not all of them match: otherwise a filter that
/// matches few games would read all of them. The cost of a page is proportional to this number.
pub(super) const LOOKED_AT: u32 = 1000;

/// The number of a player's games that a page reads; their index is that of the seats.
pub(super) const LOOKED_AT_OF_PLAYER: u32 = 250;

/// The status of a game that is `described`, at the time `$1`. Abandonment is computed as in
/// `Game::status`.
pub(crate) const STATUS: &str = "case
                        when finished_at is not null then 'finished'
                        when cancelled_at is not null then 'cancelled'
                        when ends_at <= $1 or ends_at is not null and packed = 1 then 'closed'
                        when ends_at is null and (origin = 'import' or packed = 1
                            or $1 - touched_at >= 1000000 * cast(abandon_after as bigint)) then 'abandoned'
                        when seated_at is null and (select max(open) from seats where game_id = described.id) = 1
                            then 'waiting'
                        else 'running'
                    end as status";

/// Columns of the game `g` that come from its log. A packed game has no seat to act.
pub(crate) const LAST_MOVE: &str = "g.packed, case g.packed
                            when 1 then (select moves from packed_logs where game_id = g.id)
                            else coalesce((select max(seq) from moves where game_id = g.id), 0)
                        end as seq,
                        case g.packed when 0 then
                            (select to_act from moves where game_id = g.id order by seq desc limit 1)
                        end as to_act_after_last,
                        coalesce(
                            case g.packed
                                when 1 then (select case when last_at > g.created_at then last_at end
                                    from packed_logs where game_id = g.id)
                                else (select case when at > g.created_at then at end from moves
                                    where game_id = g.id order by seq desc limit 1)
                            end,
                            g.created_at
                        ) as touched_at";

/// The number of ids, and the least. Before version 18, Postgres has no minimum of ids; their
/// texts have the same order.
macro_rules! looked_at {
    ($ids:expr) => {
        Statement::each(
            concat!(
                "select count(*) as number, cast(min(cast(id as text)) as uuid) as last from (",
                $ids,
                ") as ids"
            ),
            concat!("select count(*) as number, min(id) as last from (", $ids, ") as ids"),
        )
    };
}

/// The games of a part of a player's list that a page reads, from an index of that order.
macro_rules! part {
    ($games:expr, $which:expr) => {
        concat!(
            "select ",
            $games,
            " where ",
            $which,
            " and game_id < $2 and game_id >= $3 order by game_id desc limit $9"
        )
    };
}

const SEATS: &str = "game_id as id from seats";
const FORMER_SEATS: &str = "distinct game_id as id from former_players";

/// The games of several parts that a page reads.
macro_rules! parts {
    ($first:expr, $second:expr, $third:expr) => {
        concat!(
            "select id from (select id from (",
            $first,
            ") as present union select id from (",
            $second,
            ") as past union select id from (",
            $third,
            ") as kept) as played order by id desc limit $9"
        )
    };
}

const NO_SEAT: &str = "cast(null as integer)";

/// The seat that the player had, or kept after the end. Whoever had a seat of a game gets no other.
const FORMER_SEAT: &str = "coalesce(
                (select max(seat) from former_players where game_id = listed.id and player = $10),
                (select min(seat) from seats where game_id = listed.id and kept_by = $10))";

/// The matching games with the columns that a list shows. For filters with several values, the
/// parameters $6 to $8 are lists with a comma before, between and after the values; an empty text
/// matches all.
macro_rules! matching {
    ($seats:expr, $former:expr, $which:expr) => {
        concat!(
            "select listed.*, ",
            $former,
            " as former_seat, (",
            $seats,
            " where game_id = listed.id) as seats
            from (
                select described.*, coalesce(to_act_after_last, to_act_at_first) as to_act,
                    ",
            STATUS,
            ",
                    coalesce(cancelled_at, touched_at) as updated_at
                from (
                    select ",
            COLUMNS,
            ", ",
            LAST_MOVE,
            "
                    from games g where ",
            $which,
            "
                ) as described
            ) as listed
            where id < $2 and id >= $3
                and created_at < $4 and created_at >= $5
                and ($6 = '' or $6 like '%,' || players || ',%')
                and ($7 = '' or $7 like '%,' || game || ',%')
                and ($8 = '' or $8 like '%,' || status || ',%')
            order by id desc
            limit $9"
        )
    };
}

macro_rules! page {
    ($former:expr, $which:expr) => {
        Statement::each(matching!(SEATS_POSTGRES, $former, $which), matching!(SEATS_SQLITE, $former, $which))
    };
}

macro_rules! list {
    ($which:expr) => {
        List {
            page: page!(NO_SEAT, $which),
            looked_at: looked_at!(concat!(
                "select g.id from games g where ",
                $which,
                " and g.id < $2 and g.id >= $3 order by g.id desc limit $9"
            )),
        }
    };
    // For a player, the last game comes from the seats alone: their index has the order of the
    // list. That limits the games that are read.
    (of $seats:literal, $which:expr) => {
        List { page: page!(NO_SEAT, $which), looked_at: looked_at!(part!(SEATS, $seats)) }
    };
    // Also for games in which the player had a seat.
    (of $seats:literal and former, $which:expr) => {
        List {
            page: page!(FORMER_SEAT, $which),
            looked_at: looked_at!(parts!(
                part!(SEATS, $seats),
                part!(FORMER_SEATS, "player = $10"),
                part!(SEATS, "kept_by = $10")
            )),
        }
    };
}

/// The condition for public games at `$1`.
const PUBLIC: &str = "g.visibility = 'public' and g.embargoed = 0 and coalesce(g.ends_at, 0) <= $1";

/// Unfinished games are few among many, and so they are among a player's: their seats have an
/// index of their own.
const UNFINISHED: &str = "g.finished_at is null";
const UNFINISHED_OF_PLAYER: &str = concat!(
    "g.finished_at is null and g.cancelled_at is null and g.id in (
        select own.game_id from seats own
        where own.player = $10 and own.ended = 0 and own.game_id < $2 and own.game_id >= $3",
    CHOSEN,
    FORMER,
    ")"
);
const OF_PLAYER: &str = concat!(
    "g.id in (
        select own.game_id from seats own where own.player = $10 and own.game_id < $2 and own.game_id >= $3",
    CHOSEN,
    FORMER,
    ")"
);

/// The seat `own` is in a game with the player `$11`, unless that is null.
const WITH_CO_PLAYER: &str = "
            and ($11 is null or exists (
                select 1 from seats other where other.game_id = own.game_id and other.player = $11))";

/// The game of the seat `own` has the result `$12` in the counts of its player, and the co-player,
/// unless these are null. The index of the own seats has neither.
const CHOSEN: &str = concat!(
    WITH_CO_PLAYER,
    "
            and ($12 is null or exists (
                select 1 from seats counted
                where counted.game_id = own.game_id and counted.player = $10 and counted.won = $12))"
);

/// Further games in which the player had a seat: those that the player counts, those that run
/// and in which the seat may be taken back, and those that the player has kept, which do not count.
const FORMER: &str = concat!(
    "
        union all
        select own.game_id from former_players own
        where own.player = $10 and own.game_id < $2 and own.game_id >= $3
            and (own.counts_from is not null
                or exists (
                    select 1 from seats free
                    where free.game_id = own.game_id and free.seat = own.seat and free.ended = 0
                        and (free.open = 1 or free.bot is not null))
                and exists (
                    select 1 from games there
                    where there.id = own.game_id and there.finished_at is null and there.cancelled_at is null))
            and ($12 is null or own.won = $12)",
    WITH_CO_PLAYER,
    "
        union all
        select own.game_id from seats own
        where own.kept_by = $10 and own.game_id < $2 and own.game_id >= $3 and $12 is null",
    WITH_CO_PLAYER
);

pub(super) const LIST: List = list!(PUBLIC);

pub(super) const LIST_UNFINISHED: List = list!(concat!(PUBLIC, " and ", UNFINISHED));

pub(super) const LIST_PUBLIC_OF_PLAYER: List =
    list!(of "player = $10" and former, concat!(PUBLIC, " and ", OF_PLAYER));

pub(super) const LIST_PUBLIC_UNFINISHED_OF_PLAYER: List =
    list!(of "player = $10 and ended = 0" and former, concat!(PUBLIC, " and ", UNFINISHED_OF_PLAYER));

pub(super) const LIST_OF_PLAYER: List = list!(of "player = $10" and former, OF_PLAYER);

pub(super) const LIST_UNFINISHED_OF_PLAYER: List =
    list!(of "player = $10 and ended = 0" and former, UNFINISHED_OF_PLAYER);

pub(super) const LIST_TO_ACT: List = list!(
    of "player = $10 and ended = 0",
    concat!(
        "g.finished_at is null and g.cancelled_at is null and g.id in (
        select own.game_id from seats own
        where own.player = $10 and own.ended = 0 and own.game_id < $2 and own.game_id >= $3
            and own.seat = coalesce(
                (select m.to_act from moves m where m.game_id = own.game_id order by m.seq desc limit 1),
                (select dealt.to_act from games dealt where dealt.id = own.game_id))",
        CHOSEN,
        ")"
    )
);

macro_rules! in_play {
    ($of_player:literal, $limit:literal) => {
        concat!(
            "select id, seat, held_until, seq, coalesce(to_act_after_last, to_act_at_first) as to_act, ",
            STATUS,
            "
            from (
                select own.game_id as id, own.seat, own.invited_until as held_until, g.finished_at, g.cancelled_at, g.ends_at,
                    g.origin, g.abandon_after, g.seated_at, g.to_act as to_act_at_first, ",
            LAST_MOVE,
            "
                from seats own join games g on g.id = own.game_id
                where ",
            $of_player,
            " and g.finished_at is null and g.cancelled_at is null
            ) as described
            order by id desc
            limit ",
            $limit
        )
    };
}

/// The newest unfinished games in which a player sits, and those where a seat is held for the
/// player, with the columns of a list. Each part has its own limit, so that invitations do not
/// hide the player's own games.
pub(super) const IN_PLAY: Statement = Statement::new(concat!(
    "select * from (",
    in_play!("own.player = $2 and own.ended = 0", "$3"),
    ") as own_games
    union all
    select * from (",
    in_play!("own.invited_player = $2 and own.open = 1 and own.invited_until > $1", "$4"),
    ") as held_games
    order by id desc"
));

/// The games between two positions of the stream of public games.
const AFTER_POSITION: &str = "g.id in (
    select game_id from stream_positions where position > $10 and position <= $11
    order by position limit $9)";

/// Each game's position is looked up again: for a join, Postgres reads and sorts all positions,
/// or computes the list once for each of them where it expects few.
macro_rules! streamed {
    ($seats:expr) => {
        concat!(
            "select streamed.*, (select position from stream_positions where game_id = streamed.id) as position
            from (",
            matching!($seats, NO_SEAT, AFTER_POSITION),
            ") as streamed order by position"
        )
    };
}

pub(crate) const STREAMED: Statement = Statement::each(streamed!(SEATS_POSTGRES), streamed!(SEATS_SQLITE))
    // Citus has no subquery here that depends on another one.
    .distributed(concat!(
        "select streamed.*, position from (",
        matching!(SEATS_POSTGRES, NO_SEAT, AFTER_POSITION),
        ") as streamed join stream_positions on game_id = streamed.id order by position"
    ));
