//! A simple player: fast, without memory, and good enough for games of
//! realistic length.

use std::cmp::Reverse;

use regicide_engine::engine::{Card, Game as _, GameKind, Move, Position, Rank, Ruleset, Suit, View, Viewer};

/// Plays one kind of game.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    worth: [u8; Card::COUNT],
}

/// The value of a move, compared in this order: its kind, damage, cards spent.
type Score = (u8, u32, Reverse<u32>);

/// The enemy of an attack.
#[derive(Clone, Copy)]
struct Enemy {
    /// The damage that defeats it.
    left: u32,
    immune_to: Option<Suit>,
}

impl Player {
    /// A player of games of this kind.
    pub(crate) fn new(kind: GameKind) -> Self {
        let mut worth = [0; Card::COUNT];
        for facts in Ruleset::current(kind).rulebook().cards {
            // In a game without card values the rank counts.
            let rank = facts.card.rank().unwrap_or(Rank::Ace) as u8;
            worth[facts.card.index()] = facts.value.unwrap_or(rank);
        }
        Self { worth }
    }

    /// A legal move, `None` once the game is over: the attack with the most
    /// damage for the fewest points, and the cheapest cards for a discard.
    pub(crate) fn choose(&self, position: &Position) -> Option<Move> {
        let enemy = enemy(position);
        let mut best: Option<(Score, Move)> = None;
        position.for_each_legal(|mv| {
            let score = self.score(&mv, enemy);
            // Of equals, the first.
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, mv));
            }
        });
        best.map(|(_, mv)| mv)
    }

    fn score(&self, mv: &Move, enemy: Option<Enemy>) -> Score {
        let worth =
            |cards: &[Card]| cards.iter().map(|card| u32::from(self.worth[card.index()])).sum::<u32>();
        match mv {
            Move::Play(cards) => {
                let cost = worth(cards);
                let Some(Enemy { left, immune_to }) = enemy else { return (2, cost, Reverse(0)) };
                let clubs = cards.iter().any(|card| card.suit() == Some(Suit::Clubs));
                let doubled = clubs && immune_to != Some(Suit::Clubs);
                let damage = if doubled { 2 * cost } else { cost };
                // Damage beyond the enemy's health is wasted.
                (2, damage.min(left), Reverse(cost))
            }
            Move::Discard(cards) => (2, 0, Reverse(worth(cards))),
            Move::Take | Move::Keep => (2, 0, Reverse(0)),
            Move::Bury(card) => (1, 0, Reverse(worth(&[*card]))),
            Move::Yield | Move::Next(_) | Move::Pass | Move::Trump(_) => (1, 0, Reverse(0)),
            Move::Flip | Move::Change(_) | Move::Concede | Move::Undo => (0, 0, Reverse(0)),
        }
    }
}

/// The enemy of the co-operative game.
fn enemy(position: &Position) -> Option<Enemy> {
    let View::Regicide(view) = position.view(Viewer::Spectator) else { return None };
    let enemy = view.enemy?;
    Some(Enemy { left: u32::from(enemy.health.saturating_sub(enemy.damage)), immune_to: enemy.immune_to })
}

#[cfg(test)]
mod tests {
    use regicide_engine::engine::{Ignore, Options, Ruleset, Seed, Setup};

    use super::*;

    #[test]
    fn every_game_is_played_to_its_end_with_legal_moves() {
        for (kind, players) in [(GameKind::Regicide, 1..=4), (GameKind::Tricks, 2..=4)] {
            let player = Player::new(kind);
            for players in players {
                let setup = Setup::new(Ruleset::current(kind), players, &Options::default()).unwrap();
                let mut moves = 0;
                for number in 0..200 {
                    let seed: Seed = format!("load-test-{number}").parse().unwrap();
                    let mut position = Position::deal(&setup, seed.key());
                    while let Some(seat) = position.to_act() {
                        let mv = player.choose(&position).unwrap();
                        position = position.play(seat, &mv, &mut Ignore).unwrap();
                        assert!(position.seq() < 2000, "{kind} of {players}: {seed:?} does not end");
                    }
                    assert_eq!(player.choose(&position), None);
                    moves += position.seq();
                }
                assert!(moves / 200 >= 8, "{kind} of {players}: {} moves on average", moves / 200);
            }
        }
    }

    #[test]
    fn damage_is_covered_with_the_cheapest_cards_and_no_attack_is_wasted() {
        let player = Player::new(GameKind::Regicide);
        let score =
            |mv: &str, left| player.score(&mv.parse().unwrap(), Some(Enemy { left, immune_to: None }));
        assert!(score("discard 2C 9D", 20) > score("discard QS", 20));
        assert!(score("play 9D", 20) > score("play 8D", 20));
        assert!(score("play 6C", 20) > score("play 9D", 20));
        assert!(score("play 4D", 4) > score("play 9D", 4));
        assert!(score("play AC", 20) > score("yield", 20));
    }
}
