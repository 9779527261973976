//! The SQL of challenges, which both back ends understand, and the methods
//! that use it.

/// The columns of a challenge.
macro_rules! challenge {
    ($rest:literal) => {
        concat!(
            "select id, name, day, game, players, options, seed, commitment, seed_by, created_at, opens_at, \
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
    "where visibility = 'public' and (opens_at, id) < ($1, $2)
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

pub(in crate::store) const ADMITTED: &str =
    "select count(*) from invitations where challenge = $1 and player = $2";

pub(in crate::store) const ATTEMPTS: &str = "
    select number, game, seat from attempts where challenge = $1 and player = $2 order by number";

pub(in crate::store) const ADD_ATTEMPT: &str = "
    insert into attempts (challenge, player, number, game, seat) values ($1, $2, $3, $4, $5)
    on conflict do nothing";

pub(in crate::store) const DROP_ATTEMPT: &str =
    "delete from attempts where challenge = $1 and player = $2 and game = $3";

/// Nobody has tried what was called off before it began.
pub(in crate::store) const DROP_ATTEMPTS: &str = "
    delete from attempts where game = $1 and challenge = (select challenge from games where id = $1)";

/// Once all seats of a game are taken, its players have played that day.
pub(in crate::store) const COUNT_DAY: &str = "
    insert into standings (period, players, player, bot, played, won, enemies, average, run, longest, last_day)
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
        and (finished_at is not null or closes_at <= $2)
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
    "select * from results where challenge = $1 and void_reason is not null order by game, seat limit $2",
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
    ) as placed where bots <> belongs";

pub(in crate::store) const MOVE_RESULT: &str =
    "update results set bots = $4 where challenge = $1 and game = $2 and seat = $3";

pub(in crate::store) const HIDE_NAME: &str =
    "update players set name_hidden = 1 where id = $1 and deleted_at is null";

pub(in crate::store) const HIDE_AT_SEATS: &str = "update seats set name = null where player = $1";

pub(in crate::store) const REVOKE_PLAYER: &str =
    "update players set token = $2 where id = $1 and deleted_at is null";

pub(in crate::store) const REVOKE_AT_SEATS: &str = "update seats set player_token = $2 where player = $1";

pub(in crate::store) const RAISE: &str = "update games set version = version + 1 where id = $1";

pub(in crate::store) const REVOKE_SEAT: &str =
    "update seats set token = $3 where game_id = $1 and seat = $2 and open = 0";

pub(in crate::store) const CLOSE_GAME: &str = "
    update games set version = version + 1, cancelled_at = $2
    where id = $1 and finished_at is null and cancelled_at is null";

pub(in crate::store) const ADD_ACT: &str =
    "insert into admin_log (id, at, actor, act) values ($1, $2, $3, $4)";

pub(in crate::store) const ACTS: &str =
    "select id, at, actor, act from admin_log where id > $1 order by id limit $2";

/// Implements the trait in the words of `shared_methods`.
macro_rules! implement_challenge_store {
    ($Store:ty, $Database:ty) => {
        impl $Store {
            /// Makes a player, who is locked, part of an attempt, if that can be.
            async fn enter(
                tx: &mut sqlx::Transaction<'_, $Database>,
                entry: &challenges::Entry<'_>,
                game: Uuid,
                seat: crate::engine::Seat,
            ) -> Result<bool, sqlx::Error> {
                let (player, _) = entry.player;
                let Some(crate::store::Entered { challenge, attempt, .. }) = entry.entered else {
                    return Ok(true);
                };
                if let Some(challenges::Invitation(code)) = entry.invitation {
                    sqlx::query(challenges::ADMIT)
                        .bind(challenge)
                        .bind(player)
                        .bind(code.map(|code| code.0.to_vec()))
                        .execute(&mut **tx)
                        .await?;
                    let admitted = sqlx::query_scalar(challenges::ADMITTED).bind(challenge).bind(player);
                    let admitted: i64 = admitted.fetch_one(&mut **tx).await?;
                    if admitted == 0 {
                        return Ok(false);
                    }
                }
                let added = sqlx::query(challenges::ADD_ATTEMPT)
                    .bind(challenge)
                    .bind(player)
                    .bind(i16::from(attempt))
                    .bind(game)
                    .bind(i16::from(u8::from(seat)))
                    .execute(&mut **tx)
                    .await?;
                Ok(added.rows_affected() == 1)
            }

            /// Counts the day for the players of a game that has begun.
            async fn count_day(
                tx: &mut sqlx::Transaction<'_, $Database>,
                game: Uuid,
                day: Option<challenges::Day>,
            ) -> Result<(), sqlx::Error> {
                let Some(day) = day else { return Ok(()) };
                let count = sqlx::query(challenges::COUNT_DAY).bind(game).bind(day.day).bind(day.month);
                count.bind(i16::from(day.players)).execute(&mut **tx).await?;
                Ok(())
            }

            async fn log_act(
                tx: &mut sqlx::Transaction<'_, $Database>,
                act: &challenges::Act,
            ) -> Result<(), sqlx::Error> {
                let log = sqlx::query(challenges::ADD_ACT).bind(act.id).bind(micros(act.at));
                log.bind(&act.actor).bind(&act.act).execute(&mut **tx).await?;
                Ok(())
            }

            async fn count(
                tx: &mut sqlx::Transaction<'_, $Database>,
                challenge: Uuid,
                (bots, score): (i16, i32),
                statement: &'static str,
            ) -> Result<(), sqlx::Error> {
                let count = sqlx::query(statement).bind(challenge).bind(bots).bind(score);
                count.execute(&mut **tx).await?;
                Ok(())
            }

            /// Adds a game to what its players reached (1) or takes it away (-1).
            async fn tally(
                tx: &mut sqlx::Transaction<'_, $Database>,
                settlement: &challenges::Settlement,
                change: i32,
            ) -> Result<(), sqlx::Error> {
                let Some(challenges::Tally { day, won, enemies }) = settlement.tally else { return Ok(()) };
                sqlx::query(Self::TALLY)
                    .bind(settlement.challenge)
                    .bind(settlement.game)
                    .bind(day.month)
                    .bind(i16::from(day.players))
                    .bind(change)
                    .bind(change * i32::from(won))
                    .bind(change * i32::from(enemies))
                    .execute(&mut **tx)
                    .await?;
                Ok(())
            }

            async fn insert_daily_key(
                &self,
                key: &challenges::DailyKey,
                act: Option<&challenges::Act>,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                sqlx::query(Self::LOCK_DAILY_KEYS).execute(&mut *tx).await?;
                let added = sqlx::query(challenges::ADD_DAILY_KEY)
                    .bind(i64::from(key.number))
                    .bind(key.fingerprint.0.to_vec())
                    .bind(key.secret.map(|secret| secret.to_vec()))
                    .bind(key.valid_from)
                    .execute(&mut *tx)
                    .await?;
                if let Some(act) = act {
                    Self::log_act(&mut tx, act).await?;
                }
                Self::settle(tx, added.rows_affected() == 1).await
            }

            async fn insert_challenge(
                &self,
                challenge: &challenges::Challenge,
                key: Option<u32>,
                answer: Option<&Answer>,
            ) -> Result<bool, sqlx::Error> {
                use challenges::Source;

                let (name, day, admin) = match &challenge.source {
                    Source::Daily(day) => (None, Some(*day), None),
                    Source::Own { name, admin } => (Some(name.as_str()), None, Some(admin.0.to_vec())),
                };
                let mut tx = self.begin().await?;
                sqlx::query(Self::SHARE_DAILY_KEYS).execute(&mut *tx).await?;
                let added = sqlx::query(challenges::ADD_CHALLENGE)
                    .bind(challenge.id)
                    .bind(name)
                    .bind(day)
                    .bind(challenge.setup.kind().name())
                    .bind(i16::from(challenge.setup.players()))
                    .bind(to_json(&challenge.setup.options()))
                    .bind(challenge.seed.as_str())
                    .bind(challenge.commitment.0.to_vec())
                    .bind(challenge.seed_by.name())
                    .bind(micros(challenge.created_at))
                    .bind(micros(challenge.opens_at))
                    .bind(micros(challenge.closes_at))
                    .bind(micros(challenge.ends_at))
                    .bind(i16::from(challenge.attempts))
                    .bind(challenge.admission.name())
                    .bind(challenge.visibility.name())
                    .bind(admin)
                    .bind(key.map(i64::from))
                    .execute(&mut *tx)
                    .await?;
                let added = added.rows_affected() == 1 && Self::write_answer(&mut tx, answer).await?;
                Self::settle(tx, added).await
            }

            async fn insert_invitations(
                &self,
                challenge: Uuid,
                codes: &[crate::engine::Hash],
                answer: Option<&Answer>,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                for code in codes {
                    let invite = sqlx::query(challenges::INVITE).bind(challenge).bind(code.0.to_vec());
                    invite.execute(&mut *tx).await?;
                }
                let answered = Self::write_answer(&mut tx, answer).await?;
                Self::settle(tx, answered).await
            }

            async fn insert_attempt(
                &self,
                game: &NewGame,
                entry: &challenges::Entry<'_>,
                answer: Option<&Answer>,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                let (player, token) = entry.player;
                let entered = Self::lock_player(&mut tx, player, token).await?
                    && Self::enter(&mut tx, entry, game.id, crate::engine::Seat::default()).await?;
                if entered {
                    Self::insert_new(&mut tx, game).await?;
                    Self::count_day(&mut tx, game.id, entry.day).await?;
                }
                let entered = entered && Self::write_answer(&mut tx, answer).await?;
                Self::settle(tx, entered).await
            }

            async fn insert_results(&self, settlement: &challenges::Settlement) -> Result<bool, sqlx::Error> {
                let challenges::Settlement { challenge, game, scores, .. } = settlement;
                let mut tx = self.begin().await?;
                let settled = sqlx::query(challenges::SETTLE).bind(challenge).bind(game);
                if settled.execute(&mut *tx).await?.rows_affected() == 0 {
                    return Self::settle(tx, false).await;
                }
                sqlx::query(Self::SHARE_MEMBERS).bind(challenge).bind(game).execute(&mut *tx).await?;
                // In one order, so that no two wait for each other's counts.
                let mut scores = scores.clone();
                scores.sort_unstable_by_key(|(_, score)| *score);
                for (seat, score) in &scores {
                    let score = i32::try_from(*score).unwrap_or(i32::MAX);
                    let bots = sqlx::query_scalar(challenges::ADD_RESULT)
                        .bind(challenge)
                        .bind(game)
                        .bind(i16::from(u8::from(*seat)))
                        .bind(score)
                        .bind(settlement.micros)
                        .fetch_one(&mut *tx)
                        .await?;
                    Self::count(&mut tx, *challenge, (bots, score), challenges::COUNT).await?;
                }
                Self::tally(&mut tx, settlement, 1).await?;
                Self::settle(tx, true).await
            }

            async fn void_game(
                &self,
                settlement: &challenges::Settlement,
                reason: &str,
                act: &challenges::Act,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                let void = sqlx::query_as(challenges::VOID).bind(settlement.challenge);
                let mut void: Vec<(i16, i32)> =
                    void.bind(settlement.game).bind(reason).fetch_all(&mut *tx).await?;
                if void.is_empty() {
                    return Self::settle(tx, false).await;
                }
                void.sort_unstable();
                for place in void {
                    Self::count(&mut tx, settlement.challenge, place, challenges::UNCOUNT).await?;
                }
                Self::tally(&mut tx, settlement, -1).await?;
                Self::log_act(&mut tx, act).await?;
                Self::settle(tx, true).await
            }

            async fn move_to_board(
                &self,
                player: Uuid,
                bot: bool,
                act: &challenges::Act,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                let marked = sqlx::query(challenges::MARK_BOT).bind(player).bind(i16::from(bot));
                if marked.execute(&mut *tx).await?.rows_affected() == 0 {
                    return Self::settle(tx, false).await;
                }
                let standings = sqlx::query(challenges::MARK_STANDINGS).bind(player).bind(i16::from(bot));
                standings.execute(&mut *tx).await?;
                let misplaced: Vec<(Uuid, Uuid, i16, i16, i32, i32)> =
                    sqlx::query_as(challenges::MISPLACED).bind(player).fetch_all(&mut *tx).await?;
                let mut changes = Vec::new();
                for (challenge, game, seat, bots, score, counts) in misplaced {
                    let moved = sqlx::query(challenges::MOVE_RESULT).bind(challenge).bind(game);
                    moved.bind(seat).bind(1 - bots).execute(&mut *tx).await?;
                    if counts == 1 {
                        changes.push((challenge, (bots, score), challenges::UNCOUNT));
                        changes.push((challenge, (1 - bots, score), challenges::COUNT));
                    }
                }
                changes.sort_unstable();
                for (challenge, place, statement) in changes {
                    Self::count(&mut tx, challenge, place, statement).await?;
                }
                Self::log_act(&mut tx, act).await?;
                Self::settle(tx, true).await
            }

            async fn hide(&self, player: Uuid, act: &challenges::Act) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                let hidden = sqlx::query(challenges::HIDE_NAME).bind(player).execute(&mut *tx).await?;
                sqlx::query(Self::RAISE_VERSIONS).bind(player).execute(&mut *tx).await?;
                sqlx::query(challenges::HIDE_AT_SEATS).bind(player).execute(&mut *tx).await?;
                Self::log_act(&mut tx, act).await?;
                Self::settle(tx, hidden.rows_affected() == 1).await
            }

            async fn replace_player_token(
                &self,
                player: Uuid,
                token: &TokenHash,
                act: &challenges::Act,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                let token = token.0.to_vec();
                let revoked = sqlx::query(challenges::REVOKE_PLAYER).bind(player).bind(&token);
                let revoked = revoked.execute(&mut *tx).await?.rows_affected() == 1;
                sqlx::query(Self::RAISE_VERSIONS).bind(player).execute(&mut *tx).await?;
                sqlx::query(challenges::REVOKE_AT_SEATS).bind(player).bind(&token).execute(&mut *tx).await?;
                Self::log_act(&mut tx, act).await?;
                Self::settle(tx, revoked).await
            }

            async fn replace_seat_token(
                &self,
                game: Uuid,
                seat: crate::engine::Seat,
                token: &TokenHash,
                act: &challenges::Act,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                sqlx::query(challenges::RAISE).bind(game).execute(&mut *tx).await?;
                let revoked = sqlx::query(challenges::REVOKE_SEAT)
                    .bind(game)
                    .bind(i16::from(u8::from(seat)))
                    .bind(token.0.to_vec())
                    .execute(&mut *tx)
                    .await?;
                Self::log_act(&mut tx, act).await?;
                Self::settle(tx, revoked.rows_affected() == 1).await
            }

            async fn close(
                &self,
                game: Uuid,
                at: DateTime<Utc>,
                act: &challenges::Act,
            ) -> Result<bool, sqlx::Error> {
                let mut tx = self.begin().await?;
                let closed = sqlx::query(challenges::CLOSE_GAME).bind(game).bind(micros(at));
                let closed = closed.execute(&mut *tx).await?.rows_affected() == 1;
                Self::log_act(&mut tx, act).await?;
                Self::settle(tx, closed).await
            }

            async fn read_results<'q>(
                &'q self,
                query: sqlx::query::QueryAs<
                    'q,
                    $Database,
                    challenges::ResultRow,
                    <$Database as sqlx::Database>::Arguments,
                >,
            ) -> Result<Vec<challenges::RankedResult>, StoreError> {
                challenges::ResultRow::group(query.fetch_all(&self.reader).await.map_err(classify)?)
            }
        }

        #[async_trait::async_trait]
        impl challenges::ChallengeStore for $Store {
            async fn daily_keys(&self) -> Result<Vec<challenges::DailyKey>, StoreError> {
                let rows = sqlx::query_as::<_, challenges::DailyKeyRow>(challenges::DAILY_KEYS);
                let rows = rows.fetch_all(&self.reader).await.map_err(classify)?;
                rows.into_iter().map(TryFrom::try_from).collect()
            }

            async fn add_daily_key(
                &self,
                key: &challenges::DailyKey,
                act: Option<&challenges::Act>,
            ) -> Result<bool, StoreError> {
                self.insert_daily_key(key, act).await.map_err(classify)
            }

            async fn add_challenge(
                &self,
                challenge: &challenges::Challenge,
                key: Option<u32>,
                answer: Option<&Answer>,
            ) -> Result<bool, StoreError> {
                self.insert_challenge(challenge, key, answer).await.map_err(classify)
            }

            async fn challenge(&self, id: Uuid) -> Result<Option<challenges::Challenge>, StoreError> {
                let row = sqlx::query_as::<_, challenges::ChallengeRow>(challenges::CHALLENGE).bind(id);
                let row = row.fetch_optional(&self.reader).await.map_err(classify)?;
                row.map(TryFrom::try_from).transpose()
            }

            async fn challenges_of_days(
                &self,
                first: i32,
                last: i32,
            ) -> Result<Vec<challenges::Challenge>, StoreError> {
                let rows = sqlx::query_as::<_, challenges::ChallengeRow>(challenges::CHALLENGES_OF_DAYS);
                let rows = rows.bind(first).bind(last).fetch_all(&self.reader).await.map_err(classify)?;
                rows.into_iter().map(TryFrom::try_from).collect()
            }

            async fn list_challenges(
                &self,
                filter: &challenges::ChallengeFilter,
                limit: u32,
            ) -> Result<Vec<challenges::Challenge>, StoreError> {
                let (opens_at, id) =
                    filter.after.map_or((i64::MAX, Uuid::max()), |(at, id)| (micros(at), id));
                let players = filter.players.map(i16::from);
                let rows = sqlx::query_as::<_, challenges::ChallengeRow>(challenges::LIST_CHALLENGES)
                    .bind(opens_at)
                    .bind(id)
                    .bind(filter.daily.map_or(-1, i32::from))
                    .bind(players.unwrap_or(i16::MIN))
                    .bind(players.unwrap_or(i16::MAX))
                    .bind(filter.status.map_or("", challenges::ChallengeStatus::name))
                    .bind(micros(filter.now))
                    .bind(i64::from(limit))
                    .fetch_all(&self.reader)
                    .await;
                rows.map_err(classify)?.into_iter().map(TryFrom::try_from).collect()
            }

            async fn invite(
                &self,
                challenge: Uuid,
                codes: &[crate::engine::Hash],
                answer: Option<&Answer>,
            ) -> Result<bool, StoreError> {
                self.insert_invitations(challenge, codes, answer).await.map_err(classify)
            }

            async fn admits(
                &self,
                challenge: Uuid,
                player: Uuid,
                challenges::Invitation(code): challenges::Invitation,
            ) -> Result<bool, StoreError> {
                let known = sqlx::query_scalar(challenges::ADMITS)
                    .bind(challenge)
                    .bind(player)
                    .bind(code.map(|code| code.0.to_vec()))
                    .fetch_one(&self.reader)
                    .await;
                known.map(|known: i64| known > 0).map_err(classify)
            }

            async fn attempts(
                &self,
                challenge: Uuid,
                player: Uuid,
            ) -> Result<Vec<challenges::Attempt>, StoreError> {
                let rows = sqlx::query_as::<_, challenges::AttemptRow>(challenges::ATTEMPTS);
                let rows =
                    rows.bind(challenge).bind(player).fetch_all(&self.reader).await.map_err(classify)?;
                rows.into_iter().map(TryFrom::try_from).collect()
            }

            async fn start_attempt(
                &self,
                game: &NewGame,
                entry: &challenges::Entry<'_>,
                answer: Option<&Answer>,
            ) -> Result<bool, StoreError> {
                self.insert_attempt(game, entry, answer).await.map_err(classify)
            }

            async fn unsettled(
                &self,
                challenge: Uuid,
                now: DateTime<Utc>,
                limit: u32,
            ) -> Result<Vec<Uuid>, StoreError> {
                let games = sqlx::query_scalar(challenges::UNSETTLED).bind(challenge).bind(micros(now));
                games.bind(i64::from(limit)).fetch_all(&self.reader).await.map_err(classify)
            }

            async fn rank(&self, settlement: &challenges::Settlement) -> Result<bool, StoreError> {
                self.insert_results(settlement).await.map_err(classify)
            }

            async fn counts(&self, challenge: Uuid, bots: bool) -> Result<Vec<(u32, u64)>, StoreError> {
                let rows = sqlx::query_as(challenges::COUNTS).bind(challenge).bind(i16::from(bots));
                let rows: Vec<(i32, i64)> = rows.fetch_all(&self.reader).await.map_err(classify)?;
                Ok(rows
                    .into_iter()
                    .map(|(score, results)| (score.unsigned_abs(), results.unsigned_abs()))
                    .collect())
            }

            async fn board(
                &self,
                challenge: Uuid,
                bots: bool,
                from: Option<challenges::Place>,
                direction: challenges::Direction,
                limit: u32,
            ) -> Result<Vec<challenges::RankedResult>, StoreError> {
                let statement = match direction {
                    challenges::Direction::Down => challenges::BOARD_DOWN,
                    challenges::Direction::Up => challenges::BOARD_UP,
                };
                let score = from.map_or(i32::MAX, |place| i32::try_from(place.score).unwrap_or(i32::MAX));
                let query = sqlx::query_as(statement)
                    .bind(challenge)
                    .bind(i16::from(bots))
                    .bind(score)
                    .bind(from.map_or(Uuid::nil(), |place| place.game))
                    .bind(from.map_or(0, |place| i16::from(u8::from(place.seat))))
                    .bind(i64::from(limit));
                self.read_results(query).await
            }

            async fn results(
                &self,
                challenge: Uuid,
                game: Uuid,
            ) -> Result<Vec<challenges::RankedResult>, StoreError> {
                self.read_results(sqlx::query_as(challenges::RESULTS).bind(challenge).bind(game)).await
            }

            async fn void_results(
                &self,
                challenge: Uuid,
                limit: u32,
            ) -> Result<Vec<challenges::RankedResult>, StoreError> {
                let query = sqlx::query_as(challenges::VOID_RESULTS).bind(challenge).bind(i64::from(limit));
                self.read_results(query).await
            }

            async fn standings(
                &self,
                filter: challenges::StandingFilter,
                limit: u32,
            ) -> Result<Vec<challenges::Standing>, StoreError> {
                let statement = match filter.order {
                    challenges::StandingOrder::Average => challenges::BY_AVERAGE,
                    challenges::StandingOrder::Streak => challenges::BY_STREAK,
                };
                sqlx::query_as(statement)
                    .bind(filter.period)
                    .bind(i16::from(filter.players))
                    .bind(i16::from(filter.bots))
                    .bind(i64::from(filter.least))
                    .bind(i64::from(limit))
                    .fetch_all(&self.reader)
                    .await
                    .map_err(classify)
            }

            async fn standing(
                &self,
                period: i32,
                players: u8,
                player: Uuid,
            ) -> Result<Option<challenges::Standing>, StoreError> {
                let row = sqlx::query_as(challenges::STANDING).bind(period).bind(i16::from(players));
                row.bind(player).fetch_optional(&self.reader).await.map_err(classify)
            }

            async fn void(
                &self,
                settlement: &challenges::Settlement,
                reason: &str,
                act: &challenges::Act,
            ) -> Result<bool, StoreError> {
                self.void_game(settlement, reason, act).await.map_err(classify)
            }

            async fn mark_bot(
                &self,
                player: Uuid,
                bot: bool,
                act: &challenges::Act,
            ) -> Result<bool, StoreError> {
                self.move_to_board(player, bot, act).await.map_err(classify)
            }

            async fn hide_name(&self, player: Uuid, act: &challenges::Act) -> Result<bool, StoreError> {
                self.hide(player, act).await.map_err(classify)
            }

            async fn revoke_player(
                &self,
                player: Uuid,
                token: &TokenHash,
                act: &challenges::Act,
            ) -> Result<bool, StoreError> {
                self.replace_player_token(player, token, act).await.map_err(classify)
            }

            async fn revoke_seat(
                &self,
                game: Uuid,
                seat: crate::engine::Seat,
                token: &TokenHash,
                act: &challenges::Act,
            ) -> Result<bool, StoreError> {
                self.replace_seat_token(game, seat, token, act).await.map_err(classify)
            }

            async fn close_game(
                &self,
                game: Uuid,
                at: DateTime<Utc>,
                act: &challenges::Act,
            ) -> Result<bool, StoreError> {
                self.close(game, at, act).await.map_err(classify)
            }

            async fn acts(&self, after: Uuid, limit: u32) -> Result<Vec<challenges::Act>, StoreError> {
                let rows = sqlx::query_as::<_, challenges::ActRow>(challenges::ACTS);
                let rows = rows.bind(after).bind(i64::from(limit)).fetch_all(&self.reader).await;
                rows.map_err(classify)?.into_iter().map(TryFrom::try_from).collect()
            }
        }
    };
}

pub(in crate::store) use implement_challenge_store;
