//! The service's signature on a finished game (docs/spec/record.md S6.7): Ed25519
//! (RFC 8032) over one line that holds the moves' hash, the result, what the game was played as and by whom.

use std::fmt::{self, Display};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};

use super::{FormerPlayer, PlayedAs, SeedBy, Stamp};
use crate::engine::{Hash, Outcome};
use crate::tlog::{Entry, PublicKey, SigningKey, game_entry, players_hash};

/// The end of a game.
#[derive(Clone, Copy, Debug)]
pub enum End<'a> {
    /// It ended by the rules.
    Outcome(&'a Outcome),
    /// The deadline of its challenge closed it (S6.15).
    Closed(DateTime<Utc>),
}

impl Display for End<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.fmt(f),
            Self::Closed(at) => write!(f, "outcome=closed closed_at={}", Stamp(Some(*at))),
        }
    }
}

/// The content of a signature.
#[derive(Clone, Debug)]
pub struct Statement<'a> {
    /// The chain's last hash, which holds set-up, seed and all moves.
    pub chain: Hash,
    /// The maker of the seed.
    pub seed_by: SeedBy,
    /// How the game ended.
    pub end: End<'a>,
    /// The origin of the game.
    pub played_as: &'a PlayedAs,
    /// The players' ids by seat, at the end of the game.
    pub player_ids: &'a [Option<String>],
    /// The players of seats that changed hands.
    pub former_players: &'a [FormerPlayer],
    /// The id of the game.
    pub id: &'a str,
}

impl Statement<'_> {
    /// The line that is signed, or nothing if an id could be mistaken for
    /// another part of the line: a forger chooses the ids of a record.
    pub fn line(&self) -> Option<String> {
        let (before, id) = self.without_players()?;
        Some(format!("{before} player_ids={} {id}", self.players()))
    }

    /// The players' ids, as the line has them.
    fn players(&self) -> String {
        self.players_by_seat(|player, until| format!("{player}/{until}/")).join(",")
    }

    /// The players of each seat in order, `-` for none; `until` gives the text of one up to
    /// the next.
    pub(super) fn players_by_seat(&self, until: impl Fn(&str, u32) -> String) -> Vec<String> {
        let of_seat = |(seat, last): (usize, &Option<String>)| {
            let former = self.former_players.iter().filter(|former| former.seat.index() == seat);
            let former = former.map(|former| until(&or_dash(former.player_id.as_ref()), former.until));
            former.chain([or_dash(last.as_ref())]).collect()
        };
        self.player_ids.iter().enumerate().map(of_seat).collect()
    }

    /// The line up to the players, and what follows them.
    fn without_players(&self) -> Option<(String, String)> {
        let Self { chain, seed_by, end, played_as, player_ids, former_players, id } = self;
        let PlayedAs { purpose, challenge_id, attempt, forked_from } = played_as;
        let original_id = forked_from.as_ref().map(|fork| &fork.game_id);
        let forked_at = forked_from.as_ref().map(|fork| fork.seq);
        let others = [challenge_id.as_ref(), original_id]
            .into_iter()
            .flatten()
            .chain(player_ids.iter().flatten())
            .chain(former_players.iter().filter_map(|former| former.player_id.as_ref()))
            .map(String::as_str);
        if !others.chain([*id]).all(is_plain_id) {
            return None;
        }
        let [challenge, forked_from] = [challenge_id.as_ref(), original_id].map(or_dash);
        let (attempt, forked_at) = (or_dash(attempt.as_ref()), or_dash(forked_at.as_ref()));
        let before = format!(
            "regicide-signature/1 chain={chain} seed_by={seed_by} {end} kind={purpose} \
             challenge={challenge} attempt={attempt} forked_from={forked_from} forked_at={forked_at}"
        );
        Some((before, format!("id={id}")))
    }

    /// The hash of who played it (docs/spec/log.md L1.3).
    pub fn players_hash(&self) -> Hash {
        players_hash(self.chain, &self.players())
    }

    /// Its entry in the transparency log (docs/spec/log.md L1.3), with the hash of
    /// who played it: the players may have been others when it was logged (L1.4).
    /// Nothing if the statement has no line.
    pub fn log_entry(&self, players: Hash) -> Option<Entry> {
        let (before, id) = self.without_players()?;
        Some(game_entry(self.id, &format!("{before} {id}"), players))
    }
}

fn or_dash(value: Option<&impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), ToString::to_string)
}

/// Returns true if an id has the form that a signed line takes.
fn is_plain_id(id: &str) -> bool {
    let of_id = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=64).contains(&id.len()) && !id.starts_with('-') && id.bytes().all(of_id)
}

impl SigningKey {
    /// A signature in the format of a record: the key's id, a dot and 64 bytes
    /// in base64url. Nothing if the statement has no line.
    pub fn sign(&self, statement: &Statement<'_>) -> Option<String> {
        let signature = self.sign_bytes(statement.line()?.as_bytes());
        Some(format!("{}.{}", self.public().id(), URL_SAFE_NO_PAD.encode(signature)))
    }
}

impl PublicKey {
    /// Returns true if a signature in a record names this key.
    pub fn has_made(&self, signature: &str) -> bool {
        signature.split_once('.').is_some_and(|(id, _)| id == self.id())
    }

    /// Returns true if a signature is this key's for a statement.
    pub fn holds(&self, signature: &str, statement: &Statement<'_>) -> bool {
        let check = || {
            let (_, bytes) = signature.split_once('.')?;
            let bytes = URL_SAFE_NO_PAD.decode(bytes).ok()?;
            Some(self.has_signed(statement.line()?.as_bytes(), &bytes))
        };
        self.has_made(signature) && check() == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU8;

    use super::*;
    use crate::engine::Seat;
    use crate::engine::regicide::{Outcome as Ended, WonOrLost};
    use crate::record::{GamePurpose, RecordedFork};

    static CASUAL: PlayedAs = PlayedAs::new(GamePurpose::Casual);
    static NOBODY: [Option<String>; 1] = [None];

    fn outcome() -> Outcome {
        let outcome = WonOrLost::Lost;
        Outcome::Regicide(Ended { outcome, conceded_by: None, enemies_defeated: 3, medal: None })
    }

    fn statement<'a>(id: &'a str, outcome: &'a Outcome) -> Statement<'a> {
        let (seed_by, chain) = (SeedBy::Service, Hash([7; 32]));
        Statement {
            chain,
            seed_by,
            end: End::Outcome(outcome),
            played_as: &CASUAL,
            player_ids: &NOBODY,
            former_players: &[],
            id,
        }
    }

    /// RFC 8032, section 7.1, test 1.
    #[test]
    fn a_secret_key_has_the_public_key_of_the_standard() {
        let mut secret = [0; 32];
        let text = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        hex::decode_to_slice(text, &mut secret).unwrap();
        let public = SigningKey::from_bytes(&secret).public();
        let expected = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        assert_eq!(public.to_string(), expected);
        assert_eq!(expected.parse(), Ok(public));
    }

    #[test]
    fn a_signature_holds_for_its_own_line_and_key_only() {
        let (key, other) = (SigningKey::from_bytes(&[1; 32]), SigningKey::from_bytes(&[2; 32]));
        let outcome = outcome();
        let signature = key.sign(&statement("game", &outcome)).unwrap();
        assert!(key.public().holds(&signature, &statement("game", &outcome)));
        assert!(!key.public().holds(&signature, &statement("games", &outcome)));
        assert!(!other.public().holds(&signature, &statement("game", &outcome)));
        let renamed = signature.replacen(&key.public().id(), &other.public().id(), 1);
        assert!(!other.public().holds(&renamed, &statement("game", &outcome)));
        let client = Statement { seed_by: SeedBy::Client, ..statement("game", &outcome) };
        assert!(!key.public().holds(&signature, &client));
        let ranked = PlayedAs::new(GamePurpose::Ranked);
        let ranked = Statement { played_as: &ranked, ..statement("game", &outcome) };
        assert!(!key.public().holds(&signature, &ranked));
        let player_ids = [Some("somebody".to_owned())];
        let named = Statement { player_ids: &player_ids, ..statement("game", &outcome) };
        assert!(!key.public().holds(&signature, &named));
        let former_players = [FormerPlayer { seat: Seat::default(), until: 0, player_id: None }];
        let handed_over = Statement { former_players: &former_players, ..statement("game", &outcome) };
        assert!(!key.public().holds(&signature, &handed_over));
        for nonsense in ["", ".", "x", &signature[..40]] {
            assert!(!key.public().holds(nonsense, &statement("game", &outcome)), "{nonsense}");
        }
    }

    #[test]
    fn s6_7_the_line_is_defined_field_by_field() {
        let chain = "07".repeat(32);
        let plain = "challenge=- attempt=- forked_from=- forked_at=- player_ids=- id=game";
        assert_eq!(
            statement("game", &outcome()).line().unwrap(),
            format!(
                "regicide-signature/1 chain={chain} seed_by=service outcome=lost conceded_by=- \
                 enemies_defeated=3 medal=- kind=casual {plain}"
            )
        );
        let outcome = r#"{"outcome":"shared","winners":[0,2],"points":[5,0,5],"conceded_by":1}"#;
        let outcome = serde_json::from_str(outcome).unwrap();
        let end = End::Closed(chrono::DateTime::from_timestamp(0, 1000).unwrap());
        assert_eq!(
            Statement { end, ..statement("game", &self::outcome()) }.line().unwrap(),
            format!(
                "regicide-signature/1 chain={chain} seed_by=service outcome=closed \
                 closed_at=1970-01-01T00:00:00.000001Z kind=casual {plain}"
            )
        );
        let id = |id: &str| Some(id.to_owned());
        let played_as = PlayedAs {
            purpose: GamePurpose::Fork,
            challenge_id: id("c"),
            attempt: NonZeroU8::new(2),
            forked_from: Some(RecordedFork { game_id: "f".to_owned(), seq: 0 }),
        };
        let player_ids = [id("a"), None, id("b-1")];
        let full =
            Statement { played_as: &played_as, player_ids: &player_ids, ..statement("game", &outcome) };
        assert_eq!(
            full.line().unwrap(),
            format!(
                "regicide-signature/1 chain={chain} seed_by=service outcome=shared conceded_by=1 \
                 winners=0,2 points=5,0,5 kind=fork challenge=c attempt=2 forked_from=f forked_at=0 \
                 player_ids=a,-,b-1 id=game"
            )
        );
        let former = |seat: u8, until, player: &str| {
            let player_id = Some(player.to_owned()).filter(|player| player != "-");
            FormerPlayer { seat: seat.try_into().unwrap(), until, player_id }
        };
        let former_players =
            [former(1, 0, "c"), former(0, 3, "-"), former(1, 3, "d"), former(1, 3, "bot-steady")];
        let line = Statement { former_players: &former_players, ..full }.line().unwrap();
        let players = "player_ids=-/3/a,c/0/d/3/bot-steady/3/-,b-1";
        assert!(line.ends_with(&format!(" {players} id=game")), "{line}");
    }

    #[test]
    fn s6_an_id_that_could_be_taken_for_another_part_is_not_signed() {
        let key = SigningKey::from_bytes(&[1; 32]);
        let outcome = outcome();
        for id in ["", "-", "-a", "a b", "a,b", "a/b", "a=b", "a\n", "á", &"a".repeat(65)] {
            assert_eq!(key.sign(&statement(id, &outcome)), None, "{id}");
            let other = [Some(id.to_owned())];
            let other = Statement { player_ids: &other, ..statement("game", &outcome) };
            assert_eq!(key.sign(&other), None, "{id}");
            let former = [FormerPlayer { seat: Seat::default(), until: 0, player_id: Some(id.to_owned()) }];
            let other = Statement { former_players: &former, ..statement("game", &outcome) };
            assert_eq!(key.sign(&other), None, "{id}");
            let challenge = PlayedAs { challenge_id: Some(id.to_owned()), ..CASUAL.clone() };
            let other = Statement { played_as: &challenge, ..statement("game", &outcome) };
            assert_eq!(key.sign(&other), None, "{id}");
        }
    }
}
