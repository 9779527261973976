//! Audits: stored rows, compared with what follows from seeds and logs.

mod boards;
mod challenge_game;
mod challenges;
mod game;
mod seats;
mod standings;
mod tlog;

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use regicide_engine::engine::{Message, UnknownRuleset};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::auth::Auth;
use super::core::Core;
use super::error::Error;
use super::games::Games;
use super::games::record::entry_of_game;
use super::runtime::token::Token;
use super::runtime::work::blocking;
use regicide_store::{AuditedGame, Challenge, Store, StoreError};

pub use boards::audit_boards;
pub use challenges::audit_challenges;
pub use game::audit;
pub use standings::audit_standings;
pub use tlog::audit_tlog;

use challenge_game::{Challenges, check_challenge_game};
use seats::seats_hold;

/// The result of an audit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Audit {
    /// True if every check holds.
    pub holds: bool,
    /// The number of valid stored moves, up to the first invalid one.
    pub moves_valid: u32,
    /// The commitment that was published before the first move.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: String,
    /// The chain's hash after the valid moves.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub chain: String,
    /// The checks.
    pub checks: Vec<AuditCheck>,
}

/// A check of an audit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AuditCheck {
    /// The subject of the check.
    pub name: AuditCheckName,
    /// True if it holds.
    pub holds: bool,
    /// The first move for which it fails, if it is about moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seq: Option<u32>,
    /// The difference, for the operator: for a running game it contains more than its
    /// players may see.
    #[serde(skip)]
    pub difference: Option<Difference>,
}

/// A difference between a stored row and what this program computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A stored move is against the rules.
    Refused {
        text: String,
        clause: &'static str,
        reason: Message,
    },
    Value {
        stored: String,
        computed: String,
    },
    /// A row cannot be read; the text names the part.
    Unreadable(String),
}

/// The subject of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AuditCheckName {
    /// All rows can be read and none is missing.
    Rows,
    /// The seed is the one committed to before the first move.
    Commitment,
    /// Every move is legal in its position.
    Legality,
    /// Every hash of the chain covers all moves before it.
    Chain,
    /// Times never decrease from move to move, and the moves that a fork or an import
    /// began with are not later than its creation.
    Times,
    /// The stored result is that of the moves.
    Result,
    /// The time of creation is that of the id, and no move is earlier.
    CreatedAt,
    /// The time of the end is that of the last move.
    FinishedAt,
    /// The stated maker of the seed can have made it.
    SeedBy,
    /// The counted end of the game at its seats follows from the game.
    Seats,
    /// Games of challenges: seed, set-up and end are the challenge's.
    Challenge,
    /// Games of challenges: each player has the attempt of the game, with its score.
    Attempts,
    /// Games of challenges: the results on the board follow from the moves.
    Board,
    /// Games that are logged: the entry in the transparency log is the game's.
    Log,
}

/// A row other than a game that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of row, such as `standing`.
    pub row: &'static str,
    /// Its id among rows of its kind.
    pub id: String,
    pub checks: Vec<&'static str>,
}

#[derive(Clone, Debug)]
pub enum Audited {
    Checked(Audit),
    /// The game was not checked: this program does not support its rules.
    UnknownRules(UnknownRuleset),
}

pub struct Audits {
    core: Arc<Core>,
    auth: Arc<Auth>,
    games: Arc<Games>,
}

impl Audits {
    pub(super) const fn new(core: Arc<Core>, auth: Arc<Auth>, games: Arc<Games>) -> Self {
        Self { core, auth, games }
    }

    /// Rebuilds a game from its seed and log and returns the checks. While the game
    /// runs, the audit contains nothing that its viewers cannot see.
    pub async fn of_game(&self, id: Uuid, token: Option<&Token>) -> Result<Audit, Error> {
        let now = self.core.now().await?;
        let game = self.core.store.games.read_past(id).await;
        if let Ok(Some(game)) = &game {
            self.games.check_reader(game, token, now).await?;
        }
        match game {
            Ok(Some(_)) => match audit_game(&self.core.store, id).await? {
                Audited::Checked(audit) => Ok(audit),
                Audited::UnknownRules(rules) => Err(Error::UnknownRules(rules)),
            },
            Ok(None) => Err(Error::NoSuchGame),
            Err(error @ StoreError::Corrupt { .. }) => {
                error.report();
                self.auth.check_token(token).await?;
                Ok(Audit::unreadable(None))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Audits stored games, with their rows in other tables, in no particular order. The
/// result contains every id.
pub async fn audit_games(store: &Store, ids: &[Uuid]) -> Result<Vec<(Uuid, Audited)>, StoreError> {
    let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else { return Ok(Vec::new()) };
    match store.audit.games_between(just_before(first), last).await {
        Err(error) if error.is_damage() => {
            let mut audited = Vec::with_capacity(ids.len());
            for &id in ids {
                audited.push((id, audit_game(store, id).await?));
            }
            Ok(audited)
        }
        games => {
            let mut games: HashMap<_, _> = games?.into_iter().collect();
            let mut challenges = Challenges::default();
            let mut audited = Vec::with_capacity(ids.len());
            for &id in ids {
                let game = games.remove(&id);
                let log_holds = game.as_ref().and_then(|game| log_holds(game.as_ref().ok()?));
                let mut found = audit_read(store, game, &mut challenges).await?;
                if let (Audited::Checked(audit), Some(holds)) = (&mut found, log_holds) {
                    audit.add(AuditCheckName::Log, holds);
                }
                audited.push((id, found));
            }
            Ok(audited)
        }
    }
}

/// Audits a game.
async fn audit_game(store: &Store, id: Uuid) -> Result<Audited, StoreError> {
    let game = match store.audit.games_between(just_before(id), id).await {
        Err(error) if error.is_damage() => None,
        games => games?.pop().map(|(_, game)| game),
    };
    audit_read(store, game, &mut Challenges::default()).await
}

/// Audits a game that was read, if it could be.
async fn audit_read(
    store: &Store,
    game: Option<Result<AuditedGame, StoreError>>,
    challenges: &mut Challenges,
) -> Result<Audited, StoreError> {
    match game {
        Some(Ok(game)) => {
            let challenge = challenges.of(store, &game.game).await?.cloned();
            let moves = game.game.moves.len();
            Ok(Audited::Checked(blocking(moves, move || audit_held(&game, challenge.as_ref())).await))
        }
        Some(Err(StoreError::UnknownRules { rules, .. })) => Ok(Audited::UnknownRules(rules)),
        Some(Err(StoreError::Corrupt { what, .. })) => Ok(Audited::Checked(Audit::unreadable(Some(what)))),
        Some(Err(error)) => Err(error),
        None => Ok(Audited::Checked(Audit::unreadable(None))),
    }
}

/// Audits a game with its rows in other tables.
fn audit_held(held: &AuditedGame, challenge: Option<&Challenge>) -> Audit {
    let mut audit = audit(&held.game);
    audit.add(AuditCheckName::Seats, seats_hold(held));
    if held.game.challenge.is_some() {
        check_challenge_game(&mut audit, held, challenge);
    }
    audit
}

/// True if the entry of a game in the transparency log is the game's; `None` without one.
fn log_holds(held: &AuditedGame) -> Option<bool> {
    let (entry, players) = held.logged?;
    // A closed game that has an entry is closed for good.
    let now = DateTime::<Utc>::MAX_UTC;
    Some(entry_of_game(&held.game, players, now).is_some_and(|(expected, _)| expected == entry))
}

fn just_before(id: Uuid) -> Uuid {
    Uuid::from_u128(id.as_u128().saturating_sub(1))
}

impl Audit {
    /// The result of an audit of a game whose rows cannot be read.
    fn unreadable(what: Option<String>) -> Self {
        let difference = what.map(Difference::Unreadable);
        let rows = AuditCheck { name: AuditCheckName::Rows, holds: false, seq: None, difference };
        Self {
            holds: false,
            moves_valid: 0,
            commitment: String::new(),
            chain: String::new(),
            checks: vec![rows],
        }
    }

    fn add(&mut self, name: AuditCheckName, holds: bool) {
        self.holds &= holds;
        self.checks.push(AuditCheck { name, holds, seq: None, difference: None });
    }

    #[must_use]
    pub fn failed(&self) -> Vec<&'static str> {
        self.checks.iter().filter(|check| !check.holds).map(|check| check.name.into()).collect()
    }
}
