//! Table talk: only the signals that the rules allow (R8.3). The record does not contain
//! them (S6.13).

use chrono::{DateTime, TimeDelta, Utc};
use regicide_engine::engine::{Message, Seat, Signal, deserialize_some};
use regicide_engine::i18n::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Games;
use super::list::{page, page_limit};
use super::loaded_game::{LoadedGame, Role};
use super::log::VisibleGame;
use crate::service::error::Error;
use crate::service::runtime::token::Token;
use regicide_store::{MAX_SIGNALS, SaidSignal, Status};

/// The time after a game's end in which its players may say something (R8.4).
const AFTER_THE_END: TimeDelta = TimeDelta::days(7);

/// A signal to be given.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"signal": "good_play", "expected_seq": 3})))]
pub struct GiveSignal {
    /// The signal.
    pub signal: Signal,
    /// The number of moves that the caller has seen. If others were made since, the
    /// signal is refused with 409: it may be about another moment.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(minimum = 0, maximum = 7151)]
    pub expected_seq: Option<u32>,
}

/// A signal that was given.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SignalLine {
    /// Its number among the game's signals.
    #[schema(minimum = 1, maximum = 1000)]
    pub number: u32,
    /// The number of moves made before it: its place in the log.
    #[schema(minimum = 0, maximum = 7151)]
    pub seq: u32,
    /// The seat of its player.
    pub seat: Seat,
    /// The time of the signal.
    #[serde(with = "regicide_engine::record::timestamp")]
    pub at: DateTime<Utc>,
    /// The signal.
    pub signal: Signal,
    /// The signal in words, one sentence, in the requested language
    /// (`Accept-Language`).
    #[schema(examples("Ada: “I have a good play.”"))]
    pub narration: Vec<String>,
}

/// A page of a game's signals.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SignalPage {
    /// The number of moves made in all.
    pub seq: u32,
    /// The signals that the caller may give now.
    pub allowed: Vec<AllowedSignal>,
    /// The requested signals, in order.
    pub items: Vec<SignalLine>,
    /// To be sent as `after` for the next page; `null` on the last.
    pub next: Option<String>,
}

/// A signal that the caller may give.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AllowedSignal {
    /// The signal, as it is sent.
    pub signal: Signal,
    /// Its sentence, in the requested language.
    #[schema(examples("I have a good play."))]
    pub text: String,
}

impl Games {
    /// Gives a signal. A repetition by the same seat before the next move is the same signal.
    pub async fn give_signal(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &GiveSignal,
        language: Language,
    ) -> Result<SignalLine, Error> {
        self.core
            .retry_stale(async || {
                let loaded = self.loaded_game(id).await?;
                let seat = self.seat_of(&loaded, token).await?;
                loaded.validate_signal(seat, request)?;
                // Clocks of several instances differ: no signal is older than the
                // move before it.
                let at = loaded.game.touched_at().max(loaded.now);
                let said = self
                    .core
                    .store
                    .games
                    .add_signal(id, &loaded.revision(), seat, request.signal, at)
                    .await?;
                Ok(loaded.signal_line(&said, language))
            })
            .await
    }

    /// The signals after number `after`, narrated in `language`.
    pub async fn signals(
        &self,
        id: Uuid,
        token: Option<&Token>,
        after: u32,
        limit: Option<u32>,
        language: Language,
    ) -> Result<SignalPage, Error> {
        let limit = page_limit(limit)?;
        if after > MAX_SIGNALS {
            return Err(Error::invalid(
                "after",
                Message::new("error-too-many-signals").with("most", MAX_SIGNALS),
            ));
        }
        let VisibleGame { loaded, caller } = self.visible_game(id, token).await?;
        let said = self.core.store.games.signals(id, after, limit + 1).await?;
        let (said, next) = page(said, limit, |last| last.number.to_string());
        let signals = said.iter().map(|said| loaded.signal_line(said, language)).collect();
        Ok(SignalPage {
            seq: loaded.seq(),
            allowed: loaded.allowed_signals(caller, language),
            items: signals,
            next,
        })
    }
}

impl LoadedGame {
    fn validate_signal(&self, seat: Seat, request: &GiveSignal) -> Result<(), Error> {
        if !self.is_just_finished() {
            self.require_running()?;
        }
        let seq = self.seq();
        if let Some(expected) = request.expected_seq.filter(|&expected| expected != seq) {
            return Err(Error::SeqConflict { expected, actual: seq });
        }
        let validated = self.position().validate_signal(seat, request.signal);
        validated.map_err(|refusal| Error::SignalRefused { refusal, seq })
    }

    /// True if the game is finished, and its players may still say something.
    fn is_just_finished(&self) -> bool {
        self.game.finished.as_ref().is_some_and(|finished| self.now - finished.at < AFTER_THE_END)
    }

    fn allowed_signals(&self, caller: Role, language: Language) -> Vec<AllowedSignal> {
        let is_heard = self.status() == Status::Running || self.is_just_finished();
        if !matches!(caller, Role::Seat(_)) || !is_heard {
            return Vec::new();
        }
        let signals = self.position().signals().iter();
        signals.map(|&signal| AllowedSignal { signal, text: language.text(&signal.message()) }).collect()
    }

    pub(crate) fn signal_line(&self, said: &SaidSignal, language: Language) -> SignalLine {
        let SaidSignal { number, seat, seq, signal, at } = *said;
        let narration = vec![language.text(&signal.said_by(seat).naming(&self.player_names()))];
        SignalLine { number, seq, seat, at, signal, narration }
    }
}
