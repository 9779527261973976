//! Set-ups to try, and the law that every position has to fulfil.

use regicide_engine::engine::{Game, GameKind, Ignore, Move, Options, Position, Ruleset, Setup, SoloYield, Variant};

/// The set-up that a byte stands for.
#[must_use]
pub fn setup(byte: u8) -> Option<Setup> {
    let players = byte % 4 + 1;
    let (kind, options) = match byte / 4 % 8 {
        0 => (GameKind::Regicide, Options::default()),
        1 => {
            let variants = Some(vec![Variant::SharedDamage]);
            (GameKind::Regicide, Options { variants, ..Options::default() })
        }
        2 => (GameKind::Regicide, Options { solo_yield: Some(SoloYield::Once), ..Options::default() }),
        3 => (GameKind::Tricks, Options { jokers: Some(0), ..Options::default() }),
        4 => (GameKind::Tricks, Options { partners: Some(true), ..Options::default() }),
        5 => (GameKind::Tricks, Options { target: Some(10), ..Options::default() }),
        6 => (GameKind::Tricks, Options::default()),
        _ => {
            // All others at once, with another first player.
            let first = (players - 1).try_into().ok();
            let variants = Some(vec![Variant::Mulligan, Variant::NoCombos]);
            (GameKind::Regicide, Options { first, variants, ..Options::default() })
        }
    };
    Setup::new(Ruleset::current(kind), players, &options).ok()
}

/// Every move that is listed can be played, leaves the position before it as it
/// was, and leads to a position with the next number.
///
/// # Panics
/// If one does not.
pub fn listed_moves_can_be_played(position: &Position) {
    let Some(seat) = position.to_act() else { return };
    let before = position.to_string();
    let moves = position.legal_moves();
    for mv in moves.iter().take(50) {
        let next = position.play(seat, mv, &mut Ignore).expect("a listed move is legal");
        assert_eq!(next.seq(), position.seq() + 1);
        assert_eq!(mv.to_string().parse::<Move>().as_ref(), Ok(mv));
    }
    assert_eq!(position.to_string(), before);
}
