//! The SQL of challenges, which both back ends understand.

/// The columns of a challenge.
macro_rules! challenge {
    ($rest:literal) => {
        concat!(
            "select id, case when hidden = 1 and name is not null then '' else name end as name, day, game, \
             players, options, seed, commitment, seed_by, created_at, opens_at, \
             closes_at, ends_at, attempts, admission, visibility, admin from challenges ",
            $rest
        )
    };
}

/// Results with their players, in an order of their own.
macro_rules! results {
    ($which:expr, $order:literal) => {
        concat!(
            "select r.game, r.seat, r.bots, r.score, r.micros, r.void_reason, a.seat as member_seat, a.player,
                case when p.name_hidden = 1 then null else p.name end as name
            from (",
            $which,
            ") as r
            join attempts a on a.challenge = r.challenge and a.game = r.game
            left join players p on p.id = a.player
            order by ",
            $order,
            ", a.seat"
        )
    };
}

/// Results of a board from a place on: those with the same score, then those
/// beyond. Each half is a range of an index, however many are equal.
macro_rules! board {
    ($beyond:literal, $order:literal) => {
        concat!(
            "select * from (
                select * from results
                where challenge = $1 and bots = $2 and void_reason is null and score = $3
                    and (game, seat) ",
            $beyond,
            " ($4, $5) order by ",
            $order,
            " limit $6
            ) as equal
            union all
            select * from (
                select * from results
                where challenge = $1 and bots = $2 and void_reason is null and $3 ",
            $beyond,
            " score order by ",
            $order,
            " limit $6
            ) as beyond
            order by ",
            $order,
            " limit $6"
        )
    };
}

/// A player's standings, some of them.
macro_rules! standings {
    ($rest:literal) => {
        concat!(
            "select s.player, case when p.name_hidden = 1 then null else p.name end as name, s.played, s.won,
                s.average, s.run, s.longest, s.last_day
            from standings s join players p on p.id = s.player where s.period = $1 and s.players = $2 ",
            $rest
        )
    };
}

pub(in crate::store) const DAILY_KEYS: &str =
    "select number, fingerprint, secret, valid_from from daily_keys order by number";

/// Adds a key, if it is the next and no day that it is for is published.
pub(in crate::store) const ADD_DAILY_KEY: &str = "
    insert into daily_keys (number, fingerprint, secret, valid_from)
    select $1, $2, $3, $4
    where $1 = 1 + (select count(*) from daily_keys)
        and not exists (select 1 from challenges where day >= $4)
    on conflict do nothing";

/// Adds a challenge, if its key is the one for its day.
pub(in crate::store) const ADD_CHALLENGE: &str = "
    insert into challenges (id, name, day, game, players, options, seed, commitment, seed_by, created_at,
        opens_at, closes_at, ends_at, attempts, admission, visibility, admin)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
    where $18 is null
        or $18 = (select number from daily_keys where valid_from <= $3 order by valid_from desc limit 1)
    on conflict do nothing";

pub(in crate::store) const CHALLENGE: &str = challenge!("where id = $1");

pub(in crate::store) const CHALLENGES_OF_DAYS: &str =
    challenge!("where day between $1 and $2 order by day, players");

/// What a challenge is at a moment is computed as `Challenge::status` does.
pub(in crate::store) const LIST_CHALLENGES: &str = challenge!(
    "where visibility = 'public' and hidden = 0 and (opens_at, id) < ($1, $2)
        and ($3 = -1 or (day is not null) = ($3 = 1))
        and players between $4 and $5
        and ($6 = '' or $6 = case
            when $7 < opens_at then 'coming'
            when $7 < closes_at then 'open'
            when $7 < ends_at then 'closing'
            else 'over'
        end)
    order by opens_at desc, id desc limit $8"
);

pub(in crate::store) const INVITE: &str = "insert into invitations (challenge, code) values ($1, $2)";

pub(in crate::store) const ADMITS: &str = "
    select count(*) from invitations
    where challenge = $1 and (player = $2 or player is null and code = $3)";

/// Admits a player who is not admitted yet.
pub(in crate::store) const ADMIT: &str = "
    update invitations set player = $2
    where challenge = $1 and code = $3 and player is null
        and not exists (select 1 from invitations where challenge = $1 and player = $2)";

pub(in crate::store) const ATTEMPTS: &str = "
    select number, game, seat from attempts where challenge = $1 and player = $2 order by number";

/// Adds an attempt, if all before it are over: none is a look at the deal of
/// another that still counts.
pub(in crate::store) const ADD_ATTEMPT: &str = "
    insert into attempts (challenge, player, number, game, seat)
    select $1, $2, $3, $4, $5
    where $3 - 1 = (
        select count(*) from attempts join games on games.id = attempts.game
        where attempts.challenge = $1 and player = $2 and number < $3
            and (finished_at is not null or cancelled_at is not null)
    )
    on conflict do nothing";

pub(in crate::store) const DROP_ATTEMPT: &str =
    "delete from attempts where challenge = $1 and game = $2 and seat = $3";

/// Nobody has tried what was called off before it began.
pub(in crate::store) const DROP_ATTEMPTS: &str = "
    delete from attempts
    where game = $1 and challenge = (select challenge from games where id = $1)
        and exists (select 1 from seats where game_id = $1 and open = 1)";

/// Once all seats of a game are taken, its players have played that day.
pub(in crate::store) const COUNT_DAY: &str = "
    insert into standings
        (period, players, player, bot, played, won, enemies, average, run, longest, last_day)
    select period, counted, players.id, players.bot, 0, 0, 0, 0, 1, 1, $2
    from seats
    join players on players.id = seats.player
    cross join (select 0 as period union all select $3) as periods
    cross join (select 0 as counted union all select $4) as counts
    where seats.game_id = $1 and not exists (select 1 from seats where game_id = $1 and open = 1)
    order by period, counted, players.id
    on conflict (period, players, player) do update set
        run = case
            when standings.last_day = excluded.last_day - 1 then standings.run + 1
            when standings.last_day < excluded.last_day then 1
            else standings.run
        end,
        longest = case
            when standings.last_day = excluded.last_day - 1 and standings.run = standings.longest
                then standings.longest + 1
            else standings.longest
        end,
        last_day = case
            when standings.last_day < excluded.last_day then excluded.last_day else standings.last_day
        end";

pub(in crate::store) const UNSETTLED: &str = "
    select distinct attempts.game from attempts join games on games.id = attempts.game
    where attempts.challenge = $1 and settled = 0 and number = 1
        and (finished_at is not null or ends_at <= $2)
    limit $3";

pub(in crate::store) const SETTLE: &str =
    "update attempts set settled = 1 where challenge = $1 and game = $2 and settled = 0";

/// Where a bot plays, bots play.
pub(in crate::store) const ADD_RESULT: &str = "
    insert into results (challenge, game, seat, bots, score, micros)
    select $1, $2, $3, coalesce(max(bot), 0), $4, $5
    from attempts join players on players.id = attempts.player
    where challenge = $1 and game = $2
    returning bots";

/// One more result with a score.
pub(in crate::store) const COUNT: &str = "
    insert into board_counts (challenge, bots, score, results) values ($1, $2, $3, 1)
    on conflict (challenge, bots, score) do update set results = board_counts.results + 1";

/// One less.
pub(in crate::store) const UNCOUNT: &str = "
    update board_counts set results = results - 1 where challenge = $1 and bots = $2 and score = $3";

pub(in crate::store) const ADD_TALLY: &str = "
    insert into tallies (challenge, game, ends_at, month, players, won, enemies)
    values ($1, $2, $3, $4, $5, $6, $7)";

/// What counts for averages by now and is not counted yet.
pub(in crate::store) const UNCOUNTED: &str = "
    select challenge, game from tallies where counted = 0 and ends_at <= $1 order by ends_at limit $2";

pub(in crate::store) const COUNT_TALLY: &str = "
    update tallies set counted = 1 where challenge = $1 and game = $2 and counted = 0
    returning month, players, won, enemies";

pub(in crate::store) const DROP_TALLY: &str = "
    delete from tallies where challenge = $1 and game = $2
    returning counted, month, players, won, enemies";

pub(in crate::store) const COUNTS: &str = "
    select score, results from board_counts
    where challenge = $1 and bots = $2 and results > 0 order by score desc";

pub(in crate::store) const BOARD_DOWN: &str =
    results!(board!(">", "score desc, game, seat"), "r.score desc, r.game, r.seat");

pub(in crate::store) const BOARD_UP: &str =
    results!(board!("<", "score, game desc, seat desc"), "r.score, r.game desc, r.seat desc");

pub(in crate::store) const RESULTS: &str =
    results!("select * from results where challenge = $1 and game = $2", "r.seat");

pub(in crate::store) const VOID_RESULTS: &str = results!(
    "select * from results where challenge = $1 and bots = $2 and void_reason is not null
        order by game, seat limit $3",
    "r.game, r.seat"
);

pub(in crate::store) const VOID: &str = "
    update results set void_reason = $3 where challenge = $1 and game = $2 and void_reason is null
    returning bots, score";

pub(in crate::store) const BY_AVERAGE: &str =
    standings!("and s.bot = $3 and s.played >= $4 order by s.average desc, s.played desc, s.player limit $5");

pub(in crate::store) const BY_STREAK: &str =
    standings!("and s.bot = $3 and s.played >= $4 order by s.longest desc, s.played desc, s.player limit $5");

pub(in crate::store) const STANDING: &str = standings!("and s.player = $3");

pub(in crate::store) const MARK_BOT: &str =
    "update players set bot = $2 where id = $1 and deleted_at is null";

pub(in crate::store) const MARK_STANDINGS: &str = "update standings set bot = $2 where player = $1";

/// Results of a player that stand on the wrong board.
pub(in crate::store) const MISPLACED: &str = "
    select challenge, game, seat, bots, score, counts from (
        select r.challenge, r.game, r.seat, r.bots, r.score,
            case when r.void_reason is null then 1 else 0 end as counts,
            (select max(p.bot) from attempts a join players p on p.id = a.player
                where a.challenge = r.challenge and a.game = r.game) as belongs
        from results r join attempts mine on mine.challenge = r.challenge and mine.game = r.game
        where mine.player = $1
    ) as placed where bots <> belongs order by challenge, game, seat";

pub(in crate::store) const MOVE_RESULT: &str =
    "update results set bots = $4 where challenge = $1 and game = $2 and seat = $3";

pub(in crate::store) const HIDE_NAME: &str =
    "update players set name_hidden = 1 where id = $1 and deleted_at is null";

pub(in crate::store) const HIDE_AT_SEATS: &str = "update seats set name = null where player = $1";

/// Seats of a player in games that wait for others are free again.
pub(in crate::store) const FREE_SEATS: &str = "
    update seats set open = 1, name = null, token = null, player = null, player_token = null,
        asked_to_concede = null
    where player = $1 and game_id in (select game_id from seats where open = 1)";

/// And what has not begun, the player has not tried.
pub(in crate::store) const DROP_WAITING: &str = "
    delete from attempts
    where player = $1 and exists (select 1 from seats where game_id = attempts.game and open = 1)";

pub(in crate::store) const HIDE_CHALLENGE: &str =
    "update challenges set hidden = 1 where id = $1 and name is not null";

pub(in crate::store) const REVOKE_PLAYER: &str =
    "update players set token = $2 where id = $1 and deleted_at is null";

pub(in crate::store) const REVOKE_AT_SEATS: &str = "update seats set player_token = $2 where player = $1";

/// Keeps moves out that were judged before.
pub(in crate::store) const RAISE_JUDGED: &str =
    "update games set version = version + 1 where id = $1 and version = $2";

pub(in crate::store) const RAISE: &str = "update games set version = version + 1 where id = $1";

pub(in crate::store) const REVOKE_SEAT: &str =
    "update seats set token = $3 where game_id = $1 and seat = $2 and open = 0";

pub(in crate::store) const CLOSE_GAME: &str = "
    update games set version = version + 1, cancelled_at = $2
    where id = $1 and finished_at is null and cancelled_at is null and (ends_at is null or ends_at > $2)";

pub(in crate::store) const ADD_ACT: &str =
    "insert into admin_log (id, at, actor, act) values ($1, $2, $3, $4)";

pub(in crate::store) const ACTS: &str =
    "select id, at, actor, act from admin_log where id > $1 order by id limit $2";
