//! Errors of the service.

use std::time::Duration;

use regicide_engine::engine::{
    Message, NotationError, PlayerName, Reason, Refusal, SeedError, SetupError, UnknownRuleset,
};
use regicide_engine::record::BadSetup;
use uuid::Uuid;

use regicide_store::{Conflict, MAX_SIGNALS, MAX_WEBHOOKS, Status, StoreError};

/// An error of the service. The API maps each to a status, a stable code and a
/// problem document.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum Error {
    NoSuchGame,
    NoSuchPlayer,
    /// The error for one of several requested games.
    OneGame(Uuid, #[source] Box<Self>),
    /// The challenge does not exist, or not yet.
    NoSuchChallenge,
    /// No result of the game is on a board.
    NoSuchResult,
    /// The game has no result that the caller can restore.
    NoRemovedResult,
    /// No line to the goal was known for the challenge's deal.
    NoSuchSolution,
    ChallengeNotOpen,
    /// The challenge takes no new games.
    ChallengeClosed,
    /// The player has had all attempts, or this one.
    AttemptedAlready,
    /// An attempt before it is not over.
    AttemptOutOfTurn,
    /// The challenge is for invited players.
    InvitationNeeded,
    NoSuchInvitation,
    /// The player does not have this webhook.
    NoSuchWebhook,
    /// The operator has not switched on webhooks.
    WebhooksOff,
    TooManyWebhooks,
    /// The owner has a webhook with this URL.
    #[error("the owner has a webhook with the URL")]
    WebhookExists,
    /// The player, or the receiver's host, has used up its quota of messages, for
    /// this number of seconds.
    TooManyDeliveries(u64),
    /// The game or challenge has no entry in a checkpoint of the transparency log
    /// yet.
    NotLogged,
    /// The transparency log has no such file.
    NoSuchLogFile,
    /// The transparency log contradicts a signed checkpoint: the difference.
    LogRefused(String),
    /// The export does not contain the game of the cursor.
    NoSuchCursor,
    TokenMissing,
    /// The token is unknown, revoked, or no longer that of a seat here.
    TokenUnknown,
    /// The token lacks this access: the id of a message.
    Forbidden(&'static str),
    /// The game's log does not have the length that the caller expected.
    SeqConflict {
        /// The number of moves that the caller expected.
        expected: u32,
        /// The number of moves made.
        actual: u32,
    },
    /// Concurrent changes were stored first, repeatedly.
    Contended,
    /// Seats are still open.
    NotBegun,
    /// The game is not cancelled any more, and this seat does not change.
    Begun,
    /// The seat is another player's, whose turn has not come or is not over.
    TurnNotOver,
    Over(Status),
    /// The requested data are public only when the game is over.
    NotOver,
    /// The requested data belong to a challenge that still runs: the id of a message.
    Embargoed(&'static str),
    /// Such games cannot be analysed: the id of a message.
    NoAnalysis(&'static str),
    AnalysesBusy,
    /// The seat gets no advice: the id of a message.
    NoAdvice(&'static str),
    /// The caller has used up the quota of computing time, for this long.
    ComputingUsedUp(Duration),
    TooManyBotGames,
    /// Too many wrong codes were sent by the caller, or for the game or challenge; for
    /// this long.
    TooManyCodes(Duration),
    SeatTaken,
    SeatedAlready,
    CannotUndo,
    /// The move takes the agreement of several people: a proposal.
    AgreementRequired,
    /// Another proposal is open.
    ProposalOpen,
    NoOpenSeat,
    /// The seat, or every open seat, is held for another player.
    SeatHeld,
    /// A move against the rules.
    Refused {
        refusal: Refusal,
        /// The number of moves made.
        seq: u32,
        /// The players' names, by seat.
        names: Vec<PlayerName>,
    },
    /// A signal that the rules do not allow now.
    SignalRefused {
        refusal: Refusal,
        /// The number of moves made.
        seq: u32,
    },
    TooManySignals,
    UnknownRules(#[from] UnknownRuleset),
    Setup(#[from] SetupError),
    NoSuchMove(u32),
    /// Fields that contradict each other.
    Unfit {
        field: &'static str,
        /// The reason: the id of a message.
        reason: &'static str,
    },
    /// A field with an invalid value.
    Invalid {
        field: &'static str,
        /// The requirement on its value.
        reason: Message,
    },
    /// Errors of independent fields: the first, and the others.
    Several(#[source] Box<Self>, Vec<Self>),
    /// A display name that can be misread, or mistaken for another: see `is_plain`.
    MisleadingName(&'static str),
    /// A display name that texts use for a seat, a reader, a bot or another, or that
    /// looks like one.
    ReservedName(&'static str),
    LogFull(u32),
    BadRecord {
        reason: Message,
        /// The first invalid move.
        seq: Option<u32>,
        clause: Option<&'static str>,
    },
    /// A text that is no position line of a game with its set-up.
    BadPosition(#[source] NotationError),
    /// The idempotency key was used for another request.
    KeyReused,
    /// The first request with the key is in flight.
    KeyRunning {
        /// The number of seconds until the key is free if that request was cut off.
        retry_after: u64,
    },
    /// The key can be guessed.
    KeyWeak,
    /// A precondition of the request does not hold: nothing was written.
    PreconditionFailed,
    Store(#[source] StoreError),
}

/// A conflict is mapped to its meaning for the caller.
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let StoreError::Conflict(conflict) = error else { return Self::Store(error) };
        match conflict {
            Conflict::Stale => Self::Contended,
            Conflict::ClaimLost => Self::KeyRunning { retry_after: 1 },
            Conflict::TokenChanged => Self::TokenUnknown,
            Conflict::NotAdmitted => Self::InvitationNeeded,
            Conflict::Full => Self::TooManySignals,
            Conflict::TooManyWebhooks => Self::TooManyWebhooks,
            Conflict::WebhookExists => Self::WebhookExists,
            Conflict::TooManyHeldSeats => {
                Self::Unfit { field: "player_id", reason: "unfit-too-many-held-seats" }
            }
            Conflict::TooManyNotes => Self::Unfit { field: "items", reason: "unfit-too-many-noted-games" },
            Conflict::DryRun => Self::PreconditionFailed,
            Conflict::Missing => Self::Store(error),
        }
    }
}

/// The errors of independent fields of a request, so that one answer names all of them.
#[derive(Default)]
pub(super) struct FieldErrors(Vec<Error>);

impl FieldErrors {
    /// Adds the error of a check, if there is one.
    pub(super) fn check<T, E: Clone + Into<Error>>(&mut self, checked: &Result<T, E>) {
        match checked.as_ref().err().cloned().map(Into::into) {
            Some(Error::Several(first, others)) => self.0.extend([*first].into_iter().chain(others)),
            error => self.0.extend(error),
        }
    }

    pub(super) fn unfit(&mut self, is_unfit: bool, field: &'static str, reason: &'static str) {
        self.0.extend(is_unfit.then_some(Error::Unfit { field, reason }));
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        let mut errors = self.0.into_iter();
        let Some(first) = errors.next() else { return Ok(()) };
        let others: Vec<Error> = errors.collect();
        Err(if others.is_empty() { first } else { Error::Several(first.into(), others) })
    }
}

impl From<SeedError> for Error {
    fn from(SeedError: SeedError) -> Self {
        Self::invalid("seed", Message::new("seed-malformed"))
    }
}

impl From<BadSetup> for Error {
    fn from(error: BadSetup) -> Self {
        match error {
            BadSetup::UnknownRules(unknown) => Self::UnknownRules(unknown),
            BadSetup::Options(error) => Self::Setup(error),
        }
    }
}

impl Error {
    /// The error of a field with an invalid value.
    pub(super) const fn invalid(field: &'static str, reason: Message) -> Self {
        Self::Invalid { field, reason }
    }

    /// The result of an optional write of a read; `None` while the database takes no
    /// writes.
    pub(super) fn deferred<T>(written: Result<T, Self>) -> Result<Option<T>, Self> {
        match written {
            Err(Self::Store(error)) => Ok(StoreError::deferred(Err(error))?),
            done => done.map(Some),
        }
    }

    /// The error as a message for people, without details of the store.
    #[must_use]
    pub fn message(&self) -> Message {
        let say = Message::new;
        match self {
            Self::NoSuchGame => say("error-no-such-game"),
            Self::OneGame(_, error) | Self::Several(error, _) => error.message(),
            Self::NoSuchPlayer => say("error-no-such-player"),
            Self::NoSuchChallenge => say("error-no-such-challenge"),
            Self::NoSuchResult => say("error-no-such-result"),
            Self::NoRemovedResult => say("error-no-removed-result"),
            Self::NoSuchSolution => say("error-no-such-solution"),
            Self::ChallengeNotOpen => say("error-challenge-not-open"),
            Self::ChallengeClosed => say("error-challenge-closed"),
            Self::AttemptedAlready => say("error-attempted-already"),
            Self::AttemptOutOfTurn => say("error-attempt-out-of-turn"),
            Self::InvitationNeeded => say("error-invitation-needed"),
            Self::NoSuchInvitation => say("error-no-such-invitation"),
            Self::NoSuchWebhook => say("error-no-such-webhook"),
            Self::WebhooksOff => say("error-webhooks-off"),
            Self::WebhookExists => say("error-webhook-exists"),
            Self::TooManyWebhooks => say("error-too-many-webhooks").with("most", MAX_WEBHOOKS),
            Self::TooManyDeliveries(_) => say("error-too-many-deliveries"),
            Self::NotLogged => say("error-not-logged"),
            Self::NoSuchLogFile => say("error-no-such-log-file"),
            Self::LogRefused(reason) => say("error-log-refused").with("reason", reason.as_str()),
            Self::NoSuchCursor => say("error-no-such-cursor"),
            Self::TokenMissing => say("error-token-missing"),
            Self::TokenUnknown => say("error-token-unknown"),
            Self::Forbidden(reason)
            | Self::Embargoed(reason)
            | Self::NoAnalysis(reason)
            | Self::NoAdvice(reason)
            | Self::Unfit { reason, .. } => say(reason),
            Self::SeqConflict { expected, actual } => {
                say("error-seq-conflict").with("expected", *expected).with("actual", *actual)
            }
            Self::Contended => say("error-contended"),
            Self::NotBegun => say("error-not-begun"),
            Self::Begun => say("error-begun"),
            Self::TurnNotOver => say("error-turn-not-over"),
            Self::Over(status) => say(match status {
                Status::Abandoned => "error-abandoned",
                Status::Cancelled => "error-cancelled",
                Status::Closed => "error-closed",
                Status::Waiting | Status::Running | Status::Finished => "error-over",
            }),
            Self::NotOver => say("error-not-over"),
            Self::AnalysesBusy => say("error-analyses-busy"),
            Self::ComputingUsedUp(_) => say("too-much-computing"),
            Self::TooManyCodes(_) => say("too-many-codes"),
            Self::TooManyBotGames => say("too-many-bot-games"),
            Self::SeatTaken => say("error-seat-taken"),
            Self::SeatedAlready => say("error-seated-already"),
            Self::CannotUndo => say("error-cannot-undo"),
            Self::AgreementRequired => say("error-agreement-required"),
            Self::ProposalOpen => say("error-proposal-open"),
            Self::NoOpenSeat => say("error-no-open-seat"),
            Self::SeatHeld => say("error-seat-held"),
            Self::Refused { refusal, names, .. } => refusal.reason.message().naming(names),
            Self::SignalRefused { refusal, .. } => refusal.reason.message(),
            Self::TooManySignals => say("error-too-many-signals").with("most", MAX_SIGNALS),
            Self::UnknownRules(unknown) => unknown.message(),
            Self::Setup(error) => error.message(),
            Self::NoSuchMove(seq) => say("error-no-such-move").with("seq", *seq),
            Self::Invalid { reason, .. } | Self::BadRecord { reason, .. } => reason.clone(),
            Self::MisleadingName(_) => say("error-misleading-name"),
            Self::ReservedName(_) => say("error-reserved-name"),
            Self::LogFull(most) => say("error-log-full").with("most", *most),
            Self::BadPosition(error) => error.message(),
            Self::KeyReused => say("error-key-reused"),
            Self::KeyRunning { .. } => say("error-key-running"),
            Self::KeyWeak => say("error-key-weak"),
            Self::PreconditionFailed => say("error-precondition-failed"),
            Self::Store(StoreError::Unavailable(_)) => say("error-unavailable"),
            Self::Store(StoreError::Corrupt { .. }) => say("error-corrupt"),
            Self::Store(StoreError::UnknownRules { rules, .. }) => {
                say("error-stored-rules-unknown").with("rules", rules.name())
            }
            Self::Store(StoreError::Schema(_) | StoreError::Database(_) | StoreError::Conflict(_)) => {
                say("error-internal")
            }
        }
    }

    /// The refusal of a move in a game with `seq` moves and players of these
    /// names.
    #[must_use]
    pub fn refused(refusal: Refusal, seq: u32, names: Vec<PlayerName>) -> Self {
        if refusal.reason == Reason::Over {
            return Self::Over(Status::Finished);
        }
        Self::Refused { refusal, seq, names }
    }
}
