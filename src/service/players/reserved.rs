//! Names that texts, pages and documents use for seats, readers, bots and others, in
//! any language. A player's name is none of them (docs/spec/record.md S6.6).

use std::collections::BTreeSet;
use std::iter::once;
use std::sync::LazyLock;

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use regicide::bots::Level;
use regicide::engine::Message;
use regicide::i18n::Language;

use crate::service::bots::bot_name;
use crate::store::skeleton_of;

/// The messages that stand where a name stands.
const NAMES: [&str; 6] = [
    "player-you",
    "picture-open-seat",
    "page-home",
    "house-bot-novice",
    "house-bot-steady",
    "house-bot-strong",
];
/// The messages that do so with the number of a seat, and the variable for it.
const NUMBERED: [(&str, &str); 3] =
    [("player-seat", "number"), ("player-bot", "number"), ("table-seat", "seat")];
/// Seats are 1 to 4 for people, and 0 to 3 in the API.
const HIGHEST_SEAT: u64 = 4;

/// All in the form of [`forms`].
struct Reserved {
    names: BTreeSet<String>,
    /// Without their numbers.
    numbered: BTreeSet<String>,
    /// Words between such a name and its number.
    number_words: BTreeSet<String>,
}

static RESERVED: LazyLock<Reserved> = LazyLock::new(|| {
    let texts =
        |message: &Message| Language::all().map(|language| language.text(message)).collect::<Vec<_>>();
    let lists = |id| -> Vec<String> {
        let lists = texts(&Message::new(id));
        lists.iter().flat_map(|list| list.split(", ")).map(str::to_owned).collect()
    };
    let bots = Level::ALL.iter().map(|&level| bot_name(level));
    let names: Vec<String> = NAMES.iter().flat_map(|id| texts(&Message::new(*id))).chain(bots).collect();
    // "Strong bot" for "Bot (strong)".
    let turned = names.iter().map(|name| parts(name).rev().collect());
    let names = names.iter().cloned().chain(turned).chain(lists("reserved-names"));
    let numbered = NUMBERED.iter().flat_map(|(id, variable)| texts(&Message::new(*id).with(variable, "")));
    let numbered = numbered.chain(lists("reserved-numbered"));
    Reserved {
        names: names.flat_map(|name| forms(&name)).collect(),
        numbered: numbered.flat_map(|name| forms(&name)).collect(),
        number_words: lists("reserved-number-words").iter().flat_map(|word| forms(word)).collect(),
    }
});

/// Whether a name, or a part of it between brackets or commas, looks like a name that texts
/// use (UTS 39): whatever its case, blanks, punctuation, marks and kind of digits.
pub(super) fn is_reserved(name: &str) -> bool {
    once(name).chain(parts(name)).any(|part| {
        let is_name = forms(part).iter().any(|form| RESERVED.names.contains(form));
        is_name || is_numbered(part)
    })
}

/// What stands between brackets, commas, colons and the like. Hyphens join a name.
fn parts(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    let is_bracket =
        |char| matches!(category(char), GeneralCategory::OpenPunctuation | GeneralCategory::ClosePunctuation);
    name.split(move |char| is_bracket(char) || matches!(char, ',' | ':' | ';' | '/' | '|' | '·' | '–' | '—'))
}

/// Whether a name is a reserved one with the number of a seat before or after it.
fn is_numbered(name: &str) -> bool {
    let name: String = name.chars().map(plain_digit).collect();
    let name = name.trim_matches(|char: char| !char.is_alphanumeric());
    let is_digit = |char: char| char.is_ascii_digit();
    let stem = name.trim_end_matches(is_digit);
    let glued =
        [(&name[stem.len()..], stem), name.split_at(name.len() - name.trim_start_matches(is_digit).len())];
    let is_reserved = |stem: &str| forms(stem).iter().any(|stem| is_numbered_stem(stem));
    // Letters that look like numbers, such as Seat II or Seat l, are a word of their own:
    // Boti is a name.
    let apart = name.rsplit_once(|char: char| !char.is_alphanumeric());
    glued.into_iter().any(|(number, stem)| is_seat_number(number) && is_reserved(stem))
        || apart.is_some_and(|(stem, number)| looks_like_seat_number(number) && is_reserved(stem))
}

fn is_numbered_stem(stem: &str) -> bool {
    let Reserved { numbered, number_words, .. } = &*RESERVED;
    numbered.contains(stem)
        || number_words
            .iter()
            .filter_map(|word| stem.strip_suffix(word.as_str()))
            .any(|stem| numbered.contains(stem))
}

fn is_seat_number(digits: &str) -> bool {
    digits.parse().is_ok_and(|number: u64| number <= HIGHEST_SEAT)
}

fn looks_like_seat_number(word: &str) -> bool {
    let word = skeleton_of(word).replace('l', "i");
    matches!(word.as_str(), "o" | "i" | "ii" | "iii" | "iv")
}

/// A digit of any script as one of ASCII. Other numbers, such as ❶, as 1: all of them
/// are refused.
fn plain_digit(char: char) -> char {
    let category = category(char);
    if matches!(category, GeneralCategory::LetterNumber | GeneralCategory::OtherNumber) {
        return '1';
    }
    if category != GeneralCategory::DecimalNumber {
        return char;
    }
    let mut runs = CodePointMapData::<GeneralCategory>::new().iter_ranges_for_value(category);
    let run = runs.find(|run| run.contains(&u32::from(char)));
    // Each script has its ten digits in a row, from 0 on.
    run.and_then(|run| char::from_digit((u32::from(char) - run.start()) % 10, 10)).unwrap_or(char)
}

/// Letters and digits of a name's skeleton, without marks. Capitals can look like other
/// letters than small ones, and punctuation can look like letters: `¡` like `i`. So there
/// are four.
fn forms(name: &str) -> [String; 4] {
    let letters = letters_and_digits(name);
    [&name.to_lowercase(), name, &letters.to_lowercase(), &letters]
        .map(|text| letters_and_digits(&skeleton_of(text)))
}

fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).collect()
}

fn category(char: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(char)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::name::given_name;
    use super::*;

    fn is_refused(name: &str) -> bool {
        given_name("name", name).is_err()
    }

    #[test]
    fn names_that_texts_use_are_reserved_in_all_languages() {
        for name in [
            "Seat 2",
            "SEAT 2",
            "seat2",
            "Seat #2",
            "Seat no. 2",
            "Seat number 2",
            "Seat: 02",
            "Seat 0",
            "(Seat 2)",
            "S e a t  2",
            "Séat 2",
            "Seat ٢",
            "Seat ②",
            "Seat ²",
            "Seat ➋",
            "Seat Ⅱ",
            "Seat II",
            "Seat ll",
            "2 Seat",
            "Sеаt 2",
            "Player 1",
            "Player1",
            "P l a y e r 1",
            "PIayer 1",
            "P1ayer 1",
            "Player I",
            "Player l",
            "player no. 1",
            "Jugador 1",
            "JUGADOR n.º 1",
            "Asiento 2",
            "El asiento 2",
            "Bot 3",
            "B0t 3",
            "You",
            "Y0U",
            "Tú",
            "TÚ",
            "Tu",
            "tú!",
            "¡Tú!",
            "¡You!",
            "%You",
            "×Tú×",
            "Ada (¡tú!)",
            "Asiento ¡2!",
            "Jugador N° 2",
            "del asiento 2",
            "Spectator",
            "Espectador",
            "Operator",
            "El operador",
            "Organiser",
            "Organizador",
            "Service",
            "Deleted player",
            "Jugador borrado",
            "nameless",
            "Open seat",
            "Asiento libre",
            "Regicide",
            "Bot (strong)",
            "Bot [novato]",
            "Bot (sólido)",
            "Bot solido",
            "Strong bot",
            "Ada (you)",
            "Ada [seat 2]",
            "Ada（tú）",
            "Bot 3, novice",
            "Seat 2: Ada",
            "Υου",
            "ꓢꓰꓮꓔ 2",
            "🤖 Bot 2",
            "Seat 2 (Ada)",
        ] {
            assert!(is_refused(name), "{name}");
        }
    }

    #[test]
    fn other_names_are_not_reserved() {
        for name in [
            "Bob",
            "Player",
            "Yousef",
            "Youssou",
            "Tú-Anh",
            "Tuan",
            "Seated",
            "Botond",
            "Boti",
            "Boto",
            "Bot",
            "Bot (7)",
            "Seat 12",
            "Player 2000",
            "Ada (2)",
            "Ada 1",
            "1",
            "Strong",
            "Spectators",
            "Bayou",
            "Serviceberry",
            "Tutu",
            "Regicide Fan",
            "李小龙",
            "Дмитрий",
            "Asientos",
            "...",
        ] {
            assert!(!is_refused(name), "{name}");
        }
    }

    /// `web/names.js` holds all that the web client shows in place of a name.
    #[test]
    fn names_that_the_web_client_uses_are_reserved() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let names = fs::read_to_string(web.join("names.js")).unwrap().replace("import(", "");
        let keys: BTreeSet<&str> =
            names.split("t(\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
        assert!(keys.contains("nameless") && keys.contains("seat"), "{keys:?}");
        let folders = fs::read_dir(web.join("locales")).unwrap().map(|entry| entry.unwrap().path());
        let folders: Vec<_> = folders.filter(|path| path.is_dir()).collect();
        assert_eq!(folders.len(), Language::all().count());
        for folder in folders {
            let files = fs::read_dir(&folder)
                .unwrap()
                .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
            let texts: String = files.collect();
            for key in &keys {
                let start = format!("\n  {key}: \"");
                let text = texts.split_once(&start).and_then(|(_, rest)| rest.split_once("\",\n"));
                let text = text.unwrap_or_else(|| panic!("{key} in {}", folder.display())).0;
                for seat in ["1", "2", "3", "4"] {
                    let shown = text.replace("{name}", "Ada").replace("{n}", seat);
                    assert!(is_refused(&shown), "{shown}");
                }
            }
        }
    }
}
