//! The methods of boards, which are the same on both back ends.

/// Implements the trait in the words of `shared_methods`.
macro_rules! implement_board_store {
    ($Store:ty, $Pool:ty, $Tx:ty) => {
        const _: () = {
            use crate::store::boards::*;

            impl $Store {
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
            impl BoardStore for $Store {
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

                async fn tally_all(&self, now: DateTime<Utc>, limit: u32) -> Result<bool, StoreError> {
                    let found =
                        sqlx::query_as(statements::UNCOUNTED).bind(micros(now)).bind(i64::from(limit));
                    let found: Vec<(Uuid, Uuid)> = found.fetch_all(&self.reader).await.map_err(classify)?;
                    for (challenge, game) in &found {
                        self.count_tally(*challenge, *game).await.map_err(classify)?;
                    }
                    Ok(found.len() < limit as usize)
                }
            }
        };
    };
}

pub(in crate::store) use implement_board_store;
