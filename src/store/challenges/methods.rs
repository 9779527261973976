//! The methods of challenges, which are the same on both back ends.

/// Implements the trait in the words of `shared_methods`.
macro_rules! implement_challenge_store {
    ($Store:ty, $Pool:ty, $Tx:ty) => {
        const _: () = {
            use crate::engine::Seat;
            use crate::store::Entered;
            use crate::store::admin::Act;
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
            }
        };
    };
}

pub(in crate::store) use implement_challenge_store;
