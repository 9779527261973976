//! The methods of challenges, which are the same on both back ends.

/// Implements the trait in the words of `shared_methods`.
macro_rules! implement_challenge_store {
    ($Store:ty, $Pool:ty, $Tx:ty) => {
        const _: () = {
            use crate::engine::Seat;
            use crate::store::Entered;
            use crate::store::challenges::*;

            impl $Store {
                /// Makes a player, who is locked, part of an attempt, if that can be.
                async fn enter(
                    tx: &mut $Tx,
                    entry: &Entrant,
                    game: Uuid,
                    seat: Seat,
                ) -> Result<bool, sqlx::Error> {
                    let player = entry.player.id;
                    let Some(Entered { challenge, attempt, .. }) = entry.entered else {
                        return Ok(true);
                    };
                    if let Some(Invitation(code)) = entry.invitation {
                        let code = code.map(|code| code.0.to_vec());
                        let admit = sqlx::query(statements::ADMIT).bind(challenge).bind(player).bind(code);
                        admit.execute(&mut **tx).await?;
                        let admitted = sqlx::query_scalar(statements::ADMITS).bind(challenge).bind(player);
                        let admitted: i64 = admitted.bind(None::<Vec<u8>>).fetch_one(&mut **tx).await?;
                        if admitted == 0 {
                            return Ok(false);
                        }
                    }
                    let added = sqlx::query(statements::ADD_ATTEMPT)
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
                async fn count_day(tx: &mut $Tx, game: Uuid, day: Option<Day>) -> Result<(), sqlx::Error> {
                    let Some(day) = day else { return Ok(()) };
                    let count = sqlx::query(statements::COUNT_DAY).bind(game).bind(day.day).bind(day.month);
                    count.bind(i16::from(day.players)).execute(&mut **tx).await?;
                    Ok(())
                }

                async fn log_act(tx: &mut $Tx, act: &Act) -> Result<(), sqlx::Error> {
                    let log = sqlx::query(statements::ADD_ACT).bind(act.id).bind(micros(act.at));
                    log.bind(&act.actor).bind(&act.act).execute(&mut **tx).await?;
                    Ok(())
                }

                async fn count(
                    tx: &mut $Tx,
                    challenge: Uuid,
                    (bots, score): (i16, i32),
                    change: Change,
                ) -> Result<(), sqlx::Error> {
                    let statement = match change {
                        Change::Less => statements::UNCOUNT,
                        Change::More => statements::COUNT,
                    };
                    let count = sqlx::query(statement).bind(challenge).bind(bots).bind(score);
                    count.execute(&mut **tx).await?;
                    Ok(())
                }

                /// Adds a game to what its players reached (1) or takes it away (-1).
                async fn tally(
                    tx: &mut $Tx,
                    [challenge, game]: [Uuid; 2],
                    (month, players, won, enemies): (i32, i16, i16, i16),
                    change: i32,
                ) -> Result<(), sqlx::Error> {
                    sqlx::query(Self::TALLY)
                        .bind(challenge)
                        .bind(game)
                        .bind(month)
                        .bind(players)
                        .bind(change)
                        .bind(change * i32::from(won))
                        .bind(change * i32::from(enemies))
                        .execute(&mut **tx)
                        .await?;
                    Ok(())
                }

                /// Counts a result for averages, once.
                async fn count_tally(&self, challenge: Uuid, game: Uuid) -> Result<(), sqlx::Error> {
                    let mut tx = self.begin().await?;
                    let tally = sqlx::query_as(statements::COUNT_TALLY).bind(challenge).bind(game);
                    if let Some(tally) = tally.fetch_optional(&mut *tx).await? {
                        Self::tally(&mut tx, [challenge, game], tally, 1).await?;
                    }
                    tx.commit().await
                }

                async fn insert_daily_key(
                    &self,
                    key: &DailyKey,
                    act: Option<&Act>,
                ) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    sqlx::query(Self::LOCK_DAILY_KEYS).execute(&mut *tx).await?;
                    let added = sqlx::query(statements::ADD_DAILY_KEY)
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
                    challenge: &Challenge,
                    key: Option<u32>,
                    answer: Option<&Answer>,
                ) -> Result<bool, sqlx::Error> {
                    let (name, day, admin) = match &challenge.source {
                        Source::Daily(day) => (None, Some(*day), None),
                        Source::Own { name, admin } => (name.as_deref(), None, Some(admin.0.to_vec())),
                    };
                    let mut tx = self.begin().await?;
                    if key.is_some() {
                        sqlx::query(Self::SHARE_DAILY_KEYS).execute(&mut *tx).await?;
                    }
                    let added = sqlx::query(statements::ADD_CHALLENGE)
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
                    codes: &[TokenHash],
                    answer: Option<&Answer>,
                ) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    for code in codes {
                        let invite = sqlx::query(statements::INVITE).bind(challenge).bind(code.0.to_vec());
                        invite.execute(&mut *tx).await?;
                    }
                    let answered = Self::write_answer(&mut tx, answer).await?;
                    Self::settle(tx, answered).await
                }

                async fn insert_attempt(
                    &self,
                    game: &NewGame,
                    entry: &Entrant,
                    answer: Option<&Answer>,
                ) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    let named = game.seats.iter().any(|seat| seat.name.is_some());
                    let entered = Self::lock_player(&mut tx, &entry.player, named).await?
                        && Self::enter(&mut tx, entry, game.id, Seat::default()).await?;
                    if entered {
                        Self::insert_new(&mut tx, game).await?;
                        Self::count_day(&mut tx, game.id, entry.day).await?;
                    }
                    let entered = entered && Self::write_answer(&mut tx, answer).await?;
                    Self::settle(tx, entered).await
                }

                async fn insert_results(&self, settlement: &Settlement) -> Result<Ranking, sqlx::Error> {
                    let Settlement { challenge, game, scores, judged, .. } = settlement;
                    let mut tx = self.begin().await?;
                    let settled = sqlx::query(statements::SETTLE).bind(challenge).bind(game);
                    if settled.execute(&mut *tx).await?.rows_affected() == 0 {
                        Self::settle(tx, false).await?;
                        return Ok(Ranking::RankedBefore);
                    }
                    // Moves that were judged in time and are not stored yet are not
                    // stored any more; those that were are waited for.
                    let raised = sqlx::query(statements::RAISE_JUDGED).bind(game);
                    let raised = raised.bind(i64::from(judged.version)).execute(&mut *tx).await?;
                    let now: Option<MarkRow> =
                        sqlx::query_as(sql::MARK).bind(game).fetch_optional(&mut *tx).await?;
                    let last = now.and_then(MarkRow::mark).map(|mark| mark.last);
                    if raised.rows_affected() == 0 || last != Some(judged.last) {
                        Self::settle(tx, false).await?;
                        return Ok(Ranking::GameChanged);
                    }
                    sqlx::query(Self::SHARE_MEMBERS).bind(challenge).bind(game).execute(&mut *tx).await?;
                    // In one order, so that no two wait for each other's counts.
                    let mut scores = scores.clone();
                    scores.sort_unstable_by_key(|(_, score)| *score);
                    for (seat, score) in &scores {
                        let score = i32::try_from(*score).unwrap_or(i32::MAX);
                        let bots = sqlx::query_scalar(statements::ADD_RESULT)
                            .bind(challenge)
                            .bind(game)
                            .bind(i16::from(u8::from(*seat)))
                            .bind(score)
                            .bind(settlement.micros)
                            .fetch_one(&mut *tx)
                            .await?;
                        Self::count(&mut tx, *challenge, (bots, score), Change::More).await?;
                    }
                    if let Some(Tally { day, ends_at, won, enemies }) = settlement.tally {
                        sqlx::query(statements::ADD_TALLY)
                            .bind(challenge)
                            .bind(game)
                            .bind(micros(ends_at))
                            .bind(day.month)
                            .bind(i16::from(day.players))
                            .bind(i16::from(won))
                            .bind(i16::from(enemies))
                            .execute(&mut *tx)
                            .await?;
                    }
                    tx.commit().await?;
                    Ok(Ranking::Ranked)
                }

                async fn void_game(
                    &self,
                    challenge: Uuid,
                    game: Uuid,
                    reason: &str,
                    act: &Act,
                ) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    sqlx::query(Self::SHARE_MEMBERS).bind(challenge).bind(game).execute(&mut *tx).await?;
                    let void = sqlx::query_as(statements::VOID).bind(challenge).bind(game).bind(reason);
                    let mut void: Vec<(i16, i32)> = void.fetch_all(&mut *tx).await?;
                    if void.is_empty() {
                        return Self::settle(tx, false).await;
                    }
                    void.sort_unstable();
                    for place in void {
                        Self::count(&mut tx, challenge, place, Change::Less).await?;
                    }
                    let tally = sqlx::query_as(statements::DROP_TALLY).bind(challenge).bind(game);
                    let tally: Option<(i16, i32, i16, i16, i16)> = tally.fetch_optional(&mut *tx).await?;
                    if let Some((1, month, players, won, enemies)) = tally {
                        Self::tally(&mut tx, [challenge, game], (month, players, won, enemies), -1).await?;
                    }
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, true).await
                }

                async fn move_to_board(
                    &self,
                    player: Uuid,
                    bot: bool,
                    act: &Act,
                ) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    sqlx::query(Self::LOCK_TEAM_MATES).bind(player).execute(&mut *tx).await?;
                    let marked = sqlx::query(statements::MARK_BOT).bind(player).bind(i16::from(bot));
                    if marked.execute(&mut *tx).await?.rows_affected() == 0 {
                        return Self::settle(tx, false).await;
                    }
                    // Who sits down with the player meanwhile judges anew.
                    sqlx::query(Self::RAISE_VERSIONS).bind(player).execute(&mut *tx).await?;
                    let standings = sqlx::query(statements::MARK_STANDINGS).bind(player).bind(i16::from(bot));
                    standings.execute(&mut *tx).await?;
                    let misplaced: Vec<(Uuid, Uuid, i16, i16, i32, i32)> =
                        sqlx::query_as(statements::MISPLACED).bind(player).fetch_all(&mut *tx).await?;
                    let mut changes = Vec::new();
                    for (challenge, game, seat, bots, score, counts) in misplaced {
                        let moved = sqlx::query(statements::MOVE_RESULT).bind(challenge).bind(game);
                        moved.bind(seat).bind(1 - bots).execute(&mut *tx).await?;
                        if counts == 1 {
                            changes.push((challenge, (bots, score), Change::Less));
                            changes.push((challenge, (1 - bots, score), Change::More));
                        }
                    }
                    changes.sort_unstable();
                    for (challenge, place, change) in changes {
                        Self::count(&mut tx, challenge, place, change).await?;
                    }
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, true).await
                }

                async fn hide(&self, player: Uuid, act: &Act) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    let hidden = sqlx::query(statements::HIDE_NAME).bind(player).execute(&mut *tx).await?;
                    sqlx::query(Self::RAISE_VERSIONS).bind(player).execute(&mut *tx).await?;
                    sqlx::query(statements::HIDE_AT_SEATS).bind(player).execute(&mut *tx).await?;
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, hidden.rows_affected() == 1).await
                }

                async fn hide_one(&self, challenge: Uuid, act: &Act) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    let hidden = sqlx::query(statements::HIDE_CHALLENGE).bind(challenge);
                    let hidden = hidden.execute(&mut *tx).await?.rows_affected() == 1;
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, hidden).await
                }

                /// Frees the seats of a player who is gone, where others still wait.
                async fn free_seats(tx: &mut $Tx, player: Uuid) -> Result<(), sqlx::Error> {
                    sqlx::query(statements::DROP_WAITING).bind(player).execute(&mut **tx).await?;
                    sqlx::query(statements::FREE_SEATS).bind(player).execute(&mut **tx).await?;
                    Ok(())
                }

                async fn replace_player_token(
                    &self,
                    player: Uuid,
                    token: &TokenHash,
                    act: &Act,
                ) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    let token = token.0.to_vec();
                    let revoked = sqlx::query(statements::REVOKE_PLAYER).bind(player).bind(&token);
                    let revoked = revoked.execute(&mut *tx).await?.rows_affected() == 1;
                    sqlx::query(Self::RAISE_VERSIONS).bind(player).execute(&mut *tx).await?;
                    Self::free_seats(&mut tx, player).await?;
                    sqlx::query(statements::REVOKE_AT_SEATS)
                        .bind(player)
                        .bind(&token)
                        .execute(&mut *tx)
                        .await?;
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, revoked).await
                }

                async fn replace_seat_token(
                    &self,
                    game: Uuid,
                    seat: Seat,
                    token: &TokenHash,
                    act: &Act,
                ) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    sqlx::query(statements::RAISE).bind(game).execute(&mut *tx).await?;
                    let revoked = sqlx::query(statements::REVOKE_SEAT)
                        .bind(game)
                        .bind(i16::from(u8::from(seat)))
                        .bind(token.0.to_vec())
                        .execute(&mut *tx)
                        .await?;
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, revoked.rows_affected() == 1).await
                }

                async fn close(&self, game: Uuid, at: DateTime<Utc>, act: &Act) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    let closed = sqlx::query(statements::CLOSE_GAME).bind(game).bind(micros(at));
                    let closed = closed.execute(&mut *tx).await?.rows_affected() == 1;
                    sqlx::query(statements::DROP_ATTEMPTS).bind(game).execute(&mut *tx).await?;
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, closed).await
                }

                async fn read_challenges(
                    pool: &$Pool,
                    filter: &ChallengeFilter,
                    limit: u32,
                ) -> Result<Vec<Challenge>, StoreError> {
                    let (opens_at, id) =
                        filter.after.map_or((i64::MAX, Uuid::max()), |(at, id)| (micros(at), id));
                    let players = filter.players.map(i16::from);
                    let rows = sqlx::query_as::<_, ChallengeRow>(statements::LIST_CHALLENGES)
                        .bind(opens_at)
                        .bind(id)
                        .bind(filter.daily.map_or(-1, i32::from))
                        .bind(players.unwrap_or(i16::MIN))
                        .bind(players.unwrap_or(i16::MAX))
                        .bind(filter.status.map_or("", ChallengeStatus::name))
                        .bind(micros(filter.now))
                        .bind(i64::from(limit))
                        .fetch_all(pool)
                        .await;
                    rows.map_err(classify)?.into_iter().map(TryFrom::try_from).collect()
                }

                async fn read_counts(
                    pool: &$Pool,
                    challenge: Uuid,
                    bots: bool,
                ) -> Result<Vec<(u32, u64)>, StoreError> {
                    let rows = sqlx::query_as(statements::COUNTS).bind(challenge).bind(i16::from(bots));
                    let rows: Vec<(i32, i64)> = rows.fetch_all(pool).await.map_err(classify)?;
                    let counts = rows.into_iter();
                    Ok(counts
                        .map(|(score, results)| (score.unsigned_abs(), results.unsigned_abs()))
                        .collect())
                }

                async fn read_board(
                    pool: &$Pool,
                    challenge: Uuid,
                    bots: bool,
                    from: Option<Place>,
                    direction: Direction,
                    limit: u32,
                ) -> Result<Vec<RankedResult>, StoreError> {
                    let statement = match direction {
                        Direction::Down => statements::BOARD_DOWN,
                        Direction::Up => statements::BOARD_UP,
                    };
                    let score = from.map_or(i32::MAX, |place| i32::try_from(place.score).unwrap_or(i32::MAX));
                    let rows = sqlx::query_as(statement)
                        .bind(challenge)
                        .bind(i16::from(bots))
                        .bind(score)
                        .bind(from.map_or(Uuid::nil(), |place| place.game))
                        .bind(from.map_or(0, |place| i16::from(u8::from(place.seat))))
                        .bind(i64::from(limit))
                        .fetch_all(pool)
                        .await;
                    ResultRow::group(rows.map_err(classify)?)
                }

                async fn read_standings(
                    pool: &$Pool,
                    filter: StandingFilter,
                    limit: u32,
                ) -> Result<Vec<Standing>, StoreError> {
                    let statement = match filter.order {
                        StandingOrder::Average => statements::BY_AVERAGE,
                        StandingOrder::Streak => statements::BY_STREAK,
                    };
                    sqlx::query_as(statement)
                        .bind(filter.period)
                        .bind(i16::from(filter.players))
                        .bind(i16::from(filter.bots))
                        .bind(i64::from(filter.least))
                        .bind(i64::from(limit))
                        .fetch_all(pool)
                        .await
                        .map_err(classify)
                }
            }

            #[async_trait::async_trait]
            impl ChallengeStore for $Store {
                async fn daily_keys(&self) -> Result<Vec<DailyKey>, StoreError> {
                    let rows = sqlx::query_as::<_, DailyKeyRow>(statements::DAILY_KEYS);
                    let rows = rows.fetch_all(&self.reader).await.map_err(classify)?;
                    rows.into_iter().map(TryFrom::try_from).collect()
                }

                async fn add_daily_key(&self, key: &DailyKey, act: Option<&Act>) -> Result<bool, StoreError> {
                    self.insert_daily_key(key, act).await.map_err(classify)
                }

                async fn add_challenge(
                    &self,
                    challenge: &Challenge,
                    key: Option<u32>,
                    answer: Option<&Answer>,
                ) -> Result<bool, StoreError> {
                    self.insert_challenge(challenge, key, answer).await.map_err(classify)
                }

                async fn challenge(&self, id: Uuid) -> Result<Option<Challenge>, StoreError> {
                    let row = sqlx::query_as::<_, ChallengeRow>(statements::CHALLENGE).bind(id);
                    let row = row.fetch_optional(&self.reader).await.map_err(classify)?;
                    row.map(TryFrom::try_from).transpose()
                }

                async fn challenges_of_days(
                    &self,
                    first: i32,
                    last: i32,
                ) -> Result<Vec<Challenge>, StoreError> {
                    let rows = sqlx::query_as::<_, ChallengeRow>(statements::CHALLENGES_OF_DAYS);
                    let rows = rows.bind(first).bind(last).fetch_all(&self.reader).await.map_err(classify)?;
                    rows.into_iter().map(TryFrom::try_from).collect()
                }

                async fn list_challenges(
                    &self,
                    filter: &ChallengeFilter,
                    limit: u32,
                ) -> Result<Vec<Challenge>, StoreError> {
                    if let Some(replica) = self.replica()
                        && let Some(listed) = believed(Self::read_challenges(replica, filter, limit).await)
                    {
                        return Ok(listed);
                    }
                    Self::read_challenges(&self.reader, filter, limit).await
                }

                async fn invite(
                    &self,
                    challenge: Uuid,
                    codes: &[TokenHash],
                    answer: Option<&Answer>,
                ) -> Result<bool, StoreError> {
                    self.insert_invitations(challenge, codes, answer).await.map_err(classify)
                }

                async fn admits(
                    &self,
                    challenge: Uuid,
                    player: Uuid,
                    Invitation(code): Invitation,
                ) -> Result<bool, StoreError> {
                    let known = sqlx::query_scalar(statements::ADMITS)
                        .bind(challenge)
                        .bind(player)
                        .bind(code.map(|code| code.0.to_vec()))
                        .fetch_one(&self.reader)
                        .await;
                    known.map(|known: i64| known > 0).map_err(classify)
                }

                async fn attempts(&self, challenge: Uuid, player: Uuid) -> Result<Vec<Attempt>, StoreError> {
                    let rows = sqlx::query_as::<_, AttemptRow>(statements::ATTEMPTS);
                    let rows =
                        rows.bind(challenge).bind(player).fetch_all(&self.reader).await.map_err(classify)?;
                    rows.into_iter().map(TryFrom::try_from).collect()
                }

                async fn start_attempt(
                    &self,
                    game: &NewGame,
                    entry: &Entrant,
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
                    let games = sqlx::query_scalar(statements::UNSETTLED).bind(challenge).bind(micros(now));
                    games.bind(i64::from(limit)).fetch_all(&self.reader).await.map_err(classify)
                }

                async fn rank(&self, settlement: &Settlement) -> Result<Ranking, StoreError> {
                    self.insert_results(settlement).await.map_err(classify)
                }

                async fn counts(&self, challenge: Uuid, bots: bool) -> Result<Vec<(u32, u64)>, StoreError> {
                    Self::read_counts(&self.reader, challenge, bots).await
                }

                async fn board(
                    &self,
                    challenge: Uuid,
                    bots: bool,
                    from: Option<Place>,
                    direction: Direction,
                    limit: u32,
                ) -> Result<Vec<RankedResult>, StoreError> {
                    Self::read_board(&self.reader, challenge, bots, from, direction, limit).await
                }

                async fn final_board(
                    &self,
                    challenge: Uuid,
                    bots: bool,
                    from: Option<Place>,
                    limit: u32,
                    counts: &[(u32, u64)],
                ) -> Result<Vec<RankedResult>, StoreError> {
                    let down = Direction::Down;
                    if let Some(replica) = self.replica()
                        && believed(Self::read_counts(replica, challenge, bots).await)
                            .is_some_and(|there| there == counts)
                        && let Some(board) =
                            believed(Self::read_board(replica, challenge, bots, from, down, limit).await)
                    {
                        return Ok(board);
                    }
                    Self::read_board(&self.reader, challenge, bots, from, down, limit).await
                }

                async fn results(
                    &self,
                    challenge: Uuid,
                    game: Uuid,
                ) -> Result<Vec<RankedResult>, StoreError> {
                    let rows = sqlx::query_as(statements::RESULTS).bind(challenge).bind(game);
                    ResultRow::group(rows.fetch_all(&self.reader).await.map_err(classify)?)
                }

                async fn void_results(
                    &self,
                    challenge: Uuid,
                    bots: bool,
                    limit: u32,
                ) -> Result<Vec<RankedResult>, StoreError> {
                    let rows = sqlx::query_as(statements::VOID_RESULTS).bind(challenge).bind(i16::from(bots));
                    let rows = rows.bind(i64::from(limit)).fetch_all(&self.reader).await;
                    ResultRow::group(rows.map_err(classify)?)
                }

                async fn standings(
                    &self,
                    filter: StandingFilter,
                    limit: u32,
                ) -> Result<Vec<Standing>, StoreError> {
                    if let Some(replica) = self.replica()
                        && let Some(standings) = believed(Self::read_standings(replica, filter, limit).await)
                    {
                        return Ok(standings);
                    }
                    Self::read_standings(&self.reader, filter, limit).await
                }

                async fn standing(
                    &self,
                    period: i32,
                    players: u8,
                    player: Uuid,
                ) -> Result<Option<Standing>, StoreError> {
                    let row = sqlx::query_as(statements::STANDING).bind(period).bind(i16::from(players));
                    row.bind(player).fetch_optional(&self.reader).await.map_err(classify)
                }

                async fn void(
                    &self,
                    challenge: Uuid,
                    game: Uuid,
                    reason: &str,
                    act: &Act,
                ) -> Result<bool, StoreError> {
                    self.void_game(challenge, game, reason, act).await.map_err(classify)
                }

                async fn tally_all(&self, now: DateTime<Utc>, limit: u32) -> Result<bool, StoreError> {
                    let found =
                        sqlx::query_as(statements::UNCOUNTED).bind(micros(now)).bind(i64::from(limit));
                    let found: Vec<(Uuid, Uuid)> = found.fetch_all(&self.reader).await.map_err(classify)?;
                    for (challenge, game) in &found {
                        self.count_tally(*challenge, *game).await.map_err(classify)?;
                    }
                    Ok(found.len() < limit as usize)
                }

                async fn hide_challenge(&self, challenge: Uuid, act: &Act) -> Result<bool, StoreError> {
                    self.hide_one(challenge, act).await.map_err(classify)
                }

                async fn mark_bot(&self, player: Uuid, bot: bool, act: &Act) -> Result<bool, StoreError> {
                    self.move_to_board(player, bot, act).await.map_err(classify)
                }

                async fn hide_name(&self, player: Uuid, act: &Act) -> Result<bool, StoreError> {
                    self.hide(player, act).await.map_err(classify)
                }

                async fn revoke_player(
                    &self,
                    player: Uuid,
                    token: &TokenHash,
                    act: &Act,
                ) -> Result<bool, StoreError> {
                    self.replace_player_token(player, token, act).await.map_err(classify)
                }

                async fn revoke_seat(
                    &self,
                    game: Uuid,
                    seat: Seat,
                    token: &TokenHash,
                    act: &Act,
                ) -> Result<bool, StoreError> {
                    self.replace_seat_token(game, seat, token, act).await.map_err(classify)
                }

                async fn close_game(
                    &self,
                    game: Uuid,
                    at: DateTime<Utc>,
                    act: &Act,
                ) -> Result<bool, StoreError> {
                    self.close(game, at, act).await.map_err(classify)
                }

                async fn acts(&self, after: Uuid, limit: u32) -> Result<Vec<Act>, StoreError> {
                    let rows = sqlx::query_as::<_, ActRow>(statements::ACTS);
                    let rows = rows.bind(after).bind(i64::from(limit)).fetch_all(&self.reader).await;
                    rows.map_err(classify)?.into_iter().map(TryFrom::try_from).collect()
                }
            }
        };
    };
}

pub(in crate::store) use implement_challenge_store;
