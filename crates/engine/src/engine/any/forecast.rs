//! Forecasts of legal moves.

use serde::Serialize;
use utoipa::ToSchema;

use super::Position;
use crate::engine::moves::Move;
use crate::engine::{regicide, tricks};

/// The forecast of a legal move, computed from its player's knowledge. Moves that
/// explain themselves have none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Forecast {
    /// Of a play in the co-operative game.
    Attack(regicide::Attack),
    /// Of a discard in the co-operative game.
    Cover(regicide::Cover),
    /// Of yielding in the co-operative game.
    Yield(regicide::Yield),
    /// Of flipping a jester in the co-operative game.
    Flip(regicide::Flip),
    /// Of a card played to a trick.
    Trick(tricks::Trick),
}

impl Position {
    /// The forecast of a legal move of the seat to act.
    pub fn forecast(&self, mv: &Move) -> Option<Forecast> {
        match (self, mv) {
            (Self::Regicide(position), Move::Play(cards)) => {
                position.forecast_play(cards).map(Forecast::Attack)
            }
            (Self::Regicide(position), Move::Discard(cards)) => {
                position.forecast_discard(cards).map(Forecast::Cover)
            }
            (Self::Regicide(position), Move::Yield) => position.forecast_yield().map(Forecast::Yield),
            (Self::Regicide(position), Move::Flip) => position.forecast_flip().map(Forecast::Flip),
            (Self::Tricks(position), Move::Play(cards)) => {
                cards.first().map(|&card| Forecast::Trick(position.forecast_card(card)))
            }
            _ => None,
        }
    }

    /// True if a legal move of the seat to act loses the game at once, whatever the cards
    /// are that the seat does not see.
    pub fn surely_loses(&self, mv: &Move) -> bool {
        match self {
            Self::Regicide(position) => position.surely_loses(mv),
            Self::Tricks(_) => false,
        }
    }
}

#[cfg(test)]
#[expect(clippy::wildcard_enum_match_arm, reason = "a test looks for the effects that it is about")]
mod tests {
    use super::*;
    use crate::engine::game::Game as _;
    use crate::engine::regicide::WonOrLost;
    use crate::engine::{Effect, GameKind, Options, Ruleset, Seed, Setup, SoloYield, Suit, Variant};

    /// Plays games of every kind, with private and with shared damage, and hands each
    /// position with each of its legal moves to `check`.
    fn in_every_position(mut check: impl FnMut(&Position, &Move)) {
        for &kind in GameKind::ALL {
            for (players, shared, deal) in (1..=4).flat_map(|n| [(n, false, 0), (n, false, 1), (n, true, 2)])
            {
                let options = Options {
                    solo_yield: (players == 1).then_some(SoloYield::Once),
                    variants: shared.then(|| vec![Variant::SharedDamage]),
                    ..Options::default()
                };
                let Ok(setup) = Setup::new(Ruleset::current(kind), players, &options) else { continue };
                let seed: Seed = format!("forecast-{players}-{deal}").parse().unwrap();
                let mut position = Position::deal(&setup, seed.key());
                while let Some(seat) = position.to_act().filter(|_| position.seq() < 60) {
                    let legal = position.legal_moves();
                    for mv in &legal {
                        check(&position, mv);
                    }
                    let chosen = legal[position.seq() as usize * 7 % legal.len()];
                    position = position.play(seat, &chosen, &mut Vec::new()).unwrap();
                }
            }
        }
    }

    /// A sure loss does lose. With damage that is not shared, each loss by a move that
    /// draws no card is forecast.
    #[test]
    fn a_sure_loss_comes_true() {
        let mut seen = [0; 2];
        in_every_position(|position, mv| {
            let mut effects = Vec::new();
            let after = position.play(position.to_act().unwrap(), mv, &mut effects).unwrap();
            let Some(after) = after.co_operative() else { return };
            let is_sure = position.surely_loses(mv);
            seen[usize::from(is_sure)] += 1;
            let is_lost = after.outcome().is_some_and(|end| end.outcome == WonOrLost::Lost);
            assert!(is_lost || !is_sure);
            let hides_nothing = drawn(&effects) == 0 && !after.setup.has(Variant::SharedDamage);
            assert!(is_sure || !(is_lost && hides_nothing));
        });
        assert!(seen.iter().all(|&count| count > 15), "{seen:?}");
    }

    /// The forecast is what the move then does.
    #[test]
    fn a_forecast_comes_true() {
        let mut seen = [0; 5];
        in_every_position(|position, mv| {
            let mut effects = Vec::new();
            let after = position.play(position.to_act().unwrap(), mv, &mut effects).unwrap();
            match (position.forecast(mv), after) {
                (Some(Forecast::Attack(attack)), Position::Regicide(after)) => {
                    seen[0] += 1;
                    comes_true(&attack, &effects, &after);
                }
                (Some(Forecast::Cover(cover)), _) => {
                    seen[1] += 1;
                    let done = effects.iter().find_map(|effect| match effect {
                        Effect::Regicide(regicide::Effect::Discarded { worth, left, .. }) => {
                            Some((*worth, *left))
                        }
                        _ => None,
                    });
                    assert_eq!(done, Some((cover.worth, cover.uncovered)));
                    assert!(cover.excess == 0 || cover.uncovered == 0);
                }
                (Some(Forecast::Trick(trick)), _) => {
                    seen[2] += 1;
                    let own = position.to_act().unwrap();
                    let won = effects.iter().find_map(|effect| match effect {
                        Effect::Tricks(tricks::Effect::TrickWon { seat, .. }) => Some(*seat == own),
                        _ => None,
                    });
                    assert_eq!(won, trick.completes.then_some(trick.is_best));
                }
                (Some(Forecast::Yield(forecast)), _) => {
                    seen[3] += 1;
                    let attacked = effects.iter().find_map(|effect| match effect {
                        Effect::Regicide(regicide::Effect::Attacked { damage, .. }) => Some(*damage),
                        _ => None,
                    });
                    assert_eq!(attacked, Some(forecast.attack_left));
                }
                (Some(Forecast::Flip(flip)), _) => {
                    seen[4] += 1;
                    let flipped = effects.iter().find_map(|effect| match effect {
                        Effect::Regicide(regicide::Effect::Flipped { cards, left }) => {
                            Some((cards.len(), *left))
                        }
                        _ => None,
                    });
                    assert_eq!(flipped, Some((flip.discarded.into(), flip.jesters_left)));
                    assert_eq!(drawn(&effects), flip.drawn);
                }
                (None, _) => assert!(!matches!(mv, Move::Play(_) | Move::Discard(_))),
                other => panic!("{other:?}"),
            }
        });
        assert!(seen[..3].iter().all(|&count| count > 50), "{seen:?}");
        assert!(seen[3..].iter().all(|&count| count > 5), "{seen:?}");
    }

    fn drawn(effects: &[Effect]) -> u8 {
        let count = |effect: &Effect| match effect {
            Effect::Regicide(regicide::Effect::Drawn { count, .. }) => *count,
            _ => 0,
        };
        effects.iter().map(count).sum()
    }

    fn comes_true(attack: &regicide::Attack, effects: &[Effect], after: &regicide::Position) {
        use crate::engine::regicide::Effect as E;

        let powers = |effect: &Effect| match effect {
            Effect::Regicide(E::Healed { .. }) => Some('H'),
            Effect::Regicide(E::Shielded { .. }) => Some('S'),
            Effect::Regicide(E::Damaged { doubled: true, .. }) => Some('C'),
            _ => None,
        };
        let seen: String = effects.iter().filter_map(powers).collect();
        // Diamonds leave no effect where nobody can draw.
        let forecast: String = attack.powers.iter().map(Suit::to_string).filter(|suit| suit != "D").collect();
        assert_eq!(forecast, seen);
        assert_eq!(attack.drawn, drawn(effects));
        for effect in effects {
            let Effect::Regicide(effect) = effect else { panic!("{effect:?}") };
            match *effect {
                E::Played { attack: value, .. } => assert_eq!(value, attack.attack),
                E::Healed { count } => assert_eq!(count, attack.healed),
                E::Drawn { .. } => assert!(attack.powers.contains(&Suit::Diamonds)),
                E::Damaged { amount, total, health, .. } => {
                    assert_eq!((amount, health.saturating_sub(total)), (attack.damage, attack.health_left));
                }
                E::Attacked { damage, .. } => assert_eq!(damage, attack.attack_left),
                _ => {}
            }
        }
        let defeated = effects.iter().find_map(|effect| match effect {
            Effect::Regicide(E::Defeated { exact, .. }) => Some(*exact),
            _ => None,
        });
        assert_eq!(defeated, attack.defeats.then_some(attack.exact));
        if let Some(enemy) = after.view(crate::engine::Viewer::Spectator).enemy.filter(|_| !attack.defeats) {
            assert_eq!((enemy.attack_now, enemy.health_left), (attack.attack_left, attack.health_left));
            assert_eq!(enemy.attack_now, enemy.attack - enemy.shield);
        }
    }

    /// A position line with the cards of piles and hands that the seat to act
    /// does not see in another order.
    #[test]
    fn r12_3_t11_a_forecast_is_the_same_wherever_the_hidden_cards_are() {
        in_every_position(|position, mv| {
            let other = match position {
                Position::Regicide(position) => Position::Regicide(position.with_hidden_cards_moved()),
                Position::Tricks(position) => Position::Tricks(position.with_hidden_cards_moved()),
            };
            assert_eq!(position.forecast(mv), other.forecast(mv));
            assert_eq!(position.surely_loses(mv), other.surely_loses(mv));
        });
    }
}
