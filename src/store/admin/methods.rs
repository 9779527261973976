//! The methods of operators, which are the same on both back ends.

/// Implements the trait in the words of `shared_methods`.
macro_rules! implement_admin_store {
    ($Store:ty, $Tx:ty) => {
        const _: () = {
            use crate::engine::Seat;
            use crate::store::admin::*;
            use crate::store::boards::Change;
            use crate::store::challenges::statements::DROP_ATTEMPTS;

            impl $Store {
                async fn log_act(tx: &mut $Tx, act: &Act) -> Result<(), sqlx::Error> {
                    let log = sqlx::query(statements::ADD_ACT).bind(act.id).bind(micros(act.at));
                    log.bind(&act.actor).bind(&act.act).execute(&mut **tx).await?;
                    Ok(())
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

                async fn hide_player(&self, player: Uuid, act: &Act) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    let hidden = sqlx::query(statements::HIDE_NAME).bind(player).execute(&mut *tx).await?;
                    sqlx::query(Self::RAISE_VERSIONS).bind(player).execute(&mut *tx).await?;
                    sqlx::query(statements::HIDE_AT_SEATS).bind(player).execute(&mut *tx).await?;
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, hidden.rows_affected() == 1).await
                }

                async fn hide_organised(&self, challenge: Uuid, act: &Act) -> Result<bool, sqlx::Error> {
                    let mut tx = self.begin().await?;
                    let hidden = sqlx::query(statements::HIDE_CHALLENGE).bind(challenge);
                    let hidden = hidden.execute(&mut *tx).await?.rows_affected() == 1;
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, hidden).await
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
                    sqlx::query(DROP_ATTEMPTS).bind(game).execute(&mut *tx).await?;
                    Self::log_act(&mut tx, act).await?;
                    Self::settle(tx, closed).await
                }
            }

            #[async_trait::async_trait]
            impl AdminStore for $Store {
                async fn void(
                    &self,
                    challenge: Uuid,
                    game: Uuid,
                    reason: &str,
                    act: &Act,
                ) -> Result<bool, StoreError> {
                    self.void_game(challenge, game, reason, act).await.map_err(classify)
                }

                async fn hide_challenge(&self, challenge: Uuid, act: &Act) -> Result<bool, StoreError> {
                    self.hide_organised(challenge, act).await.map_err(classify)
                }

                async fn mark_bot(&self, player: Uuid, bot: bool, act: &Act) -> Result<bool, StoreError> {
                    self.move_to_board(player, bot, act).await.map_err(classify)
                }

                async fn hide_name(&self, player: Uuid, act: &Act) -> Result<bool, StoreError> {
                    self.hide_player(player, act).await.map_err(classify)
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

pub(in crate::store) use implement_admin_store;
