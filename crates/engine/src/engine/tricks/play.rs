//! Applying legal moves.

use super::legal::Act;
use super::position::{Phase, Position, TurnedUp};
use super::scoring::{self, TRICKS};
use super::{BestCard, Effect, Sides};
use crate::engine::card::{Card, Suit};
use crate::engine::game::Sink;
use crate::engine::moves::{Change, Seat};

impl Position {
    /// Carries a validated move out.
    pub(super) fn act(&mut self, seat: Seat, act: Act, sink: &mut impl Sink<Effect>) {
        match act {
            Act::Take => self.take(sink),
            Act::Pass => self.pass(sink),
            Act::Trump(suit) => self.set_trump(suit, sink),
            Act::Bury(card) => self.bury(card, sink),
            Act::Play(card) => self.play_card(card, sink),
            Act::Keep => {
                sink.emit(Effect::Kept { seat });
                self.phase = Phase::Play;
            }
            Act::Change(change) => self.change(change, sink),
            Act::Concede => self.concede(seat, sink),
        }
    }

    /// The turned-up card goes to the hand, its suit is trump; with a joker a
    /// suit is named first (T5).
    fn take(&mut self, sink: &mut impl Sink<Effect>) {
        let seat = self.turn;
        let card = self.turned_up.card();
        self.turned_up = TurnedUp::Taken { card, seat };
        self.hands[seat.index()].insert(card);
        sink.emit(Effect::CardTaken { seat, card });
        match card.suit() {
            Some(suit) => self.set_trump(suit, sink),
            None => self.phase = Phase::Trump,
        }
    }

    /// The next player decides; when all have passed, the dealer names trump
    /// (T5).
    fn pass(&mut self, sink: &mut impl Sink<Effect>) {
        sink.emit(Effect::Passed { seat: self.turn });
        self.turn = self.turn.next(self.setup.players());
        if self.turn == self.dealer {
            let card = self.turned_up.card();
            self.turned_up = TurnedUp::Stock { card };
            self.stock.push_front(card);
            self.phase = Phase::Trump;
            sink.emit(Effect::TurnedDown { card });
        }
    }

    /// Settles trump: who took the card buries one, else play begins (T5).
    fn set_trump(&mut self, suit: Suit, sink: &mut impl Sink<Effect>) {
        self.trump = Some(suit);
        self.phase = if self.turned_up.taken_by().is_some() { Phase::Bury } else { Phase::Play };
        sink.emit(Effect::TrumpSet { seat: self.turn, suit });
    }

    /// The card is out of play, and the dealer leads (T5, T6).
    fn bury(&mut self, card: Card, sink: &mut impl Sink<Effect>) {
        let seat = self.turn;
        self.hands[seat.index()].remove(card);
        self.buried = Some(card);
        self.phase = Phase::Play;
        self.turn = self.dealer;
        sink.emit(Effect::Buried { seat, card: Some(card) });
    }

    fn play_card(&mut self, card: Card, sink: &mut impl Sink<Effect>) {
        let seat = self.turn;
        self.hands[seat.index()].remove(card);
        self.trick.push(card);
        sink.emit(Effect::CardPlayed { seat, card });
        self.turn = seat.next(self.setup.players());
        if self.turn == self.leader {
            self.finish_trick(sink);
        }
    }

    /// The winner leads the next trick, and may change trump and order first
    /// unless the leader has won (T7, T8).
    fn finish_trick(&mut self, sink: &mut impl Sink<Effect>) {
        let BestCard { seat: winner, card } = self.best_card().expect("a card was just played");
        let led = self.leader;
        self.trick.clear();
        self.tricks[winner.index()] += 1;
        self.leader = winner;
        self.turn = winner;
        sink.emit(Effect::TrickWon { seat: winner, card, tricks_won: self.tricks[winner.index()] });
        if self.tricks.iter().sum::<u8>() == TRICKS {
            self.finish_hand(sink);
        } else if winner != led {
            self.phase = Phase::Change;
        }
    }

    /// Scores the hand; then the game is over or the next hand is dealt (T9,
    /// T10).
    fn finish_hand(&mut self, sink: &mut impl Sink<Effect>) {
        let scored = scoring::score(self.setup, self.tricks);
        for side in scored.sides().iter() {
            self.points.add(side, scored.of(side));
        }
        sink.emit(Effect::HandScored { scored, points: self.points });
        if scoring::winner(self.setup, &self.points).is_some() {
            self.end(sink);
        } else {
            *self = self.next_deal();
            self.emit_deal(sink);
        }
    }

    fn emit_deal(&self, sink: &mut impl Sink<Effect>) {
        let dealt = self.seats().map(|seat| (seat, self.hands[seat.index()]));
        for (seat, cards) in dealt {
            sink.emit(Effect::CardsDealt { seat, count: TRICKS, cards: Some(cards) });
        }
        sink.emit(Effect::CardTurnedUp { dealer: self.dealer, card: self.turned_up.card() });
    }

    fn change(&mut self, change: Change, sink: &mut impl Sink<Effect>) {
        let seat = self.turn;
        self.phase = Phase::Play;
        if let Change::Trump(suit) | Change::Both(suit) = change {
            self.trump = Some(suit);
            sink.emit(Effect::TrumpChanged { seat, suit });
        }
        if let Change::Reverse | Change::Both(_) = change {
            self.highest = self.highest.reversed();
            sink.emit(Effect::RanksReversed { seat, highest: self.highest });
        }
    }

    fn concede(&mut self, seat: Seat, sink: &mut impl Sink<Effect>) {
        self.conceded_by = Some(seat);
        sink.emit(Effect::SideConceded { seat, side: self.setup.side(seat) });
        self.end(sink);
    }

    fn end(&mut self, sink: &mut impl Sink<Effect>) {
        self.phase = Phase::Over;
        let points = self.points;
        let sides = self.outcome().map_or(Sides::NONE, |outcome| outcome.winners);
        sink.emit(match sides.alone() {
            Some(side) => Effect::GameWon { side, points },
            None => Effect::GameShared { sides, points },
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tricks::table;

    /// Plays moves of the seats whose turn it is at a table of two; answers
    /// the line, and the effects of the last move as their types.
    fn after(line: &str, moves: &[&str]) -> (String, Vec<String>) {
        let mut position = table::set(table::of(2), line);
        let mut types = Vec::new();
        for mv in moves {
            let (next, effects) = table::play(&position, position.turn, mv).unwrap();
            position = next;
            types = effects.iter().map(|effect| name(*effect)).collect();
        }
        (position.to_string(), types)
    }

    fn name(effect: Effect) -> String {
        serde_json::to_value(effect).unwrap()["type"].as_str().unwrap().to_owned()
    }

    #[test]
    fn t5_the_card_taken_makes_trump_and_another_is_buried() {
        let start = "3C 9D 7C|6C - - 0 0,0 -:K 0,0 0 take 0 0";
        let (line, types) = after(start, &["pass", "take"]);
        assert_eq!(line, "3C - 7C|6C9D - - 0 0,0 D:K 0,0 0 bury 1 2");
        assert_eq!(types, ["card_taken", "trump_set"]);
        let (line, types) = after(start, &["pass", "take", "bury 6C"]);
        assert_eq!(line, "3C - 7C|9D 6C - 0 0,0 D:K 0,0 0 play 0 3");
        assert_eq!(types, ["buried"]);
    }

    #[test]
    fn t5_the_card_taken_may_be_buried_itself() {
        let start = "3C 9D 7C|6C - - 0 0,0 -:K 0,0 0 take 0 0";
        let (line, _) = after(start, &["take", "bury 9D"]);
        assert_eq!(line, "3C - 7C|6C 9D - 0 0,0 D:K 0,0 0 play 0 2");
    }

    #[test]
    fn t5_a_player_who_takes_a_joker_names_a_suit_and_buries() {
        let start = "3C X1 7C|6C - - 0 0,0 -:K 0,0 0 take 0 0";
        let (line, types) = after(start, &["pass", "take"]);
        assert_eq!(line, "3C - 7C|6CX1 - - 0 0,0 -:K 0,0 0 trump 1 2");
        assert_eq!(types, ["card_taken"]);
        let (line, types) = after(start, &["pass", "take", "trump H"]);
        assert_eq!(line, "3C - 7C|6CX1 - - 0 0,0 H:K 0,0 0 bury 1 3");
        assert_eq!(types, ["trump_set"]);
    }

    #[test]
    fn t5_when_all_pass_the_dealer_names_trump_even_the_suit_turned_down() {
        let start = "3C 9D 7C|6C - - 1 0,0 -:K 0,0 1 take 1 0";
        let (line, types) = after(start, &["pass", "pass"]);
        assert_eq!(line, "9D3C - 7C|6C - - 1 0,0 -:K 0,0 1 trump 1 2");
        assert_eq!(types, ["passed", "turned_down"]);
        let (line, _) = after(start, &["pass", "pass", "trump D"]);
        assert_eq!(line, "9D3C - 7C|6C - - 1 0,0 D:K 0,0 1 play 1 3");
    }

    #[test]
    fn t8_another_winner_than_the_leader_may_change() {
        let start = "- - 7C8C|6C9C - - 0 3,1 D:K 0,0 0 play 0 9";
        let (line, types) = after(start, &["play 7C", "play 9C"]);
        assert_eq!(line, "- - 8C|6C - - 1 3,2 D:K 0,0 0 change 1 11");
        assert_eq!(types, ["card_played", "trick_won"]);
        let change = |mv| after(start, &["play 7C", "play 9C", mv]);
        let line = |order| format!("- - 8C|6C - - 1 3,2 {order} 0,0 0 play 1 12");
        assert_eq!(change("keep"), (line("D:K"), vec!["kept".into()]));
        assert_eq!(change("change S"), (line("S:K"), vec!["trump_changed".into()]));
        assert_eq!(change("change reverse"), (line("D:A"), vec!["ranks_reversed".into()]));
        let both = vec!["trump_changed".into(), "ranks_reversed".into()];
        assert_eq!(change("change S reverse"), (line("S:A"), both));
    }

    #[test]
    fn t8_reversing_twice_leads_back() {
        let start = "- - 7C8C|6C9C - - 1 3,1 D:A 0,0 0 change 1 9";
        let (line, _) = after(start, &["change reverse"]);
        assert_eq!(line, "- - 7C8C|6C9C - - 1 3,1 D:K 0,0 0 play 1 10");
    }

    #[test]
    fn t8_a_leader_who_wins_leads_on() {
        let start = "- - 7C9C|6C8C - - 0 3,1 D:K 0,0 0 play 0 9";
        let (line, _) = after(start, &["play 9C", "play 8C"]);
        assert_eq!(line, "- - 7C|6C - - 0 4,1 D:K 0,0 0 play 0 11");
    }

    #[test]
    fn t8_a_partner_of_the_leader_may_change() {
        let line = "- - 8C|9D|9H|5C9S - 7C6C9C 0 1,0,0,0 D:K 0,0 0 play 3 9";
        let position = table::set(table::partners(), line);
        let (next, _) = table::play(&position, position.turn, "play 5C").unwrap();
        assert_eq!((next.phase, next.turn.index()), (Phase::Change, 2));
    }

    #[test]
    fn t9_the_last_trick_scores_the_hand_and_deals_the_next() {
        let start = "- - -|9C KH 7C 0 3,5 D:A 10,20 0 play 1 9";
        let (line, types) = after(start, &["play 9C"]);
        let fields: Vec<&str> = line.split(' ').collect();
        assert_eq!(fields[3..10], ["-", "-", "1", "0,0", "-:K", "10,25", "1"], "the leader won, 4 to 5");
        assert_eq!(fields[10..], ["take", "1", "10"]);
        assert_eq!(types[1..], ["trick_won", "hand_scored", "cards_dealt", "cards_dealt", "card_turned_up"]);
    }

    #[test]
    fn t10_the_target_ends_the_game_and_leaves_the_table_as_it_is() {
        let start = "3C - -|9C KH 7C 0 3,5 D:K 49,44 0 play 1 9";
        let (line, types) = after(start, &["play 9C"]);
        assert_eq!(line, "3C - -|- KH - 1 3,6 D:K 49,50 0 over 1 10");
        assert_eq!(types, ["card_played", "trick_won", "hand_scored", "game_won"]);
    }

    #[test]
    fn t10_level_at_the_top_another_hand_is_played() {
        let line = "3C - -|9C KH 7C 0 3,5 D:K 50,44 0 play 1 9";
        let (line, _) = after(line, &["play 9C"]);
        assert!(line.ends_with(" 50,50 1 take 1 10"), "{line}");
    }

    #[test]
    fn t12_a_concession_changes_phase_and_seq_only() {
        let start = "3C - 6C8C|9C KH 7C 0 3,5 D:K 49,44 0 play 1 9";
        let position = table::set(table::of(2), start);
        for seat in table::seats([0, 1]) {
            let (next, effects) = table::play(&position, seat, "concede").unwrap();
            assert_eq!(next.to_string(), "3C - 6C8C|9C KH 7C 0 3,5 D:K 49,44 0 over 1 10");
            let types: Vec<String> = effects.into_iter().map(name).collect();
            assert_eq!(types, ["side_conceded", "game_won"]);
        }
    }
}
