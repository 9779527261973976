//! Small endgames, and their truth by trying everything.

use regicide_engine::engine::regicide::{Position, WonOrLost};
use regicide_engine::engine::{Card, CardSet, Game as _, Ignore, Move, Named, Options, Seed};

use crate::setup;

/// The last king, some damage from its end, against a few cards.
pub(crate) fn endgame(players: u8, number: u32) -> Position {
    let key = format!("endgame-{number}").parse::<Seed>().unwrap().key();
    let mut stream = key.stream(1 << 40);
    let king: Card = ["KC", "KD", "KH", "KS"][stream.below(4) as usize].parse().unwrap();
    let jesters = [Card::X1, Card::X2].into_iter().skip(usize::from(players.saturating_sub(2)));
    let out: CardSet = jesters.chain([king]).collect();
    let mut cards: Vec<Card> = CardSet::ALL.difference(out).iter().collect();
    stream.shuffle(&mut cards);
    let text = |cards: &[Card]| cards.iter().map(|card| card.name()).collect::<String>();
    let mut hand = || cards.split_off(cards.len() - 3).into_iter().collect::<CardSet>().to_string();
    let hands: Vec<String> = (0..players).map(|_| hand()).collect();
    let tavern = text(&cards.split_off(cards.len() - 3));
    let damage = stream.below(30);
    let (hands, yielded) = (hands.join("|"), "n".repeat(players.into()));
    let line =
        format!("- {tavern} {} - {hands} {king}:{damage}:6:immune play 0 {yielded} 0 90", text(&cards));
    Position::parse(&setup(players, &Options::default()), key, &line).unwrap()
}

/// True if the players can win, by trying every move with its cards in every
/// order.
pub(crate) fn can_win(position: &Position) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.outcome == WonOrLost::Won;
    }
    let seat = position.to_act().unwrap();
    let moves = position.legal_moves();
    let mut all = moves.into_iter().flat_map(|mv| {
        if let Move::Play(cards) = mv {
            orders(cards).into_iter().map(Move::Play).collect()
        } else if let Move::Discard(cards) = mv {
            orders(cards).into_iter().map(Move::Discard).collect()
        } else {
            vec![mv]
        }
    });
    all.any(|mv| can_win(&position.play(seat, &mv, &mut Ignore).unwrap()))
}

/// Cards in every order.
fn orders(cards: Named) -> Vec<Named> {
    if cards.len() < 2 {
        return vec![cards];
    }
    let mut all = Vec::new();
    for (index, &first) in cards.iter().enumerate() {
        let mut others = Named::EMPTY;
        let rest = cards.iter().enumerate().filter(|(other, _)| *other != index);
        rest.for_each(|(_, &card)| others.push(card));
        for order in orders(others) {
            let mut cards = Named::EMPTY;
            cards.push(first);
            cards.extend_from_slice(&order);
            all.push(cards);
        }
    }
    all
}
