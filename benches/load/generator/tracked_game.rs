//! A game that is played over HTTP and tracked by an engine in this process,
//! which can compute every answer because the seed is known.

use chrono::{DateTime, TimeDelta, Utc};
use hyper::Uri;
use hyper::header::HeaderValue;
use regicide_engine::engine::{
    Effect, Game as _, Hash, History, Ignore, Move, NamedOutcome, PlayerName, Position, Seat, Seed, Setup,
    Viewer,
};
use regicide_engine::i18n::Language;
use regicide_engine::record::{Chain, Entry, SeedBy};
use regicide_server::service::games::{
    GameView, LegalMove, LogLine, MadeMove, MinimalMove, MoveAnswer, RevealedPosition,
};
use regicide_store::{GameInfo, OriginName, SeatInfo};
use regicide_store::{Status, Visibility};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::Failure;
use super::http::{Post, Target};

/// The state of a game on the client.
pub(crate) struct TrackedGame {
    id: Uuid,
    moves: Uri,
    /// The `Authorization` header of each seat.
    bearers: Vec<HeaderValue>,
    setup: Setup,
    seed: Seed,
    commitment: Hash,
    created_at: DateTime<Utc>,
    touched_at: DateTime<Utc>,
    abandon_after: TimeDelta,
    history: History,
    chain: Chain,
}

/// Fields of the answer to a creation that cannot be computed.
#[derive(Deserialize)]
struct Created {
    game: NewGame,
    tokens: Vec<SeatToken>,
}

#[derive(Deserialize)]
struct NewGame {
    id: Uuid,
    created_at: DateTime<Utc>,
    abandoned_at: DateTime<Utc>,
}

#[derive(Deserialize)]
struct SeatToken {
    token: String,
}

/// The expected answer to the creation of a game.
#[derive(Serialize)]
struct CreatedAnswer<'a> {
    game: GameView,
    tokens: Vec<TokenAnswer<'a>>,
}

#[derive(Serialize)]
struct TokenAnswer<'a> {
    seat: Seat,
    token: &'a str,
}

/// Fields of the answer to a move that cannot be computed.
#[derive(Deserialize)]
struct Made {
    at: DateTime<Utc>,
}

#[derive(Serialize)]
struct MakeMove {
    #[serde(rename = "move")]
    mv: Move,
    expected_seq: u32,
}

/// The request for a new game with this seed.
pub(crate) fn creation(games: Uri, setup: Setup, seed: &Seed) -> Post {
    // These games should not appear in lists.
    let body = serde_json::json!({
        "kind": setup.kind(), "players": setup.players(), "seed": seed.as_str(),
        "visibility": Visibility::Unlisted,
    });
    Post { resource: games, bearer: None, key: None, minimal: false, body: body.to_string().into_bytes() }
}

impl TrackedGame {
    /// The game that this answer created, before its first move.
    ///
    /// # Errors
    /// If the answer cannot be read, or is checked and is not the expected one.
    pub(crate) fn created(
        answer: &[u8],
        target: &Target,
        setup: Setup,
        seed: Seed,
        check: bool,
    ) -> Result<Self, Failure> {
        let Created { game, tokens } = serde_json::from_slice(answer)?;
        let NewGame { id, created_at, abandoned_at } = game;
        let bearer = |seat: &SeatToken| HeaderValue::try_from(format!("Bearer {}", seat.token));
        let commitment = seed.commitment();
        let tracked = Self {
            id,
            moves: target.resource(&format!("/v1/games/{id}/moves"))?,
            bearers: tokens.iter().map(bearer).collect::<Result<_, _>>()?,
            setup,
            commitment,
            created_at,
            touched_at: created_at,
            abandon_after: abandoned_at - created_at,
            history: History::deal(&setup, seed.key()),
            chain: Chain::start(&setup, commitment),
            seed,
        };
        if check {
            let seats = Seat::all(setup.players()).zip(&tokens);
            let tokens = seats.map(|(seat, SeatToken { token })| TokenAnswer { seat, token }).collect();
            let game = tracked.view(Viewer::Spectator);
            compare(answer, &CreatedAnswer { game, tokens })?;
        }
        Ok(tracked)
    }

    /// The game's id.
    pub(crate) const fn id(&self) -> Uuid {
        self.id
    }

    /// The position after the tracked moves.
    pub(crate) const fn position(&self) -> &Position {
        self.history.position()
    }

    /// The `Authorization` header of a seat, if there is one with this number.
    pub(crate) fn bearer(&self, seat: usize) -> Option<HeaderValue> {
        self.bearers.get(seat).cloned()
    }

    /// The request that makes a move, for a small answer or a full one.
    ///
    /// # Errors
    /// If the seat has no token.
    pub(crate) fn request(&self, seat: Seat, mv: Move, minimal: bool) -> Result<Post, Failure> {
        let seq = self.position().seq();
        let bearer = self.bearers.get(seat.index()).cloned().ok_or("the seat has no token")?;
        // Every other move has an idempotency key.
        let key = (seq % 2 == 1).then(|| HeaderValue::try_from(format!("load-{}-{seq}", self.id)));
        let mut body = Vec::with_capacity(96);
        serde_json::to_writer(&mut body, &MakeMove { mv, expected_seq: seq })?;
        Ok(Post { resource: self.moves.clone(), bearer: Some(bearer), key: key.transpose()?, minimal, body })
    }

    /// Makes a move without checking its answer. The chain is not updated: it
    /// needs the time in the answer.
    ///
    /// # Errors
    /// If the move is against the rules.
    pub(crate) fn follow(&mut self, seat: Seat, mv: Move) -> Result<(), Failure> {
        self.history.advance(seat, &mv, &mut Ignore)?;
        Ok(())
    }

    /// Makes a move and compares its answer with the expected one.
    ///
    /// # Errors
    /// The first difference.
    pub(crate) fn check(
        &mut self,
        seat: Seat,
        mv: Move,
        answer: &[u8],
        minimal: bool,
    ) -> Result<(), Failure> {
        let Made { at } = serde_json::from_slice(answer)?;
        let mut effects: Vec<Effect> = Vec::new();
        self.history.advance(seat, &mv, &mut effects)?;
        let entry = Entry { seq: self.position().seq(), seat, mv, at: Some(at) };
        self.chain = self.chain.then(&entry, &self.seed);
        if at < self.touched_at && entry.seq > 1 {
            return Err(format!("move {}: its time is before that of the last", entry.seq).into());
        }
        self.touched_at = at.max(self.created_at);
        let viewer = Viewer::Seat(seat);
        if self.position().to_act().is_some() {
            effects = effects.into_iter().map(|effect| effect.seen_by(viewer)).collect();
        }
        let h = self.chain.hash().to_string();
        if minimal {
            let (seq, to_act) = (entry.seq, self.position().to_act());
            let status = if to_act.is_some() { Status::Running } else { Status::Finished };
            let (at, receipt) = (Some(at), None);
            let expected = MinimalMove { seq, seat, at, effects, chain: h, status, to_act, receipt };
            return compare(answer, &MoveAnswer::Minimal(expected));
        }
        let narration = narration(&effects, self.setup, seat);
        let made = LogLine {
            seq: entry.seq,
            seat,
            at: entry.at,
            text: mv.to_string(),
            mv: Some(mv),
            effects,
            narration,
            chain: h,
        };
        compare(answer, &MoveAnswer::Made(Box::new(MadeMove { made, game: self.view(viewer) })))
    }

    /// The expected view.
    fn view(&self, viewer: Viewer) -> GameView {
        let (setup, position) = (&self.setup, self.position());
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let result = position.outcome();
        let over = result.is_some();
        let own_turn = seat.is_some() && seat == position.to_act();
        GameView {
            info: GameInfo {
                id: self.id,
                kind: setup.kind(),
                rules: setup.ruleset().version(),
                players: setup.players(),
                options: setup.options(),
                status: if over { Status::Finished } else { Status::Running },
                origin: OriginName::Created,
                forked_from: None,
                seed_by: SeedBy::Client,
                created_at: self.created_at,
                updated_at: self.touched_at,
                seq: position.seq(),
                turn_limit: None,
                turn_ends_at: None,
                seats: Seat::all(setup.players()).map(SeatInfo::empty).collect(),
                finished_at: over.then_some(self.touched_at),
                result: result.map(NamedOutcome::from),
                challenge: None,
                rematch_of_id: None,
                rematch_id: None,
                proposal: None,
            },
            seat,
            former_players: Vec::new(),
            visibility: Visibility::Unlisted,
            creator_id: None,
            commitment: self.commitment.to_string(),
            chain: self.chain.hash().to_string(),
            abandoned_at: (!over).then(|| self.touched_at + self.abandon_after),
            shown_seq: position.seq(),
            to_act: position.to_act(),
            table: Some(position.view(viewer)),
            legal_moves: own_turn.then(|| LegalMove::all(position)),
            can_undo: seat.is_some() && setup.players() > 1 && self.history.undo_seat().is_some(),
            revealed: over.then(|| self.revealed()),
            receipt: None,
        }
    }

    fn revealed(&self) -> RevealedPosition {
        let position = self.position().to_string();
        RevealedPosition {
            seed: self.seed.as_str().to_owned(),
            digest: Hash::of(position.as_bytes()).to_string(),
            position,
            hidden_cards: self.position().reveal(),
        }
    }
}

/// The narration in the default language for who sits at `seat`, in a game
/// without names.
fn narration(effects: &[Effect], setup: Setup, seat: Seat) -> Vec<String> {
    let language = Language::default();
    let mut names = vec![PlayerName::None; setup.players().into()];
    names[seat.index()] = PlayerName::You;
    effects.iter().map(|effect| language.text(&effect.message(&setup).naming(&names))).collect()
}

/// Compares two JSON values. Equal texts are equal values and are not parsed,
/// which keeps checking cheap.
fn compare(answer: &[u8], expected: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_vec(expected)?;
    if text == answer {
        return Ok(());
    }
    let (answer, expected): (Value, Value) =
        (serde_json::from_slice(answer)?, serde_json::from_slice(&text)?);
    difference(&answer, &expected, "").map_or(Ok(()), |difference| Err(difference.into()))
}

/// The first difference of two values.
fn difference(answer: &Value, expected: &Value, path: &str) -> Option<String> {
    match (answer, expected) {
        (Value::Object(answer), Value::Object(expected)) => {
            // The service signs receipts.
            let keys = answer.keys().chain(expected.keys()).filter(|key| *key != "receipt");
            let mut pairs = keys.map(|key| (key, answer.get(key), expected.get(key)));
            pairs.find_map(|(key, answer, expected)| match (answer, expected) {
                (Some(answer), Some(expected)) => difference(answer, expected, &format!("{path}/{key}")),
                (Some(_), None) => Some(format!("{path}/{key} is too much")),
                _ => Some(format!("{path}/{key} is missing")),
            })
        }
        (Value::Array(answer), Value::Array(expected)) if answer.len() == expected.len() => {
            let mut pairs = answer.iter().zip(expected).enumerate();
            pairs.find_map(|(index, (answer, expected))| {
                difference(answer, expected, &format!("{path}/{index}"))
            })
        }
        _ => (answer != expected).then(|| format!("{path} is {answer} and should be {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use regicide_engine::engine::{GameKind, Options, Ruleset};

    use super::*;

    const CREATED: &str = r#"{
        "game": {"id": "0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11", "created_at": "2026-11-20T12:00:00Z",
                 "abandoned_at": "2026-11-21T12:00:00Z"},
        "tokens": [{"seat": 0, "token": "x"}, {"seat": 1, "token": "y"}]
    }"#;

    fn begin(check: bool) -> Result<TrackedGame, Failure> {
        let target = "http://127.0.0.1".parse().unwrap();
        let setup = Setup::new(Ruleset::current(GameKind::Regicide), 2, &Options::default()).unwrap();
        TrackedGame::created(CREATED.as_bytes(), &target, setup, "load-1-0".parse().unwrap(), check)
    }

    /// The expected answer to the first move.
    fn answer(mv: Move) -> Value {
        let mut tracked = begin(false).unwrap();
        let seat = tracked.position().to_act().unwrap();
        let at: DateTime<Utc> = "2026-11-20T12:00:01Z".parse().unwrap();
        let mut effects: Vec<Effect> = Vec::new();
        tracked.history.advance(seat, &mv, &mut effects).unwrap();
        let entry = Entry { seq: 1, seat, mv, at: Some(at) };
        tracked.chain = tracked.chain.then(&entry, &tracked.seed);
        tracked.touched_at = at;
        let effects: Vec<_> = effects.into_iter().map(|effect| effect.seen_by(Viewer::Seat(seat))).collect();
        let (narration, h) = (narration(&effects, tracked.setup, seat), tracked.chain.hash().to_string());
        let made = LogLine {
            seq: 1,
            seat,
            at: Some(at),
            text: mv.to_string(),
            mv: Some(mv),
            effects,
            narration,
            chain: h,
        };
        serde_json::to_value(MoveAnswer::Made(Box::new(MadeMove {
            made,
            game: tracked.view(Viewer::Seat(seat)),
        })))
        .unwrap()
    }

    fn check(mv: Move, answer: &Value) -> Result<(), String> {
        let mut tracked = begin(false).unwrap();
        let seat = tracked.position().to_act().unwrap();
        tracked.check(seat, mv, answer.to_string().as_bytes(), false).map_err(|error| error.to_string())
    }

    #[test]
    fn any_other_answer_is_a_difference() {
        let mv = LegalMove::all(begin(false).unwrap().position())[0].mv;
        let good = answer(mv);
        assert_eq!(check(mv, &good), Ok(()));
        for pointer in [
            "/seq",
            "/at",
            "/chain",
            "/effects/0/type",
            "/game/seats/1/open",
            "/game/table/hand/0",
            "/game/to_act",
        ] {
            let mut bad = good.clone();
            let place = bad.pointer_mut(pointer).unwrap();
            *place = if pointer == "/at" { "2026-11-20T12:00:02Z".into() } else { "other".into() };
            assert!(check(mv, &bad).is_err(), "{pointer}");
        }
        let mut more = good.clone();
        more["game"]["table"]["tavern"] = Value::Null;
        assert_eq!(check(mv, &more), Err("/game/table/tavern is too much".to_owned()));
        let mut less = good;
        less["game"].as_object_mut().unwrap().remove("revealed");
        assert_eq!(check(mv, &less), Err("/game/revealed is missing".to_owned()));
        assert!(begin(true).is_err(), "the answer to a creation has the whole game");
    }
}
