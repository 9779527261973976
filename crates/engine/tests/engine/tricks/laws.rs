//! Properties of every position of every game.

use regicide_engine::engine::tricks::{Effect, Position};
use regicide_engine::engine::{
    Card, Change, Concession, Game, Ignore, Move, Outcome, Rank, Reason, Seat, Suit, Viewer,
};

use super::play::{Random, Turn, games};

/// Every card that there is, tens, jacks and queens too.
fn all_cards() -> Vec<Card> {
    let suited =
        Suit::ALL.into_iter().flat_map(|suit| Rank::ALL.iter().map(move |&rank| Card::new(rank, suit)));
    suited.chain([Card::X1, Card::X2]).collect()
}

/// Every move that either game knows, with one card at most, but conceding.
fn all_moves() -> Vec<Move> {
    let mut moves = vec![Move::Take, Move::Pass, Move::Keep, Move::Yield, Move::Flip];
    moves.push(Move::Change(Change::Reverse));
    for suit in Suit::ALL {
        moves.extend([
            Move::Trump(suit),
            Move::Change(Change::Trump(suit)),
            Move::Change(Change::Both(suit)),
        ]);
    }
    for card in all_cards() {
        moves.extend([Move::play(&[card]).unwrap(), Move::discard(&[card]).unwrap(), Move::Bury(card)]);
    }
    moves.extend(Seat::all(4).map(Move::Next));
    moves
}

#[test]
fn t12_a_move_is_legal_exactly_if_it_is_listed() {
    let moves = all_moves();
    for game in games("listed", 4) {
        game.play(|turn| {
            let listed = turn.before.legal_moves();
            let to_act = turn.before.to_act().unwrap();
            for mv in &moves {
                let legal = turn.before.play(to_act, mv, &mut Ignore).is_ok();
                assert_eq!(legal, listed.contains(mv), "{mv} at {}", turn.before);
            }
        });
    }
}

#[test]
fn t12_a_refused_move_has_no_effects_and_no_changes() {
    let moves = all_moves();
    for game in games("refused", 1) {
        let players = game.setup.players();
        game.play(|turn| {
            let (position, mut effects) = (*turn.before, Vec::new());
            for seat in Seat::all(4) {
                for mv in &moves {
                    let Err(refusal) = position.play(seat, mv, &mut effects) else {
                        effects.clear();
                        continue;
                    };
                    assert!(refusal.clause.starts_with('T'));
                    let absent = seat.index() >= usize::from(players);
                    assert_eq!(refusal.reason == Reason::NoSuchSeat(seat), absent);
                    assert!(effects.is_empty(), "{mv} at {position}");
                }
            }
            assert_eq!(position, *turn.before);
        });
    }
}

#[test]
fn t1_every_card_is_in_exactly_one_place() {
    for game in games("cards", 15) {
        let deck = deck(&game);
        let mut played = Vec::new();
        game.play(|turn| {
            for effect in turn.effects {
                if let Effect::CardPlayed { card, .. } = effect {
                    played.push(*card);
                }
                if let Effect::HandScored { .. } = effect
                    && turn.after.to_act().is_some()
                {
                    played.clear();
                }
            }
            let mut cards = lying(turn.after);
            cards.extend(&played);
            cards.sort_unstable();
            assert_eq!(cards, deck, "{}", turn.after);
            played.sort_unstable();
            assert_eq!(turn.after.view(Viewer::Spectator).played, played);
        });
    }
}

/// The 42 or 40 cards of a game (T1).
fn deck(game: &Random) -> Vec<Card> {
    let out = [Rank::Ten, Rank::Jack, Rank::Queen];
    let mut deck = all_cards();
    deck.retain(|card| card.rank().is_some_and(|rank| !out.contains(&rank)));
    assert_eq!(deck.len(), 40);
    if game.setup.jokers() == 2 {
        deck.extend([Card::X1, Card::X2]);
    }
    deck
}

/// The cards in stock, hands and aside, by the position line.
fn lying(position: &Position) -> Vec<Card> {
    let line = position.to_string();
    let lists: String = line.split(' ').take(4).collect();
    let letters: Vec<char> = lists.chars().filter(|letter| !"-|".contains(*letter)).collect();
    letters.chunks(2).map(|pair| pair.iter().collect::<String>().parse().unwrap()).collect()
}

#[test]
fn t10_every_game_ends_with_a_result() {
    let mut ties = 0;
    for game in games("ends", 120) {
        let target = u32::from(game.setup.target());
        let setup = game.setup;
        let mut conceded_by = None;
        let end = game.play(|turn| {
            let highest = turn.after.view(Viewer::Spectator).points.as_slice().iter().max().copied();
            ties += u32::from(turn.after.to_act().is_some() && highest >= Some(target));
            conceded_by = (turn.mv == Move::Concede).then_some(turn.seat);
        });
        let outcome = end.outcome().unwrap();
        assert_eq!(outcome.conceded_by, conceded_by);
        if let Some(seat) = conceded_by {
            assert!(!outcome.winners.contains(setup.side(seat)));
        } else {
            let highest = outcome.points.of(outcome.winners.alone().unwrap());
            let level = outcome.points.as_slice().iter().filter(|&&points| points >= highest);
            assert_eq!((highest >= target, level.count()), (true, 1));
        }
        assert_eq!(end.concession(), Concession::AtOnce);
        assert!(end.legal_moves().is_empty());
    }
    assert!(ties > 0, "some games went on level at the top");
}

#[test]
fn replaying_the_log_as_text_or_json_leads_to_the_same_end() {
    for game in games("replay", 20) {
        let start = game.start();
        let mut log = Vec::new();
        let end = game.play(|turn: Turn<'_>| {
            let json = serde_json::to_string(&turn.mv).unwrap();
            log.push((turn.seat, turn.mv.to_string(), json));
        });
        assert_eq!(end.seq() as usize, log.len());
        let (mut by_text, mut by_json) = (start, start);
        for (seat, text, json) in log {
            by_text = by_text.play(seat, &text.parse().unwrap(), &mut Ignore).unwrap();
            by_json = by_json.play(seat, &serde_json::from_str(&json).unwrap(), &mut Ignore).unwrap();
        }
        assert_eq!((by_text, by_json), (end, end));
    }
}

#[test]
fn s6_a_result_survives_json() {
    for game in games("json", 20) {
        let outcome = Outcome::Tricks(game.play(|_| {}).outcome().unwrap());
        let json = serde_json::to_string(&outcome).unwrap();
        assert_eq!(serde_json::from_str::<Outcome>(&json).unwrap(), outcome);
    }
}
