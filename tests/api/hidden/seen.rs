//! The cards of a running game that each seat may see, derived from the position lines
//! (docs/spec/record.md S4, T14) and the moves alone.

use regicide_engine::engine::GameKind;

use super::cards::{Cards, list, named};

/// The visible cards of a game at one moment.
#[derive(Clone, Debug, Default)]
struct Moment {
    public: Cards,
    /// The further cards that each seat sees: its hand, and its buried card.
    own: Vec<Cards>,
    hands: Vec<Cards>,
}

/// The visible cards of a game from its start up to now.
pub(super) struct Seen {
    kind: GameKind,
    /// After each move, and before the first.
    moments: Vec<Moment>,
    /// Which cards each move named: by whom, and whether face down.
    moves: Vec<(usize, Cards, bool)>,
    /// The trick-taking game: the phase of the last position.
    phase: String,
}

impl Seen {
    /// A game whose first position has this line.
    pub(super) fn new(kind: GameKind, line: &str) -> Self {
        let mut seen = Self { kind, moments: Vec::new(), moves: Vec::new(), phase: String::new() };
        seen.add(line, None);
        seen
    }

    /// Adds a move and the line of the position after it.
    pub(super) fn push(&mut self, seat: usize, text: &str, line: &str) {
        let hidden = text.starts_with("bury ");
        self.moves.push((seat, named(text), hidden));
        self.add(line, Some(seat));
    }

    fn add(&mut self, line: &str, mover: Option<usize>) {
        let fields: Vec<&str> = line.split(' ').collect();
        let moment = match self.kind {
            GameKind::Regicide => regicide(&fields),
            GameKind::Tricks => self.tricks(&fields, mover),
        };
        self.moments.push(moment);
    }

    /// T11: public are the card turned up and all that was played in this
    /// hand; a buried card is visible to the seat that buried it.
    fn tricks(&mut self, fields: &[&str], mover: Option<usize>) -> Moment {
        assert_eq!(fields.len(), 13, "{fields:?}");
        let hands: Vec<Cards> = fields[2].split('|').map(list).collect();
        let new_hand = fields[10] == "take" && self.phase != "take";
        fields[10].clone_into(&mut self.phase);
        let mut own = hands.clone();
        let mut public = list(fields[1]);
        public.extend(list(fields[4]));
        if !new_hand
            && let (Some(before), Some((_, cards, hidden))) = (self.moments.last(), self.moves.last())
        {
            public.extend(before.public.iter().cloned());
            for (own, (seen, hand)) in own.iter_mut().zip(before.own.iter().zip(&before.hands)) {
                own.extend(seen.difference(hand).cloned());
            }
            match mover.filter(|_| *hidden) {
                Some(seat) => own[seat].extend(cards.iter().cloned()),
                None => public.extend(cards.iter().cloned()),
            }
        }
        Moment { public, own, hands }
    }

    /// The number of moves made.
    pub(super) fn seq(&self) -> usize {
        self.moves.len()
    }

    /// Cards of the table that a seat, or a spectator, may see after `seq` moves.
    pub(super) fn table(&self, seq: usize, viewer: Option<usize>) -> Cards {
        let Some(moment) = self.moments.get(seq) else { return Cards::new() };
        let own = viewer.and_then(|seat| moment.own.get(seat)).into_iter().flatten();
        moment.public.iter().chain(own).cloned().collect()
    }

    /// Cards that a response may show of the move with a number: those visible before and
    /// after it, and those that it named openly.
    pub(super) fn of_move(&self, seq: usize, viewer: Option<usize>) -> Cards {
        let Some(before) = seq.checked_sub(1) else { return Cards::new() };
        let Some((seat, cards, hidden)) = self.moves.get(before) else { return Cards::new() };
        let mut known = self.table(before, viewer);
        known.extend(self.table(seq, viewer));
        if !hidden || viewer == Some(*seat) {
            known.extend(cards.iter().cloned());
        }
        known
    }

    /// The hand of a seat now.
    pub(super) fn hand(&self, viewer: Option<usize>) -> Cards {
        let now = self.moments.last();
        now.zip(viewer).and_then(|(now, seat)| now.hands.get(seat)).cloned().unwrap_or_default()
    }

    /// True if a jester or joker can be a card of the game, and not a mark
    /// beside it (R9.1).
    pub(super) fn has_jesters(&self) -> bool {
        self.moments[0].hands.len() > 1
    }
}

/// R12: public are the enemy, the table and the discard pile.
fn regicide(fields: &[&str]) -> Moment {
    assert_eq!(fields.len(), 11, "{fields:?}");
    let mut public = list(fields[2]);
    public.extend(list(fields[3]));
    public.extend(list(fields[5].split(':').next().unwrap_or_default()));
    let hands: Vec<Cards> = fields[4].split('|').map(list).collect();
    Moment { public, own: hands.clone(), hands }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(cards: &Cards) -> String {
        cards.iter().cloned().collect()
    }

    #[test]
    fn r12_a_seat_sees_its_hand_and_what_lies_open() {
        let mut seen = Seen::new(GameKind::Regicide, "JCJD 7H7C 2C - 9CTC|5C5D JS:0:0:immune play 0 nn 0 0");
        assert_eq!(text(&seen.table(0, None)), "2CJS");
        assert_eq!(text(&seen.table(0, Some(1))), "2C5C5DJS");
        seen.push(0, "play 9C", "JCJD 7H7C 2C 9C TC|5C5D JS:18:0:immune discard:10:0 0 nn 0 1");
        assert_eq!(text(&seen.table(1, None)), "2C9CJS");
        assert_eq!(text(&seen.table(0, None)), "2CJS", "it was not known before");
        assert_eq!((text(&seen.hand(Some(0))), text(&seen.hand(None))), ("TC".to_owned(), String::new()));
        assert_eq!(text(&seen.of_move(1, None)), "2C9CJS");
        assert_eq!(text(&seen.of_move(2, None)), "", "there is no such move");
    }

    #[test]
    fn t11_a_buried_card_is_visible_to_its_seat_only_and_a_new_hand_hides_all_again() {
        let mut seen = Seen::new(GameKind::Tricks, "6S7S 2D 3C4C|5C6C - - 0 0,0 -:K 0,0 0 take 0 0");
        seen.push(0, "take", "6S7S - 2D3C4C|5C6C - - 0 0,0 D:K 0,0 0 bury 0 1");
        assert_eq!(text(&seen.table(1, None)), "2D", "all saw it");
        seen.push(0, "bury 3C", "6S7S - 2D4C|5C6C 3C - 0 0,0 D:K 0,0 0 play 0 2");
        assert_eq!(
            (text(&seen.table(2, None)), text(&seen.table(2, Some(1)))),
            ("2D".to_owned(), "2D5C6C".to_owned())
        );
        assert_eq!(text(&seen.table(2, Some(0))), "2D3C4C");
        assert_eq!(
            (text(&seen.of_move(2, None)), text(&seen.of_move(2, Some(0)))),
            ("2D".to_owned(), "2D3C4C".to_owned())
        );
        seen.push(0, "play 4C", "6S7S - 2D|5C6C 3C 4C 0 0,0 D:K 0,0 0 play 1 3");
        seen.push(1, "play 5C", "3C4C 5C 6C7S|6S2D - - 1 0,0 -:K 0,9 1 take 1 4");
        assert_eq!(text(&seen.table(4, None)), "5C", "4C lies in the stock");
        assert_eq!(text(&seen.table(4, Some(0))), "5C6C7S", "the buried card is unknown");
        assert_eq!(text(&seen.table(3, None)), "2D4C");
        assert_eq!(text(&seen.of_move(4, None)), "2D4C5C");
    }
}
