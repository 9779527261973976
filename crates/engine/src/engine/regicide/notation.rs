//! The position line (docs/spec/record.md S4).

use std::fmt;

use super::position::{Enemy, Immunity, Phase, Position};
use super::setup::Setup;
use crate::engine::card::{Card, CardSet, Rank};
use crate::engine::moves::Seat;
use crate::engine::notation::{NotationError, by_seat, check_cards, field, optional, seat, write_separated};
use crate::engine::seed::Key;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {} ", self.castle, self.tavern, self.discard_pile, self.table)?;
        let seats = || Seat::all(self.players());
        write_separated(f, seats().map(|seat| self.hand(seat)), '|')?;
        match self.enemy {
            None => f.write_str(" -:0:0:immune")?,
            Some(enemy) => write!(f, " {}:{}:{}:{}", enemy.card, enemy.damage, enemy.spades, enemy.immunity)?,
        }
        match self.phase {
            Phase::Play => f.write_str(" play ")?,
            Phase::Discard { damage, attacked } => write!(f, " discard:{damage}:{attacked} ")?,
            Phase::Next => f.write_str(" next ")?,
            Phase::Won => f.write_str(" won ")?,
            Phase::Lost => f.write_str(" lost ")?,
        }
        write!(f, "{} ", self.seat)?;
        for seat in seats() {
            f.write_str(if self.yielded[seat.index()] { "y" } else { "n" })?;
        }
        write!(f, " {} {}", self.jesters, self.seq)
    }
}

impl Position {
    /// Reads a position line. The line has no concession: in the position that is read
    /// no seat has conceded.
    pub fn parse(setup: &Setup, key: Key, line: &str) -> Result<Self, NotationError> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [castle, tavern, discard_pile, table, hands, enemy, phase, to_act, yielded, jesters, seq] =
            fields[..]
        else {
            return Err(NotationError::FieldCount(11));
        };
        let players = setup.players();
        let position = Self {
            setup: *setup,
            key,
            castle: field("castle", castle)?,
            tavern: field("tavern", tavern)?,
            discard_pile: field("discard pile", discard_pile)?,
            table: field("table", table)?,
            hands: by_seat("hands", hands, '|', (CardSet::EMPTY, players))?,
            enemy: parse_enemy(enemy)?,
            phase: parse_phase(phase, players)?,
            seat: seat("seat", to_act, players)?,
            yielded: std::array::from_fn(|seat| yielded.as_bytes().get(seat) == Some(&b'y')),
            jesters: field("jesters", jesters)?,
            seq: field("seq", seq)?,
            conceded_by: None,
        };
        check(&position)?;
        if position.to_string() == line { Ok(position) } else { Err(NotationError::Spelling) }
    }
}

fn parse_enemy(text: &str) -> Result<Option<Enemy>, NotationError> {
    let wrong = NotationError::Field("enemy");
    let parts: Vec<&str> = text.split(':').collect();
    let [card, damage, spades, immunity] = parts[..] else { return Err(wrong) };
    let Some(card) = optional("enemy", card)? else { return Ok(None) };
    let royal = Enemy::new(card).ok_or(wrong)?;
    let (damage, spades) = (field("enemy", damage)?, field("enemy", spades)?);
    let immunity: Immunity = field("enemy", immunity)?;
    // Every play with a spade has done at least its attack value of damage.
    if u8::max(damage, spades) < royal.stats.health {
        Ok(Some(Enemy { damage, spades, immunity, ..royal }))
    } else {
        Err(wrong)
    }
}

fn parse_phase(text: &str, players: u8) -> Result<Phase, NotationError> {
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        ["play"] => Ok(Phase::Play),
        ["next"] => Ok(Phase::Next),
        ["won"] => Ok(Phase::Won),
        ["lost"] => Ok(Phase::Lost),
        ["discard", damage, attacked] => {
            let (damage, attacked) = (field("phase", damage)?, seat("phase", attacked, players)?);
            if damage > 0 {
                Ok(Phase::Discard { damage, attacked })
            } else {
                Err(NotationError::Field("phase"))
            }
        }
        _ => Err(NotationError::Field("phase")),
    }
}

/// Checks the invariants of every position of a game with this set-up.
fn check(position: &Position) -> Result<(), NotationError> {
    let Position { setup, castle, enemy, .. } = position;
    let require = |holds, field| if holds { Ok(()) } else { Err(NotationError::Field(field)) };
    let is_royal = |card: &Card| card.rank() >= Some(Rank::Jack);
    require(castle.iter().all(is_royal), "castle")?;
    let full = usize::from(setup.hand_size());
    require(position.hands.iter().all(|hand| hand.len() <= full), "hands")?;
    require(enemy.is_none() == (position.phase == Phase::Won), "enemy")?;
    require(enemy.is_some() || castle.is_empty(), "castle")?;
    require(position.seq <= setup.max_moves(), "seq")?;
    require(position.jesters <= setup.solo_jesters(), "jesters")?;
    require(position.can_be_asked_for_cards(), "phase")?;
    // R7.4: the game would be over.
    require(position.phase != Phase::Play || !position.is_stuck(), "phase")?;
    let mut game = CardSet::ALL;
    for jester in [Card::X1, Card::X2].into_iter().skip(usize::from(setup.jesters())) {
        game.remove(jester);
    }
    let piles =
        [&position.tavern, &position.discard_pile, &position.table].into_iter().flat_map(|pile| pile.iter());
    let hands = position.hands.into_iter().flat_map(CardSet::iter);
    let royals = castle.iter().copied().chain(enemy.map(|enemy| enemy.card));
    check_cards(game, piles.copied().chain(hands).chain(royals))
}
