//! Taking back the last move of a private solo game: an entry of the log, as a move
//! is (docs/spec/record.md S3.1).

use regicide_engine::engine::{Move, deserialize_some};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Play;
use super::moves::{AnswerForm, MakeMove, Moved};
use crate::service::auth::idempotency::{IdempotencyKey, request_hash};
use crate::service::error::Error;
use crate::service::runtime::token::Token;

/// A request to take back the last move.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"expected_seq": 3})))]
pub struct UndoMove {
    /// The number of moves that the caller has seen. If others were made
    /// since, the request is refused with 409.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(minimum = 0, maximum = 7151)]
    pub expected_seq: Option<u32>,
}

impl Play {
    /// Takes back the last move, as the move `undo` does.
    pub async fn undo(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &UndoMove,
        key: Option<&IdempotencyKey>,
        form: AnswerForm,
    ) -> Result<Moved, Error> {
        let key = key.map(|key| key.for_move(request_hash(&format!("undo_move {id}"), request)));
        let undo = MakeMove { mv: None, text: Some(Move::Undo.text()), expected_seq: request.expected_seq };
        self.make_keyed_move(id, token, &undo, key, form).await
    }
}
