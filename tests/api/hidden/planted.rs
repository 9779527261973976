//! The search finds planted secrets, and nothing in a correct answer.

use awc::http::StatusCode;
use awc::http::header::{HeaderMap, HeaderName, HeaderValue};
use regicide_engine::engine::GameKind;
use serde_json::{Value, json};

use super::cards::{Cards, named};
use super::search::Search;
use super::secrets::Secrets;
use super::seen::Seen;
use crate::client::Answer;

const START: &str = "JCJDQC 7HAS2S8DTH X16C 4D 9CTC|5C5D JS:0:0:immune play 0 nn 0 0";
const AFTER: &str = "JCJDQC 7HAS2S8DTH X16C 4D9C TC|5C5D JS:18:0:immune discard:10:0 0 nn 0 1";
const HAND: &str = "6S7SX1 - 2D4C|5C6C 3C 8H 0 0,0 D:K 0,0 0 play 1 2";

/// A game of which one move was made.
struct Planted {
    seen: Seen,
    secrets: Secrets,
}

impl Planted {
    fn regicide() -> Self {
        let mut seen = Seen::new(GameKind::Regicide, START);
        seen.push(0, "play 9C", AFTER);
        let mut secrets = Secrets::new("banana");
        secrets.add_position(START);
        secrets.add_position(AFTER);
        secrets.add_token(1, "a-token-of-another");
        Self { seen, secrets }
    }

    fn leaks(&self, viewer: Option<usize>, request: &str, answer: &Answer) -> Vec<String> {
        let requested: Cards = named(request);
        Search { seen: &self.seen, secrets: &self.secrets, viewer, requested: &requested }.leaks(answer)
    }
}

fn answer(text: String, header: Option<(&str, &str)>) -> Answer {
    let mut headers = HeaderMap::new();
    if let Some((name, value)) = header {
        let name: HeaderName = name.parse().unwrap();
        headers.insert(name, HeaderValue::from_str(value).unwrap());
    }
    Answer { status: StatusCode::OK, headers, text }
}

/// A response with everything that seat 0 may see of its own move.
fn honest() -> Value {
    json!({
        "seq": 1, "seat": 0, "at": "2026-11-20T12:00:00.000001Z", "text": "play 9C",
        "move": {"type": "play", "cards": ["9C"]},
        "effects": [{"type": "played", "seat": 0, "cards": ["9C"]}, {"type": "drawn", "seat": 1, "count": 1}],
        "narration": ["Seat 0 plays Nine of Clubs: attack 9.", "El comodín y el nueve de tréboles."],
        "chain": "794df7c209c21e0f0cebe09137740269a0c94dc61ae098484e16095c779924e7",
        "game": {
            "id": "01a1fd5f-2107-73f1-a7ae-926ec2d71501", "seq": 1, "seat": 0, "shown_seq": 1, "seats": [{"name": "Ada"}],
            "commitment": "c4638d6b5e7b43a3a3fed58b2624a1afcd14b8d06254e42d9ecdb8c5d01cc352",
            "table": {
                "enemy": {"card": "JS"}, "discard_pile": ["X1", "6C"], "played": ["4D", "9C"], "hand": ["TC"],
                "tavern_left": 5, "jesters_left": 0
            },
            "legal_moves": [{"text": "discard TC", "move": {"type": "discard", "cards": ["TC"]}}]
        }
    })
}

#[test]
fn a_correct_answer_passes() {
    let game = Planted::regicide();
    let answer = answer(honest().to_string(), Some(("etag", "\"1-794df7c209c21e0f\"")));
    assert_eq!(game.leaks(Some(0), "", &answer), [""; 0]);
    assert!(!game.leaks(Some(1), "", &answer).is_empty(), "it is not for seat 1");
    assert!(!game.leaks(None, "", &answer).is_empty(), "nor for spectators");
}

#[test]
fn a_hidden_card_is_found_anywhere_in_an_answer() {
    let game = Planted::regicide();
    for (place, value) in [
        ("/game/table/hand", json!(["TC", "5C"])),
        ("/game/table/hand", json!("5C")),
        ("/game/table/tavern_left", json!({"7H": 1})),
        ("/game/table/tavern_left", json!("7HAS2S8DTH")),
        ("/game/table/enemy", json!({"card": "JS", "next": "JC"})),
        // It was in the hand at this move, but it lies on the table now.
        ("/game/legal_moves/0/text", json!("discard 9C")),
        ("/game/legal_moves/0/move/cards", json!(["5D"])),
        ("/game/seats/0/name", json!("TC")),
        ("/effects/1", json!({"type": "drawn", "seat": 1, "cards": ["5C"]})),
        ("/text", json!("play 9C 8D")),
        ("/narration/0", json!("Seat 1 draws one card: Five of Clubs.")),
        ("/narration/0", json!("Seat 1 draws one card: Animal Companion of Spades.")),
        ("/narration/0", json!("El asiento 1 roba una carta: cinco de tréboles.")),
        ("/narration/0", json!("La sota de tréboles es la siguiente enemiga.")),
        ("/chain", json!("QC")),
    ] {
        let mut planted = honest();
        *planted.pointer_mut(place).unwrap() = value;
        let leaks = game.leaks(Some(0), "", &answer(planted.to_string(), None));
        assert!(!leaks.is_empty(), "{planted} holds a leak");
    }
    for header in ["7H", "next=JC;of=1", "Seven of Hearts", "7HAS2S"] {
        let leaks = game.leaks(Some(0), "", &answer(honest().to_string(), Some(("x-cards", header))));
        assert_eq!(leaks.len(), named(header).len(), "{header}: {leaks:?}");
    }
    let escaped = honest().to_string().replace("\"TC\"", "\"\\u0035\\u0043\"");
    assert!(!game.leaks(Some(0), "", &answer(escaped, None)).is_empty());
    assert!(!game.leaks(Some(0), "", &answer("no JSON, but 5C".to_owned(), None)).is_empty());
}

#[test]
fn an_earlier_table_shows_what_was_seen_then() {
    let game = Planted::regicide();
    let view = |cards: &[&str]| {
        answer(json!({"shown_seq": 0, "seq": 1, "table": {"played": cards}}).to_string(), None)
    };
    assert_eq!(game.leaks(Some(0), "", &view(&["4D", "9C", "TC"])), [""; 0]);
    assert!(!game.leaks(None, "", &view(&["4D", "9C"])).is_empty(), "9C was in a hand");
}

#[test]
fn a_problem_may_repeat_the_request_and_nothing_else() {
    let game = Planted::regicide();
    let problem =
        json!({"code": "illegal_move", "detail": "Five of Clubs is not in the hand. A jester is alone."});
    let problem = answer(problem.to_string(), None);
    assert_eq!(game.leaks(Some(0), "{\"move\": \"play 5C\"}", &problem), [""; 0]);
    assert!(!game.leaks(Some(0), "{\"move\": \"play 5D\"}", &problem).is_empty());
}

#[test]
fn secrets_are_found_in_bodies_and_headers() {
    let game = Planted::regicide();
    let key = "54d1402cbc7c3d0b9896f678a37815f0f289b7f85ac6ae75cde36681da53ea4c";
    let base64 = "VNFALLx8PQuYlvZ4o3gV8PKJt/haxq51zeNmgdpT6kw";
    let known = [
        "banana",
        key,
        base64,
        &base64.replace('/', "_"),
        "84,209,64,44,188,124,61,11,152,150,246,120,163,120,21,240,242,137,183,248,90,198,174,117,205,227,102,129,\
         218,83,234,76",
        "1983290320,87490730",
        "1983290320, 87490730",
        "76369bd0053700aa",
        "d09b3676aa003705",
        "74064585, 1143835614",
        START,
        AFTER,
        "a-token-of-another",
    ];
    let all = game.secrets.texts().iter().map(|(_, text)| text.as_str());
    for secret in known.into_iter().chain(all) {
        let mut planted = honest();
        planted["game"]["seats"][0]["name"] = json!(format!("<{secret}>"));
        let body = answer(planted.to_string(), None);
        assert!(!game.leaks(Some(0), "", &body).is_empty(), "{secret} in a body");
        for header in ["etag", "location"] {
            let header = answer(honest().to_string(), Some((header, &format!("\"{secret}\""))));
            assert!(!game.leaks(Some(0), "", &header).is_empty(), "{secret} in a header");
        }
    }
}

#[test]
fn a_buried_card_is_found_in_every_form() {
    let mut seen = Seen::new(GameKind::Tricks, "6S7SX1 2D 3C4C|5C6C - - 0 0,0 -:K 0,0 0 take 0 0");
    seen.push(0, "take", "6S7SX1 - 2D3C4C|5C6C - - 0 0,0 D:K 0,0 0 bury 0 1");
    seen.push(0, "bury 3C", HAND);
    let game = Planted { seen, secrets: Secrets::new("banana") };
    let line = |text: &str, narration: &str| {
        let line =
            json!({"seq": 2, "seat": 0, "at": null, "text": text, "move": null, "narration": [narration]});
        answer(json!({ "items": [line] }).to_string(), None)
    };
    let hidden = line("bury #54d1402cbc7c3d0b", "Seat 0 buries a card.");
    assert_eq!(game.leaks(None, "", &hidden), [""; 0]);
    for shown in [
        line("bury 3C", "Seat 0 buries a card."),
        line("bury #54d1402cbc7c3d0b", "Seat 0 buries the Three of Clubs."),
        line("bury #54d1402cbc7c3d0b", "El asiento 0 entierra el tres de tréboles."),
        line("bury #54d1402cbc7c3d0b", "Seat 1 is dealt a Joker."),
    ] {
        assert!(!game.leaks(Some(1), "", &shown).is_empty(), "{}", shown.text);
    }
    assert_eq!(game.leaks(Some(0), "", &line("bury 3C", "Seat 0 buries the Three of Clubs.")), [""; 0]);
}
