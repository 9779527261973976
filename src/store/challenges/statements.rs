//! The SQL of challenges, which both back ends understand.

/// The columns of a challenge.
macro_rules! challenge {
    ($rest:literal) => {
        concat!(
            "select id, name, hidden, day, game, players, options, seed, commitment, seed_by, created_at, \
             opens_at, closes_at, ends_at, attempts, admission, visibility, admin from challenges ",
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
