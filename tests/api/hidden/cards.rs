//! Finding cards in a text, however they are written there.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Cards by their codes (R2.1).
pub(super) type Cards = BTreeSet<String>;

/// The words for a jester or joker, which do not reveal which of the two.
pub(super) const ANY_JESTER: &str = "a jester";

/// Texts of at most so many bytes are searched once.
const OFTEN: usize = 24;

/// No name of a card has fewer bytes.
const SHORTEST: usize = 5;

const RANKS: [(char, &[&str]); 13] = [
    ('A', &["ace", "companion"]),
    ('2', &["two"]),
    ('3', &["three"]),
    ('4', &["four"]),
    ('5', &["five"]),
    ('6', &["six"]),
    ('7', &["seven"]),
    ('8', &["eight"]),
    ('9', &["nine"]),
    ('T', &["ten"]),
    ('J', &["jack"]),
    ('Q', &["queen"]),
    ('K', &["king"]),
];
const SUITS: [(char, &str); 4] = [('C', "clubs"), ('D', "diamonds"), ('H', "hearts"), ('S', "spades")];

/// The names of cards in one language that share a word: that of their suit.
struct Names {
    /// The word, in small letters.
    shared: String,
    /// Whole names, in small letters, with their codes.
    names: Vec<(String, String)>,
}

/// The names of all cards in all languages.
static NAMES: LazyLock<Vec<Names>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/locales");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    files.flat_map(|file| names(&file)).collect()
});

/// The names of cards in a file of `locales/`.
fn names(file: &str) -> Vec<Names> {
    let message = |id: &str| {
        let line = file.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(" = "));
        line.unwrap_or_else(|| panic!("no {id} in a file of locales/")).to_lowercase()
    };
    let mut found = Vec::new();
    for (suit, suit_id) in SUITS {
        let shared = message(&format!("suit-{suit_id}"));
        let mut names = Vec::new();
        for (rank, ids) in RANKS {
            for id in ids {
                let name = message(&format!("card-{id}"));
                assert!(name.contains("{ $suit }"), "card-{id} names its suit");
                names.push((name.replace("{ $suit }", &shared), format!("{rank}{suit}")));
            }
        }
        found.push(Names { shared, names });
    }
    found.extend(["card-jester", "card-joker"].map(|id| {
        let shared = message(id);
        Names { names: vec![(shared.clone(), ANY_JESTER.to_owned())], shared }
    }));
    found
}

fn is_code(code: &[u8]) -> bool {
    match code {
        [b'X', number] => matches!(number, b'1' | b'2'),
        [rank, suit] => b"A23456789TJQK".contains(rank) && b"CDHS".contains(suit),
        _ => false,
    }
}

/// Every card of a list without separators, as position lines have them.
pub(super) fn list(text: &str) -> Cards {
    let codes = text.as_bytes().chunks(2).filter(|code| is_code(code));
    codes.map(|code| String::from_utf8_lossy(code).into_owned()).collect()
}

/// The cards that a text names: by code, alone or in lists without
/// separators, and in the words of any language.
pub(super) fn named(text: &str) -> Cards {
    thread_local! {
        // Names of fields and the like are in every answer.
        static KNOWN: RefCell<HashMap<String, Cards>> = RefCell::default();
    }
    if text.len() > OFTEN {
        return find(text);
    }
    KNOWN.with_borrow_mut(|known| match known.get(text) {
        Some(cards) => cards.clone(),
        None => known.entry(text.to_owned()).or_insert(find(text)).clone(),
    })
}

fn find(text: &str) -> Cards {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let codes = words.filter(|word| word.len() % 2 == 0 && word.as_bytes().chunks(2).all(is_code));
    let mut found: Cards = codes.flat_map(list).collect();
    if text.len() < SHORTEST {
        return found;
    }
    let text = text.to_lowercase();
    let is_word = |at: usize, name: &str| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    };
    let sharing = NAMES.iter().filter(|names| text.contains(names.shared.as_str()));
    for (name, code) in sharing.flat_map(|names| &names.names) {
        if text.match_indices(name.as_str()).any(|(at, _)| is_word(at, name)) {
            found.insert(code.clone());
        }
    }
    found
}

#[test]
fn cards_are_found_as_codes_and_in_words() {
    for (text, expected) in [
        ("play 5C TD", &["5C", "TD"][..]),
        ("5CTDX2 - AS|-", &["5C", "AS", "TD", "X2"]),
        ("{\"7H\":1}", &["7H"]),
        ("Seat 0 draws 2 cards: Five of Clubs and Animal Companion of Spades.", &["5C", "AS"]),
        ("El asiento 1 recibe cinco de tréboles, as de picas y sota de corazones", &["5C", "AS", "JH"]),
        ("Ace of Hearts", &["AH"]),
        ("the Jester", &[ANY_JESTER]),
        ("un comodín", &[ANY_JESTER]),
        ("01a1fd5f-2107-73f1-a7ae-926ec2d71501 2026-11-20T12:00:00Z 5c XC 1D", &[]),
        ("seven clubs, of clubs, bazas de tréboles", &[]),
    ] {
        assert_eq!(Vec::from_iter(named(text)), expected, "{text}");
    }
    assert!(NAMES.iter().flat_map(|names| &names.names).all(|(name, _)| name.len() >= SHORTEST));
    let count: usize = NAMES.iter().map(|names| names.names.len()).sum();
    let of_one_language = 4 * 14 + 2;
    assert!(count.is_multiple_of(of_one_language) && count >= 2 * of_one_language, "{count} names of cards");
}
