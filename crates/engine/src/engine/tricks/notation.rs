//! The position line (T14).

use std::fmt;

use super::deal::{STOCK, deck};
use super::points::Points;
use super::position::{Phase, Position, TurnedUp};
use super::scoring::TRICKS;
use super::setup::Setup;
use crate::engine::card::{Card, CardSet, Suit};
use crate::engine::moves::Seat;
use crate::engine::notation::{
    NotationError, by_seat, check_cards, field, optional, seat, write_or_dash, write_separated,
};
use crate::engine::seed::Key;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.stock)?;
        write_or_dash(f, self.turned_up.open())?;
        f.write_str(" ")?;
        write_separated(f, self.seats().map(|seat| self.hand(seat)), '|')?;
        f.write_str(" ")?;
        write_or_dash(f, self.buried)?;
        write!(f, " {} {} ", self.trick, self.leader)?;
        write_separated(f, self.seats().map(|seat| self.tricks[seat.index()]), ',')?;
        f.write_str(" ")?;
        write_or_dash(f, self.trump)?;
        let Self { highest, points, dealer, phase, turn, seq, .. } = self;
        write!(f, ":{highest} {points} {dealer} {phase} {turn} {seq}")
    }
}

impl Position {
    /// Reads a position line. The line has no concession: in the position that is read
    /// no seat has conceded. Nor has it the card that was taken from beside the stock,
    /// and its seat: a joker, by the seat to act, in the position that is read.
    pub fn parse(setup: &Setup, key: Key, line: &str) -> Result<Self, NotationError> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [stock, open, hands, buried, trick, leader, tricks, order, points, dealer, phase, turn, seq] =
            fields[..]
        else {
            return Err(NotationError::FieldCount(13));
        };
        let players = setup.players();
        let (trump, highest) = order.split_once(':').ok_or(NotationError::Field("order"))?;
        let mut position = Self {
            setup: *setup,
            key,
            seq: field("seq", seq)?,
            dealer: seat("dealer", dealer, players)?,
            stock: field("stock", stock)?,
            turned_up: TurnedUp::Stock { card: Card::X1 },
            hands: by_seat("hands", hands, '|', (CardSet::EMPTY, players))?,
            buried: optional("buried", buried)?,
            trick: field("trick", trick)?,
            leader: seat("leader", leader, players)?,
            tricks: by_seat("tricks", tricks, ',', (0, players))?,
            trump: optional::<Suit>("order", trump)?,
            highest: field("order", highest)?,
            points: parse_points(points, *setup)?,
            phase: field("phase", phase)?,
            turn: seat("turn", turn, players)?,
            conceded_by: None,
        };
        position.turned_up = turned_up(&position, optional("turned-up card", open)?);
        check(&position)?;
        if position.to_string() == line { Ok(position) } else { Err(NotationError::Spelling) }
    }
}

fn parse_points(text: &str, setup: Setup) -> Result<Points, NotationError> {
    let wrong = NotationError::Field("points");
    let list: Vec<u32> = text.split(',').map(|points| field("points", points)).collect::<Result<_, _>>()?;
    if list.len() != usize::from(setup.sides()) {
        return Err(wrong);
    }
    Points::try_from(list).map_err(|_| wrong)
}

/// The place of the turned-up card. If a player took it, that player has one card
/// more than the others until a card is buried for it (T5).
fn turned_up(position: &Position, open: Option<Card>) -> TurnedUp {
    let Position { setup, phase, turn, .. } = *position;
    let count = |seat: Seat| position.hands[seat.index()].len();
    let is_taken = match phase {
        Phase::Trump | Phase::Bury => count(turn) > count(turn.next(setup.players())),
        Phase::Take | Phase::Play | Phase::Change | Phase::Over => position.buried.is_some(),
    };
    match (open, position.stock.first()) {
        (Some(card), _) => TurnedUp::Open { card },
        (None, Some(&card)) if !is_taken => TurnedUp::Stock { card },
        (None, _) => TurnedUp::Taken { card: Card::X1, seat: turn },
    }
}

/// Checks the invariants of every position of a game with this set-up.
fn check(position: &Position) -> Result<(), NotationError> {
    let Position { setup, phase, .. } = *position;
    let require = |holds, field| if holds { Ok(()) } else { Err(NotationError::Field(field)) };
    let is_open = matches!(position.turned_up, TurnedUp::Open { .. });
    require(phase == Phase::Over || is_open == (phase == Phase::Take), "turned-up card")?;
    let is_settled = match phase {
        Phase::Take | Phase::Trump => Some(false),
        Phase::Bury | Phase::Play | Phase::Change => Some(true),
        Phase::Over => None,
    };
    require(is_settled.is_none_or(|settled| settled == position.trump.is_some()), "order")?;
    // A taken card is one more than was dealt.
    require(position.hands.iter().all(|hand| hand.len() <= usize::from(TRICKS) + 1), "hands")?;
    let in_turn = (0..position.trick.len()).fold(position.leader, |seat, _| seat.next(setup.players()));
    match phase {
        Phase::Take | Phase::Trump | Phase::Bury => require(position.trick.is_empty(), "trick")?,
        Phase::Change => require(position.trick.is_empty() && position.turn == in_turn, "turn")?,
        Phase::Play => require(position.turn == in_turn, "turn")?,
        Phase::Over => {}
    }
    // The card turned up has room on the stock (T5).
    require(phase != Phase::Take || position.stock.len() < STOCK, "stock")?;
    let plays = matches!(phase, Phase::Bury | Phase::Play);
    require(!plays || !position.hand(position.turn).is_empty(), "hands")?;
    require(position.seq <= setup.max_moves(), "seq")?;
    // A hand takes at least twenty moves and gives at most twenty points (T9).
    require(position.points.as_slice().iter().all(|&points| points <= setup.max_moves()), "points")?;
    require(position.trick.len() < usize::from(setup.players()), "trick")?;
    require(position.tricks.iter().map(|&count| u16::from(count)).sum::<u16>() <= TRICKS.into(), "tricks")?;
    let hands = position.hands.into_iter().flat_map(CardSet::iter);
    let open = Some(position.turned_up.card()).filter(|_| is_open);
    let piles = position.stock.iter().chain(position.trick.iter()).copied();
    check_cards(deck(setup), piles.chain(hands).chain(open).chain(position.buried))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tricks::table;

    #[test]
    fn t14_the_line_has_thirteen_fields() {
        let lines = [
            "4D8H 9D 7C2D|6CKC - - 0 0,0 -:K 0,0 0 take 0 0",
            "9D4D8H - 7C2D|6CKC - - 0 0,0 -:K 21,22 0 trump 0 2",
            "4D8H - 7C2D|6CKC 9D 8S 1 3,4 H:A 21,22 0 play 0 40",
            "- - -|- KH - 1 2,7 C:K 45,53 0 over 1 411",
        ];
        for line in lines {
            assert_eq!(table::set(table::of(2), line).to_string(), line);
        }
    }

    #[test]
    fn t14_the_seat_to_act_has_a_card_and_the_stock_has_room() {
        let setup = table::of(2);
        let is_read = |line: &str| Position::parse(&setup, table::key("table"), line).is_ok();
        assert!(is_read("- - 7C|- - - 0 0,0 H:K 0,0 0 play 0 4"));
        assert!(!is_read("- - -|7C - - 0 0,0 H:K 0,0 0 play 0 4"));
        let stock = "AC2C3C4C5C6C8C9CKCAD2D3D4D5D6D7D8D9DKDAH2H3H4H";
        assert!(is_read(&format!("{stock} KH 7C|6H - - 0 0,0 -:K 0,0 0 take 0 0")));
        assert!(!is_read(&format!("{stock}5H KH 7C|6H - - 0 0,0 -:K 0,0 0 take 0 0")));
    }

    #[test]
    fn t14_tricks_go_by_seat_and_points_by_side() {
        let line = "- - 7C|6C|AC|9S X1 - 1 2,2,3,1 C:K 45,13 0 change 1 411";
        assert_eq!(table::set(table::partners(), line).to_string(), line);
    }
}
