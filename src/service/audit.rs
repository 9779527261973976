//! Auditing a stored game: rebuilding it from seed and log, and comparing.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Service;
use super::error::Error;
use super::table::{Caller, SEALED, Sight, sight};
use crate::engine::{Game as _, Silent};
use crate::record::Rebuild;
use crate::store::{Game, StoreError};

/// What an audit found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Audit {
    /// Whether everything holds.
    pub holds: bool,
    /// How many moves are stored and good, up to the first bad one.
    pub moves_valid: u32,
    /// The commitment that was published before the first move.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The chain's hash after the good moves.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub h: String,
    /// What was checked.
    pub checks: Vec<AuditCheck>,
}

/// Something that an audit checked.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AuditCheck {
    /// What.
    pub name: AuditCheckName,
    /// Whether it holds.
    pub holds: bool,
    /// The first move that does not, if it is about moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seq: Option<u32>,
}

/// What an audit checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditCheckName {
    /// All rows can be read and none is missing.
    Rows,
    /// The seed is the one committed to before the first move.
    Commitment,
    /// Every move is legal where it stands.
    Legality,
    /// Every hash of the chain is that of all moves before it.
    Chain,
    /// No move is stored as made before the one before it.
    Times,
    /// The stored result is how the moves end.
    Result,
}

impl AuditCheckName {
    /// Its name, as in an answer.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Commitment => "commitment",
            Self::Legality => "legality",
            Self::Chain => "chain",
            Self::Times => "times",
            Self::Result => "result",
        }
    }
}

impl Service {
    /// Rebuilds a game from its seed and log and says what holds. While the
    /// game runs the audit says nothing that its viewers do not know.
    ///
    /// # Errors
    /// An unknown game, or the store's; what does not hold is no error.
    pub async fn audit(&self, id: Uuid) -> Result<Audit, Error> {
        match self.store.past_game(id).await {
            Ok(Some(game)) if sight(&game, Caller::Spectator, self.now()) == Sight::Nothing => {
                Err(Error::Sealed(SEALED))
            }
            Ok(Some(game)) => Ok(audit(&game)),
            Ok(None) => Err(Error::NoSuchGame),
            Err(error @ StoreError::Corrupt { .. }) => {
                tracing::error!(game = %id, %error, "an audit found a corrupt row");
                Ok(Audit::unreadable())
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Audit {
    /// What an audit finds in a game whose rows cannot even be read.
    pub(crate) fn unreadable() -> Self {
        let rows = AuditCheck { name: AuditCheckName::Rows, holds: false, seq: None };
        Self { holds: false, moves_valid: 0, commitment: String::new(), h: String::new(), checks: vec![rows] }
    }
}

/// Rebuilds a stored game and says what holds.
#[must_use]
pub fn audit(stored: &Game) -> Audit {
    let game = &stored.game;
    let mut rebuild = Rebuild::new(&game.setup, &game.seed);
    let (mut illegal, mut broken, mut earlier) = (None, None, None);
    let mut last = None;
    for row in &game.moves {
        let seq = row.entry.seq;
        if rebuild.add(&row.entry, &mut Silent).is_err() {
            illegal = Some(seq);
            break;
        }
        if rebuild.chain().hash() != row.h {
            broken = broken.or(Some(seq));
        }
        if row.entry.at.is_some() && row.entry.at < last {
            earlier = earlier.or(Some(seq));
        }
        last = row.entry.at.or(last);
    }
    let outcome = rebuild.position().outcome();
    let result = game.finished.as_ref().map(|finished| &finished.outcome) == outcome.as_ref();
    let check = |name, holds, seq| AuditCheck { name, holds, seq };
    let checks = vec![
        check(AuditCheckName::Rows, true, None),
        check(AuditCheckName::Commitment, game.seed.commitment() == game.commitment, None),
        check(AuditCheckName::Legality, illegal.is_none(), illegal),
        check(AuditCheckName::Chain, broken.is_none(), broken),
        check(AuditCheckName::Times, earlier.is_none(), earlier),
        check(AuditCheckName::Result, result, None),
    ];
    Audit {
        holds: checks.iter().all(|check| check.holds),
        moves_valid: rebuild.position().seq(),
        commitment: game.commitment.to_string(),
        h: rebuild.chain().hash().to_string(),
        checks,
    }
}
