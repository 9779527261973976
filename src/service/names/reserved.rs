//! Names that texts, pages and documents use for seats, readers, bots and others, in
//! any language. A player's name is none of them (docs/spec/record.md S6.6).

use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;
use std::sync::LazyLock;

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use regicide_engine::bots::Level;
use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;

use regicide_store::{raw_skeleton, skeleton_of};

/// The messages that replace a name.
const NAMES: [&str; 6] = [
    "player-you",
    "player-open-seat",
    "page-home",
    "house-bot-novice",
    "house-bot-steady",
    "house-bot-strong",
];
/// The messages that replace a name by the number of a seat, and the variable for it.
const NUMBERED: [(&str, &str); 3] =
    [("player-seat", "number"), ("player-bot", "number"), ("table-seat", "seat")];
/// Seats are 1 to 4 for people, and 0 to 3 in the API.
const HIGHEST_SEAT: u64 = 4;

/// The numbers of seats.
const SEAT_DIGITS: [&str; 5] = ["0", "1", "2", "3", "4"];
/// The seat numbers in Chinese and Japanese, plain and as banks write them.
const CHINESE: [&str; 5] = ["零〇", "一壹壱弌", "二贰貳貮弐弍两兩", "三叁參参弎叄", "四肆亖"];

/// The looks of Chinese numerals, with their digits.
static CHINESE_DIGITS: LazyLock<BTreeMap<String, char>> = LazyLock::new(|| {
    let digits = ('0'..).zip(CHINESE);
    let each = digits.flat_map(|(digit, written)| written.chars().map(move |char| (char, digit)));
    each.map(|(char, digit)| (raw_skeleton(char.encode_utf8(&mut [0; 4])), digit)).collect()
});

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
    let bots = Level::ALL.iter().map(|&level| level.bot_name());
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

/// True if a name, or a part of it between brackets or commas, looks like a name that
/// texts use (UTS 39): whatever its case, blanks, punctuation, marks and kind of
/// digits.
pub(super) fn is_reserved(name: &str) -> bool {
    once(name).chain(parts(name)).any(|part| {
        let is_name = forms(part).iter().any(|form| RESERVED.names.contains(form));
        is_name || is_numbered(part)
    })
}

/// The parts of a name between brackets, commas, colons and the like. Hyphens join a
/// name.
fn parts(name: &str) -> impl DoubleEndedIterator<Item = &str> {
    let is_bracket =
        |char| matches!(category(char), GeneralCategory::OpenPunctuation | GeneralCategory::ClosePunctuation);
    name.split(move |char| is_bracket(char) || matches!(char, ',' | ':' | ';' | '/' | '|' | '·' | '–' | '—'))
}

/// True if a name is a reserved one with the number of a seat before or after it.
fn is_numbered(name: &str) -> bool {
    let whole: String = name.chars().map(plain_digit).collect();
    let name = whole.trim_matches(|char: char| !char.is_alphanumeric());
    let is_digit = |char: char| char.is_ascii_digit();
    let stem = name.trim_end_matches(is_digit);
    let glued =
        [(&name[stem.len()..], stem), name.split_at(name.len() - name.trim_start_matches(is_digit).len())];
    // A letter that looks like a number as a word of its own, such as Seat i.
    let apart = name.rsplit_once(|char: char| !char.is_alphanumeric());
    glued.into_iter().any(|(number, stem)| is_seat_number(number) && has_numbered_form(stem))
        || apart.is_some_and(|(stem, number)| looks_like_seat_number(number) && has_numbered_form(stem))
        || has_letters_for_number(&letters_and_digits(name))
        || has_letters_for_number(&letters_and_digits(&with_punctuation_as_letters(&whole)))
}

/// Returns true if letters and digits begin or end with letters for the number of a
/// seat: a Roman numeral of several, or at the end one that looks like a digit (UTS 39),
/// as in `BotI`. Boti is a name.
fn has_letters_for_number(letters: &str) -> bool {
    let at = |count: usize| letters.char_indices().rev().nth(count - 1).map(|(at, _)| letters.split_at(at));
    let looks_like_digit = |number: &str| {
        let look = raw_skeleton(number);
        !is_ascii_digits(number) && SEAT_DIGITS.iter().any(|digit| raw_skeleton(digit) == look)
    };
    at(1).is_some_and(|(stem, number)| looks_like_digit(number) && has_numbered_form(stem))
        || [2, 3].into_iter().any(|count| {
            let end = at(count).map(|(stem, number)| (number, stem));
            let start = letters.char_indices().nth(count).map(|(at, _)| letters.split_at(at));
            let both = end.into_iter().chain(start);
            both.into_iter().any(|(number, stem)| looks_like_seat_number(number) && has_numbered_form(stem))
        })
}

fn has_numbered_form(stem: &str) -> bool {
    forms(stem).iter().any(|stem| is_numbered_stem(stem))
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

/// True if a word looks like a seat number. Digits alone are no letters: 11 looks
/// like II, and is another number.
fn looks_like_seat_number(word: &str) -> bool {
    let look = letters_and_digits(&skeleton_of(word)).replace('l', "i");
    !is_ascii_digits(word) && matches!(look.as_str(), "o" | "i" | "ii" | "iii" | "iv")
}

fn is_ascii_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A digit of any script as one of ASCII, Chinese numerals and their lookalikes among
/// them. Other numbers, such as ❶, as 1: all of them are refused.
fn plain_digit(char: char) -> char {
    if !char.is_ascii()
        && char.is_alphanumeric()
        && let Some(digit) = CHINESE_DIGITS.get(&raw_skeleton(char.encode_utf8(&mut [0; 4])))
    {
        return *digit;
    }
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

/// A name with punctuation replaced by the letters that it looks like: `|` by `l`.
fn with_punctuation_as_letters(name: &str) -> String {
    let look = |char: char| match char {
        _ if char.is_alphanumeric() => char.to_string(),
        _ => raw_skeleton(char.encode_utf8(&mut [0; 4])),
    };
    name.chars().map(look).collect()
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

    use unicode_normalization::UnicodeNormalization;

    use super::super::given_name;
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
            "SeatII",
            "S e a t I V",
            "BOTI",
            "Botl",
            "BotO",
            "Seat ||",
            "SeatⅣ",
            "IIISeat",
            "SeatNoII",
            "Seat ニ",
            "Seat 〇二",
            "Seat ㈡",
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
    fn digits_of_all_scripts_number_a_seat_up_to_four() {
        let all = ('\0'..=char::MAX).filter(|&char| category(char) == GeneralCategory::DecimalNumber);
        let digits: Vec<char> = all.collect();
        assert!(digits.len() > 700 && digits.len().is_multiple_of(10), "{}", digits.len());
        for ten in digits.chunks(10) {
            for (value, digit) in ten.iter().enumerate() {
                let name: String = format!("Seat {digit}").nfkc().collect();
                assert_eq!(is_reserved(&name), value <= 4, "{name}");
            }
        }
    }

    /// The text of each seat, in each language, with each numeral of a seat.
    #[test]
    fn a_seat_is_reserved_with_all_numerals_and_no_other_number() {
        let roman = ["I", "II", "III", "IV", "i", "ii", "iii", "iv", "Ⅱ", "Ⅲ", "Ⅳ", "ⅱ", "ᴵᴵ"];
        let others = ["2", "²", "②", "❷", "⑵", "⒉", "２", "٢", "〢", "㆓", "02", "ll", "I I", "|"];
        let plain = roman.into_iter().chain(others).map(String::from);
        let chinese = CHINESE.iter().flat_map(|written| written.chars()).map(String::from);
        let numerals: Vec<String> = plain.chain(chinese).collect();
        let larger = ["5", "10", "11", "12", "44", "2000", "٥", "V", "VI", "XII", "五", "十二", "One", "dos"];
        let texts = NUMBERED.iter().flat_map(|(id, variable)| {
            Language::all().map(move |language| language.text(&Message::new(*id).with(variable, "")))
        });
        let lists = Language::all().map(|language| language.text(&Message::new("reserved-numbered")));
        let lists = lists.flat_map(|list| list.split(", ").map(str::to_owned).collect::<Vec<_>>());
        let stems: BTreeSet<String> = texts.chain(lists).map(|stem| stem.trim().to_owned()).collect();
        assert!(stems.contains("Seat") && stems.contains("Jugadora"), "{stems:?}");
        for stem in stems {
            for between in ["", " ", " #", "-", " no. "] {
                for numeral in &numerals {
                    // Boti is a name.
                    let is_name = numeral == "i" && between.is_empty();
                    for stem in [&stem, &stem.to_uppercase()] {
                        let name = format!("{stem}{between}{numeral}");
                        assert!(is_name || is_refused(&name), "{name}");
                    }
                }
                for number in larger {
                    let name: String = format!("{stem}{between}{number}").nfkc().collect();
                    assert!(!is_reserved(&name), "{name}");
                }
            }
            // I Player is a name.
            for numeral in numerals.iter().filter(|numeral| !["i", "I", "|"].contains(&numeral.as_str())) {
                assert!(is_refused(&format!("{numeral} {stem}")), "{numeral} {stem}");
            }
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
            "Player 11",
            "Player One",
            "Seat 十二",
            "Bot 五",
            "Seat V",
            "Seat XII",
            "Botivo",
            "I Player",
            "O Jogador",
            "李四",
            "張三",
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

    /// `web/names.js` contains all texts that the web client shows in place of a
    /// name.
    #[test]
    fn names_that_the_web_client_uses_are_reserved() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let names = fs::read_to_string(web.join("names.js")).unwrap().replace("import(", "");
        let keys: BTreeSet<&str> =
            names.split("t(\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
        assert!(keys.contains("nameless") && keys.contains("seat"), "{keys:?}");
        for language in Language::all() {
            let path = web.join(format!("locales/{}.json", language.tag()));
            let texts: BTreeMap<String, String> =
                serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
            for &key in &keys {
                let text = &texts[key];
                for seat in ["1", "2", "3", "4"] {
                    let shown = text.replace("{name}", "Ada").replace("{n}", seat);
                    assert!(is_refused(&shown), "{shown}");
                }
            }
        }
    }
}
