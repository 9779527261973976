//! What both back ends do with the same statements.

/// Writes the methods that are the same on both back ends, for one of them.
///
/// A macro, because the bounds that sqlx asks of code that is generic over
/// databases are longer than the code.
macro_rules! shared_methods {
    ($Pool:ty, $Tx:ty) => {
        /// Whether there was such a seat.
        async fn write_seat(
            tx: &mut $Tx,
            statement: &'static str,
            game: Uuid,
            seat: &SeatState,
        ) -> Result<bool, sqlx::Error> {
            let written = sqlx::query(statement)
                .bind(game)
                .bind(i16::from(u8::from(seat.seat)))
                .bind(seat.name.as_deref())
                .bind(i16::from(seat.open))
                .bind(seat.token.as_ref().map(|token| token.0.to_vec()))
                .bind(seat.asked_to_concede.map(i64::from))
                .bind(seat.player.map(|player| player.id))
                .bind(seat.player.map(|player| player.token.0.to_vec()))
                .execute(&mut **tx)
                .await?;
            Ok(written.rows_affected() == 1)
        }

        /// Answers a claimed key; false if the claim is lost.
        async fn write_answer(tx: &mut $Tx, answer: Option<&Answer>) -> Result<bool, sqlx::Error> {
            let Some(Answer { claim, body }) = answer else { return Ok(true) };
            let written = sqlx::query(sql::ANSWER)
                .bind(claim.key.0.to_vec())
                .bind(claim.by)
                .bind(body.as_slice())
                .execute(&mut **tx)
                .await?;
            Ok(written.rows_affected() == 1)
        }

        /// Commits what took effect, undoes what did not.
        async fn settle(tx: $Tx, took_effect: bool) -> Result<bool, sqlx::Error> {
            if took_effect {
                tx.commit().await?
            } else {
                tx.rollback().await?
            }
            Ok(took_effect)
        }

        async fn claim_key(
            &self,
            claim: &Claim,
            [now, stale, expired]: [DateTime<Utc>; 3],
        ) -> Result<ClaimState, sqlx::Error> {
            let mut tx = self.begin().await?;
            let key = claim.key.0.to_vec();
            sqlx::query(sql::FORGET_ANSWERS).bind(micros(expired)).execute(&mut *tx).await?;
            sqlx::query(sql::FREE_STALE).bind(&key).bind(micros(stale)).execute(&mut *tx).await?;
            let claimed = sqlx::query(sql::CLAIM)
                .bind(&key)
                .bind(claim.request.0.to_vec())
                .bind(claim.by)
                .bind(micros(now))
                .execute(&mut *tx)
                .await?;
            let state = if claimed.rows_affected() == 1 {
                ClaimState::Claimed
            } else {
                let used = sqlx::query_as(sql::CLAIMED).bind(&key).fetch_optional(&mut *tx).await?;
                claim_state(claim, used)
            };
            tx.commit().await?;
            Ok(state)
        }

        async fn read_list(pool: &$Pool, filter: &Filter, limit: u32) -> Result<Vec<Summary>, StoreError> {
            let players = filter.players.map(i16::from);
            let (from, before) = id_range(filter);
            let statement = match (filter.player, filter.status) {
                (Some(_), _) => Self::LIST_OF_PLAYER,
                (None, None | Some(Status::Finished)) => Self::LIST,
                (None, Some(_)) => Self::LIST_UNFINISHED,
            };
            let query = sqlx::query_as::<_, SummaryRow>(statement)
                .bind(micros(filter.now))
                .bind(before)
                .bind(from)
                .bind(filter.created_before.map_or(i64::MAX, micros))
                .bind(filter.created_after.map_or(i64::MIN, micros))
                .bind(players.unwrap_or(i16::MIN))
                .bind(players.unwrap_or(i16::MAX))
                .bind(filter.game.map_or("", crate::engine::GameKind::name))
                .bind(filter.status.map_or("", Status::name))
                .bind(i64::from(limit));
            let query = match filter.player {
                Some(player) => query.bind(player),
                None => query,
            };
            let rows = query.fetch_all(pool).await.map_err(classify)?;
            rows.into_iter().map(Summary::try_from).collect()
        }

        async fn read_game(pool: &$Pool, id: Uuid) -> Result<Option<Game>, StoreError> {
            let row = sqlx::query_as::<_, GameRow>(Self::GAME).bind(id).fetch_optional(pool).await;
            row.map_err(|error| unreadable(id, error))?.map(Game::try_from).transpose()
        }

        async fn read_export(pool: &$Pool, after: i64, limit: u32) -> Result<Vec<Exported>, StoreError> {
            let rows = sqlx::query_as::<_, GameRow>(Self::EXPORT)
                .bind(after)
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await;
            rows.map_err(classify)?.into_iter().map(Exported::try_from).collect()
        }

        /// Whether the schema is the one that this program brings along.
        async fn check_schema(&self) -> Result<(), StoreError> {
            let applied = sqlx::query_as::<_, (i64, Vec<u8>)>(sql::APPLIED).fetch_all(&self.reader).await;
            let applied = applied.map_err(|error| match classify(error) {
                StoreError::Database(error) => StoreError::Schema(error.to_string()),
                other => other,
            })?;
            let known = MIGRATOR.iter().map(|known| (known.version, known.checksum.to_vec()));
            if known.eq(applied) {
                return Ok(());
            }
            Err(StoreError::Schema("other migrations were applied than this program knows".to_owned()))
        }

        async fn change_seat(
            &self,
            game: Uuid,
            version: u32,
            seat: &SeatState,
            team: Option<&TeamChange>,
            answer: Option<&Answer>,
        ) -> Result<bool, sqlx::Error> {
            let mut tx = self.begin().await?;
            // Before the game's row, as whoever changes a player locks them.
            if let Some(player) = &seat.player
                && !Self::lock_player(&mut tx, player, seat.name.is_some()).await?
            {
                return Self::settle(tx, false).await;
            }
            let raised =
                sqlx::query(sql::RAISE_VERSION).bind(game).bind(i64::from(version)).execute(&mut *tx).await?;
            let changed = raised.rows_affected() == 1
                && Self::write_seat(&mut tx, sql::UPDATE_SEAT, game, seat).await?
                && Self::change_team(&mut tx, game, seat, team).await?
                && Self::write_answer(&mut tx, answer).await?;
            Self::settle(tx, changed).await
        }

        /// Keeps a player from being changed, or sitting down elsewhere, until
        /// the transaction ends; false if the token is another by now, or the
        /// player is to be named and an operator has hidden the name.
        async fn lock_player(tx: &mut $Tx, player: &SeatPlayer, named: bool) -> Result<bool, sqlx::Error> {
            let holds = sqlx::query(Self::LOCK_PLAYER).bind(player.id).bind(player.token.0.to_vec());
            Ok(holds.bind(i16::from(named)).fetch_optional(&mut **tx).await?.is_some())
        }

        async fn change_team(
            tx: &mut $Tx,
            game: Uuid,
            seat: &SeatState,
            team: Option<&TeamChange>,
        ) -> Result<bool, sqlx::Error> {
            match team {
                None => Ok(true),
                Some(TeamChange::Joins(entry)) => {
                    let entered = Self::enter(tx, entry, game, seat.seat).await?;
                    Self::count_day(tx, game, entry.day.filter(|_| entered)).await?;
                    Ok(entered)
                }
                Some(TeamChange::Leaves { challenge }) => {
                    let left = sqlx::query(challenges::statements::DROP_ATTEMPT).bind(challenge).bind(game);
                    left.bind(i16::from(u8::from(seat.seat))).execute(&mut **tx).await?;
                    Ok(true)
                }
            }
        }

        async fn call_off(&self, game: Uuid, version: u32, at: DateTime<Utc>) -> Result<bool, sqlx::Error> {
            let mut tx = self.begin().await?;
            let cancelled = sqlx::query(sql::CANCEL)
                .bind(game)
                .bind(i64::from(version))
                .bind(micros(at))
                .execute(&mut *tx)
                .await?;
            sqlx::query(challenges::statements::DROP_ATTEMPTS).bind(game).execute(&mut *tx).await?;
            Self::settle(tx, cancelled.rows_affected() == 1).await
        }

        async fn give_up(&self, claim: &Claim) -> Result<(), sqlx::Error> {
            let mut tx = self.begin().await?;
            sqlx::query(sql::RELEASE).bind(claim.key.0.to_vec()).bind(claim.by).execute(&mut *tx).await?;
            tx.commit().await
        }
    };
}

/// What a replica says, unless it fails: then the primary is asked.
pub(super) fn believed<T>(answer: Result<T, super::StoreError>) -> Option<T> {
    answer.inspect_err(|error| tracing::warn!(%error, "the replica does not answer")).ok()
}

/// Implements the trait in the words of `shared_methods`.
macro_rules! implement_store {
    ($Store:ty) => {
        #[async_trait::async_trait]
        impl Store for $Store {
            async fn migrate(&self) -> Result<(), StoreError> {
                self.apply_migrations().await.map_err(migration_error)
            }

            async fn ready(&self) -> Result<(), StoreError> {
                self.check_schema().await
            }

            async fn create_game(&self, game: &NewGame, answer: Option<&Answer>) -> Result<bool, StoreError> {
                let creation = Creation { game: game.clone(), answer: answer.cloned() };
                self.games.make(creation).await
            }

            async fn game(&self, id: Uuid) -> Result<Option<Game>, StoreError> {
                Self::read_game(&self.reader, id).await
            }

            async fn past_game(&self, id: Uuid) -> Result<Option<Game>, StoreError> {
                if let Some(replica) = self.replica() {
                    let found = believed(Self::read_game(replica, id).await).flatten();
                    if found.as_ref().is_some_and(|found| found.game.finished.is_some()) {
                        return Ok(found);
                    }
                }
                Self::read_game(&self.reader, id).await
            }

            async fn mark(&self, id: Uuid) -> Result<Option<Mark>, StoreError> {
                let mark =
                    sqlx::query_as::<_, MarkRow>(sql::MARK).bind(id).fetch_optional(&self.reader).await;
                Ok(mark.map_err(|error| unreadable(id, error))?.and_then(MarkRow::mark))
            }

            async fn append(&self, append: &Append) -> Result<Appended, StoreError> {
                self.moves.append(append.clone()).await
            }

            async fn set_seat(
                &self,
                game: Uuid,
                version: u32,
                seat: &SeatState,
                team: Option<&TeamChange>,
                answer: Option<&Answer>,
            ) -> Result<bool, StoreError> {
                self.change_seat(game, version, seat, team, answer).await.map_err(classify)
            }

            async fn cancel(&self, game: Uuid, version: u32, at: DateTime<Utc>) -> Result<bool, StoreError> {
                self.call_off(game, version, at).await.map_err(classify)
            }

            async fn list(&self, filter: &Filter, limit: u32) -> Result<Vec<Summary>, StoreError> {
                if let Some(replica) = self.replica()
                    && let Some(listed) = believed(Self::read_list(replica, filter, limit).await)
                {
                    return Ok(listed);
                }
                Self::read_list(&self.reader, filter, limit).await
            }

            async fn export(
                &self,
                after: i64,
                limit: u32,
                now: DateTime<Utc>,
            ) -> Result<Vec<Exported>, StoreError> {
                let behind =
                    sqlx::query_scalar(sql::EXPORT_IS_BEHIND).bind(micros(now)).fetch_one(&self.reader).await;
                if behind.map_err(classify)? {
                    self.give_export_positions(now).await.map_err(classify)?;
                }
                let mut exported = Vec::new();
                if let Some(replica) = self.replica() {
                    exported = believed(Self::read_export(replica, after, limit).await).unwrap_or_default();
                }
                // What the replica has is a beginning of what there is.
                let last = exported.last().map_or(after, |row| row.position);
                let missing = limit.saturating_sub(u32::try_from(exported.len()).unwrap_or(limit));
                if missing > 0 {
                    exported.extend(Self::read_export(&self.reader, last, missing).await?);
                }
                Ok(exported)
            }

            async fn game_ids(&self, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
                let ids = sqlx::query_scalar(sql::GAME_IDS).bind(after).bind(i64::from(limit));
                ids.fetch_all(&self.reader).await.map_err(classify)
            }

            async fn games_between(
                &self,
                after: Uuid,
                last: Uuid,
            ) -> Result<Vec<Result<Game, StoreError>>, StoreError> {
                let rows = sqlx::query_as::<_, GameRow>(Self::GAMES).bind(after).bind(last);
                let rows = rows.fetch_all(&self.reader).await.map_err(classify)?;
                Ok(rows.into_iter().map(Game::try_from).collect())
            }

            async fn signing_keys(&self) -> Result<Vec<StoredKey>, StoreError> {
                let rows = sqlx::query_as::<_, KeyRow>(sql::SIGNING_KEYS).fetch_all(&self.reader).await;
                rows.map_err(classify)?.into_iter().map(StoredKey::try_from).collect()
            }

            async fn add_signing_key(&self, key: &StoredKey) -> Result<bool, StoreError> {
                let added = sqlx::query(sql::ADD_SIGNING_KEY)
                    .bind(i64::from(key.number))
                    .bind(key.secret.to_vec())
                    .bind(micros(key.valid_from))
                    .execute(&self.writer)
                    .await;
                Ok(added.map_err(classify)?.rows_affected() == 1)
            }

            async fn export_position(&self, id: Uuid) -> Result<Option<i64>, StoreError> {
                let place =
                    sqlx::query_scalar(sql::EXPORT_POSITION).bind(id).fetch_optional(&self.reader).await;
                place.map_err(classify)
            }

            async fn claim(
                &self,
                claim: &Claim,
                now: DateTime<Utc>,
                stale: DateTime<Utc>,
                expired: DateTime<Utc>,
            ) -> Result<ClaimState, StoreError> {
                self.claim_key(claim, [now, stale, expired]).await.map_err(classify)
            }

            async fn release(&self, claim: &Claim) -> Result<(), StoreError> {
                self.give_up(claim).await.map_err(classify)
            }
        }
    };
}

pub(super) use {implement_store, shared_methods};
