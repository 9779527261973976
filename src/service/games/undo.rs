//! Taking back the last move of a private solo game.

use uuid::Uuid;

use super::create::{SeatToken, Seating};
use crate::service::Service;
use crate::service::error::Error;
use crate::service::runtime::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_stored;
use crate::store::{Game, LogEntry, Origin};

impl Service {
    /// Takes back the last move: a fork without it takes the place of the game,
    /// which is cancelled and keeps its log. As a fork, the new game counts
    /// nowhere, so that nobody can look ahead in a game that counts.
    pub async fn undo_move(
        &self,
        id: Uuid,
        token: Option<&Token>,
        key: Option<&IdempotencyKey>,
    ) -> Result<Reply, Error> {
        let undo = async |cipher: &ReplyCipher<'_>| {
            let loaded = self.load(id).await?;
            let seat = self.seat_of(&loaded, token).await?;
            loaded.require_running()?;
            if !loaded.is_last_move_undoable() {
                return Err(Error::CannotUndo);
            }
            let original = &loaded.game;
            let left = &original.moves[..original.moves.len() - 1];
            let game = Game {
                seed_by: original.seed_by,
                origin: Origin::Fork { of: id, at: loaded.seq() - 1 },
                visibility: original.visibility,
                moves: left.iter().map(|row| LogEntry { key: None, ..*row }).collect(),
                ..self.new_game(loaded.now, original.setup, original.seed.clone())
            };
            let own = Token::of_seat(game.id, &*self.entropy);
            let seating = Seating {
                seats: vec![self.seat_again(&original.seats[seat.index()], &own).await?],
                tokens: vec![SeatToken { seat, token: own.reveal().to_owned() }],
                creator: original.creator,
                owner: None,
            };
            count_stored(game.moves.len());
            self.store_new(game, seating, Some(&loaded), cipher).await
        };
        self.once_retried(token, key, request_hash(&format!("undo_move {id}"), &()), undo).await
    }
}
