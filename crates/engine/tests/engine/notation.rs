//! Position lines are read as they are written, and nothing else is.

use regicide_engine::engine::{
    Game, GameKind, Ignore, Key, Move, NotationError, Options, Position, Ruleset, Seed, Setup, Stream,
    Variant,
};

fn key() -> Key {
    "notation".parse::<Seed>().unwrap().key()
}

/// Set-ups of every version of every game.
fn set_ups() -> Vec<Setup> {
    let variants = Options { variants: Some(vec![Variant::SharedDamage]), ..Options::default() };
    let partners = Options { partners: Some(true), jokers: Some(0), ..Options::default() };
    let target = Options { target: Some(10), ..Options::default() };
    let options = [Options::default(), variants, partners, target];
    let all = Ruleset::all().flat_map(|ruleset| (1..=4).map(move |players| (ruleset, players)));
    let all =
        all.flat_map(|(ruleset, players)| options.iter().map(move |options| (ruleset, players, options)));
    all.filter_map(|(ruleset, players, options)| Setup::new(ruleset, players, options).ok()).collect()
}

/// Plays a game of random moves and hands every position of it to `each`.
fn play(setup: Setup, dice: &mut Stream, mut each: impl FnMut(&Position)) {
    let mut position = Position::deal(&setup, key());
    each(&position);
    while let Some(seat) = position.to_act() {
        let legal = position.legal_moves();
        let concede = dice.below(200) == 0;
        let mv =
            if concede { Move::Concede } else { legal[dice.below(legal.len().try_into().unwrap()) as usize] };
        position = position.play(seat, &mv, &mut Ignore).unwrap();
        each(&position);
    }
}

#[test]
fn s4_t14_every_position_is_read_as_it_was_written() {
    let mut dice = key().stream(1);
    let mut checked = 0;
    for setup in set_ups() {
        for _ in 0..3 {
            play(setup, &mut dice, |position| {
                let line = position.to_string();
                let read =
                    Position::parse(&setup, key(), &line).unwrap_or_else(|error| panic!("{error}: {line}"));
                assert_eq!(read.to_string(), line);
                // What the line holds is all that the rules need.
                assert_eq!(
                    (read.to_act(), read.legal_moves()),
                    (position.to_act(), position.legal_moves()),
                    "{line}"
                );
                for mv in position.legal_moves().into_iter().take(3) {
                    let seat = position.to_act().unwrap();
                    let next = position.play(seat, &mv, &mut Ignore).unwrap();
                    let other = read.play(seat, &mv, &mut Ignore).unwrap();
                    assert_eq!(other.to_string(), next.to_string(), "{line} {mv}");
                }
                checked += 1;
            });
        }
    }
    assert!(checked > 2000, "{checked}");
}

/// Changed lines are refused, or are lines of positions themselves; there is no
/// third way, and no panic.
#[test]
fn s4_t14_a_changed_line_is_refused_or_canonical() {
    let mut dice = key().stream(2);
    let letters: Vec<char> = "0123456789ACDHJKQSTX|:,- ynvé".chars().collect();
    let (mut refused, mut read) = (0, 0);
    for setup in set_ups() {
        play(setup, &mut dice.clone(), |position| {
            let mut line: Vec<char> = position.to_string().chars().collect();
            let place = dice.below(line.len().try_into().unwrap()) as usize;
            let letter = letters[dice.below(letters.len().try_into().unwrap()) as usize];
            match dice.below(4) {
                0 => drop(line.remove(place)),
                1 => line.insert(place, letter),
                2 => line.truncate(place),
                _ => line[place] = letter,
            }
            let line: String = line.into_iter().collect();
            match Position::parse(&setup, key(), &line) {
                Ok(position) => {
                    assert_eq!(position.to_string(), line);
                    for mv in position.legal_moves() {
                        position.play(position.to_act().unwrap(), &mv, &mut Ignore).unwrap();
                    }
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        });
    }
    assert!(refused > 500 && read > 10, "{refused} {read}");
}

fn refused(game: GameKind, line: &str) -> NotationError {
    let setup = Setup::new(Ruleset::current(game), 2, &Options::default()).unwrap();
    Position::parse(&setup, key(), line).unwrap_err()
}

#[test]
fn s4_what_cannot_be_is_refused() {
    use NotationError::{Card, Field, FieldCount, Spelling};

    let refused = |line: &str| refused(GameKind::Regicide, line);
    let card = |text: &str| Card(text.parse().unwrap());
    for (line, error) in [
        ("", FieldCount(11)),
        ("QD - - - 2C|3C JH:0:0:immune play 0 nn 0 6 ", FieldCount(11)),
        ("2D - - - 2C|3C JH:0:0:immune play 0 nn 0 6", Field("castle")),
        ("QD - - - 2C JH:0:0:immune play 0 nn 0 6", Field("hands")),
        ("QD - - - 2C|3C|4C JH:0:0:immune play 0 nn 0 6", Field("hands")),
        ("QD - - - 2C3C4C5C6C7C8C9C|- JH:0:0:immune play 0 nn 0 6", Field("hands")),
        ("QD - - - 2C|3C 9H:0:0:immune play 0 nn 0 6", Field("enemy")),
        ("QD - - - 2C|3C JH:20:0:immune play 0 nn 0 6", Field("enemy")),
        ("QD - - - 2C|3C -:0:0:immune play 0 nn 0 6", Field("enemy")),
        ("QD - - - 2C|3C JH:0:0:none play 0 nn 0 6", Field("enemy")),
        ("QD - - - 2C|3C JH:0:0:immune discard:0:1 0 nn 0 6", Field("phase")),
        ("QD - - - 2C|3C JH:0:0:immune discard:4:1 1 nn 0 6", Field("phase")),
        ("QD - - - 2C|- JH:0:0:immune discard:2:1 1 nn 0 6", Field("phase")),
        ("QD - - - 2C|3C JH:0:0:immune over 0 nn 0 6", Field("phase")),
        ("QD - - - 2C|3C JH:0:0:immune play 2 nn 0 6", Field("seat")),
        ("QD - - - 2C|3C JH:0:0:immune play 0 nn 1 6", Field("jesters")),
        ("QD - - - 2C|3C JH:0:0:immune play 0 nn 0 20001", Field("seq")),
        ("QD 2C - - 2C|3C JH:0:0:immune play 0 nn 0 6", card("2C")),
        ("QD X1 - - 2C|3C JH:0:0:immune play 0 nn 0 6", card("X1")),
        ("QD - - - 3C2C|4C JH:0:0:immune play 0 nn 0 6", Spelling),
        ("QD - - - 2C|3C JH:0:0:immune play 0 nnn 0 6", Spelling),
        ("QD - - - 2C|3C JH:0:0:immune play 0 nn 0 06", Spelling),
    ] {
        assert_eq!(refused(line), error, "{line}");
    }
}

#[test]
fn t14_what_cannot_be_is_refused() {
    use NotationError::{Card, Field, FieldCount, Spelling};

    let refused = |line: &str| refused(GameKind::Tricks, line);
    let card = |text: &str| Card(text.parse().unwrap());
    for (line, error) in [
        ("4D 9D 7C|6C - - 0 0,0 -:K 0,0 0 take 0", FieldCount(13)),
        ("4D - 7C|6C - - 0 0,0 -:K 0,0 0 take 0 0", Field("turned-up card")),
        ("4D 9D 7C|6C - - 0 0,0 H:K 0,0 0 take 0 0", Field("order")),
        ("4D - 7C|6C - - 0 0,0 -:K 0,0 0 play 0 0", Field("order")),
        ("4D 9D 7C|6C - - 0 0,0 -:Q 0,0 0 take 0 0", Field("order")),
        ("4D 9D 7C - - 0 0,0 -:K 0,0 0 take 0 0", Field("hands")),
        ("4D 9D 7C|6C - 2C 0 0,0 -:K 0,0 0 take 0 0", Field("trick")),
        ("4D - 7C|6C - 2C3C 0 0,0 D:K 0,0 0 play 0 0", Field("trick")),
        ("4D - 7C|6C - 2C 0 0,0 D:K 0,0 0 play 0 0", Field("turn")),
        ("4D 9D 7C|6C - - 0 5,5 -:K 0,0 0 take 0 0", Field("tricks")),
        ("4D 9D 7C|6C - - 0 0,0 -:K 0,0,0 0 take 0 0", Field("points")),
        ("4D 9D 7C|6C - - 0 0,0 -:K 20001,0 0 take 0 0", Field("points")),
        ("4D 9D 7C|6C - - 0 0,0 -:K 0,0 2 take 0 0", Field("dealer")),
        ("4D 9D 7C|6C - - 0 0,0 -:K 0,0 0 won 0 0", Field("phase")),
        ("4D 9D 7C|9D - - 0 0,0 -:K 0,0 0 take 0 0", card("9D")),
        ("4D TD 7C|6C - - 0 0,0 -:K 0,0 0 take 0 0", card("TD")),
        ("4D 9D 7C6C|- - - 0 0,0 -:K 0,0 0 take 0 0", Spelling),
        ("4D 9D 7C|6C - - 0 0,00 -:K 0,0 0 take 0 0", Spelling),
    ] {
        assert_eq!(refused(line), error, "{line}");
    }
}
