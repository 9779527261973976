//! The narration of games, in every language.

use std::collections::BTreeSet;

use regicide_engine::engine::tricks::{Effect as TricksEffect, Points, Sides};
use regicide_engine::engine::{Effect, GameKind, LogEffect, Options, PlayerName, Ruleset, Seat, Setup};
use regicide_engine::i18n::Language;
use regicide_engine::record::{RecordFile, Replay};
use utoipa::PartialSchema;

use crate::games::games;

/// The effects of the recorded games, which have every kind of effect.
fn effects() -> Vec<(Setup, Effect)> {
    let mut all = Vec::new();
    for (_, text) in games() {
        let record = RecordFile::from_json(&text).unwrap();
        let (setup, seed) = (record.setup().unwrap(), record.seed().unwrap());
        let entries = record.entries().map(Result::unwrap);
        let effects = Replay::new(&setup, &seed, entries).flat_map(|step| step.unwrap().effects);
        all.extend(effects.map(|effect| (setup, effect)));
    }
    all
}

fn kind(effect: &Effect) -> String {
    serde_json::to_value(effect).unwrap()["type"].as_str().unwrap().to_owned()
}

fn kinds<E: PartialSchema>() -> impl Iterator<Item = String> {
    let schema = serde_json::to_value(E::schema()).unwrap();
    let kinds = schema["oneOf"].as_array().unwrap().clone();
    kinds.into_iter().map(|kind| kind["properties"]["type"]["enum"][0].as_str().unwrap().to_owned())
}

#[test]
fn every_effect_has_a_sentence_in_every_language() {
    let effects = effects();
    let known: BTreeSet<String> = kinds::<regicide_engine::engine::regicide::Effect>()
        .chain(kinds::<regicide_engine::engine::tricks::Effect>())
        .chain(kinds::<LogEffect>())
        .collect();
    let seen: BTreeSet<String> = effects.iter().map(|(_, effect)| kind(effect)).collect();
    assert_eq!(seen, known);
    for (setup, effect) in effects {
        let mut ways = BTreeSet::new();
        for language in Language::all() {
            // A text that is missing would panic here.
            let said = language.text(&effect.message(&setup));
            assert!(said.ends_with('.') && !said.contains(['{', '$', '\n']), "{said}");
            assert!(said.starts_with(char::is_uppercase) || said.starts_with(char::is_numeric), "{said}");
            ways.insert(said);
        }
        assert_eq!(ways.len(), Language::all().count(), "{ways:?}");
    }
}

/// The sentence about an effect in English and in Spanish, for the reader at
/// seat 0.
fn narrated_to_seat_0(setup: Setup, effect: &Effect) -> [String; 2] {
    let mut names = PlayerName::of_table(&[Some("Ada"), Some("Ben"), Some("Ida"), Some("Zoë")]);
    names[0] = PlayerName::You;
    ["en", "es"].map(|tag| Language::lookup(tag).unwrap().text(&effect.message(&setup).naming(&names)))
}

#[test]
fn the_reader_is_spoken_to() {
    for (setup, effect) in effects() {
        let seat = serde_json::to_value(effect).unwrap()["seat"].as_u64();
        let [english, spanish] = narrated_to_seat_0(setup, &effect);
        if seat == Some(0) {
            let other = PlayerName::of_table(&[Some("Ada")]);
            let others = Language::default().text(&effect.message(&setup).naming(&other));
            assert_ne!(english, others, "{effect:?}");
            assert!(!english.contains("Ada") && !spanish.contains("Ada"), "{english} {spanish}");
            assert!(english.contains("ou") && !english.contains("You plays"), "{english}");
        } else if seat.is_some() {
            assert!(!english.contains("You ") && !english.contains("you"), "{english}");
        }
    }
}

/// The sentence about an effect of the trick-taking game, in English and in
/// Spanish.
fn narrated(effect: TricksEffect, partners: bool, names: &[Option<&str>]) -> [String; 2] {
    let options = Options { partners: Some(partners), ..Options::default() };
    let players = u8::try_from(names.len()).unwrap();
    let setup = Setup::new(Ruleset::current(GameKind::Tricks), players, &options).unwrap();
    let message = Effect::Tricks(effect).message(&setup).naming(&PlayerName::of_table(names));
    ["en", "es"].map(|tag| Language::lookup(tag).unwrap().text(&message))
}

#[test]
fn t2_a_side_is_called_by_its_players() {
    let side = |number: u8| number.try_into().unwrap();
    let seat = |number: u8| Seat::try_from(number).unwrap();
    let points = |list: &[u32]| Points::try_from(list.to_vec()).unwrap();
    let two = [Some("Ben"), None];
    let four = [Some("Ben"), Some("Zoë"), Some("Ida"), None];

    let won = |number, list: &[u32]| TricksEffect::GameWon { side: side(number), points: points(list) };
    assert_eq!(
        narrated(won(0, &[50, 7]), false, &two),
        [
            "Ben wins the game. The points are 50 for Ben and 7 for seat 2.",
            "Ben gana la partida. Los puntos son 50 para Ben y 7 para el asiento 2.",
        ]
    );
    assert_eq!(
        narrated(won(1, &[50, 57]), true, &four),
        [
            "Zoë and seat 4 win the game. The points are 50 for Ben with Ida and 57 for Zoë with seat 4.",
            "Zoë gana la partida con el asiento 4. \
             Los puntos son 50 para Ben con Ida y 57 para Zoë con el asiento 4.",
        ]
    );
    let conceded = TricksEffect::SideConceded { seat: seat(3), side: side(1) };
    assert_eq!(
        narrated(conceded, true, &four),
        ["Seat 4 concedes, also for Zoë.", "El asiento 4 se rinde, también en nombre de Zoë."]
    );
    assert_eq!(
        narrated(TricksEffect::SideConceded { seat: seat(1), side: side(1) }, false, &two),
        ["Seat 2 concedes.", "El asiento 2 se rinde."]
    );
    let sides = Sides::all(4).without(side(1));
    assert_eq!(
        narrated(TricksEffect::GameShared { sides, points: points(&[5, 0, 5, 5]) }, false, &four),
        [
            "The game is shared by Ben, Ida and seat 4. \
             The points are 5 for Ben, 0 for Zoë, 5 for Ida and 5 for seat 4.",
            "Comparten la partida Ben, Ida y el asiento 4. \
             Los puntos son 5 para Ben, 0 para Zoë, 5 para Ida y 5 para el asiento 4.",
        ]
    );
    assert_eq!(
        narrated(TricksEffect::HandScored { scored: points(&[0, 5]), points: points(&[3, 9]) }, false, &two),
        [
            "The hand is over and scores 0 for Ben and 5 for seat 2. \
             The points are now 3 for Ben and 9 for seat 2.",
            "La mano ha terminado y suma 0 para Ben y 5 para el asiento 2. \
             Los puntos son ahora 3 para Ben y 9 para el asiento 2.",
        ]
    );
}
