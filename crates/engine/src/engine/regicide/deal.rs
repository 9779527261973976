//! The set-up and the deal (R3, R10.1).

use super::position::{Enemy, Phase, Position};
use super::setup::Setup;
use crate::engine::card::{Card, CardList, CardSet, Pile, Rank, Suit};
use crate::engine::moves::Seat;
use crate::engine::options::Variant;
use crate::engine::seed::{Key, Stream};

/// The maximum number of times that a hand is redealt (R10.1).
const MULLIGANS: u32 = 10;

/// R3.2: the jacks on the queens on the kings; the kings are shuffled first.
fn castle(stream: &mut Stream) -> CardList<12> {
    let mut shuffled = |rank| {
        let mut royals = Suit::ALL.map(|suit| Card::new(rank, suit));
        stream.shuffle(&mut royals);
        royals
    };
    let (kings, queens, jacks) = (shuffled(Rank::King), shuffled(Rank::Queen), shuffled(Rank::Jack));
    [jacks, queens, kings].into_iter().flatten().collect()
}

/// R3.3, with the number of jesters from R3.1.
fn tavern(stream: &mut Stream, jesters: u8) -> Pile {
    let mut tavern = Pile::EMPTY;
    for suit in Suit::ALL {
        for rank in &Rank::ALL[..=Rank::Ten as usize] {
            tavern.push(Card::new(*rank, suit));
        }
    }
    tavern.extend_from_slice(&[Card::X1, Card::X2][..usize::from(jesters)]);
    stream.shuffle(tavern.as_mut_slice());
    tavern
}

impl Position {
    /// Shuffles and deals from stream 0 (R3.5, docs/spec/record.md S2.4).
    pub fn deal(setup: &Setup, key: Key) -> Self {
        let mut stream = key.stream(0);
        let castle = castle(&mut stream);
        let mut position = Self {
            setup: *setup,
            key,
            castle,
            tavern: tavern(&mut stream, setup.jesters()),
            discard_pile: Pile::EMPTY,
            table: Pile::EMPTY,
            hands: [CardSet::EMPTY; Seat::COUNT],
            enemy: Enemy::new(castle[0]),
            phase: Phase::Play,
            seat: setup.first(),
            yielded: [false; Seat::COUNT],
            jesters: setup.solo_jesters(),
            seq: 0,
            conceded_by: None,
        };
        position.castle.drop_front(1);
        position.deal_hands();
        if setup.has(Variant::Mulligan) {
            position.mulligan(&mut stream);
        }
        position
    }

    /// The seats from the first player on, clockwise.
    fn seats_from_first(&self) -> impl Iterator<Item = Seat> + use<> {
        let players = self.players();
        std::iter::successors(Some(self.setup.first()), move |seat| Some(seat.next(players)))
            .take(usize::from(players))
    }

    /// R3.4.
    fn deal_hands(&mut self) {
        let mut dealt = 0;
        for _ in 0..self.setup.hand_size() {
            for seat in self.seats_from_first() {
                self.hands[seat.index()].insert(self.tavern[dealt]);
                dealt += 1;
            }
        }
        self.tavern.drop_front(dealt);
    }

    /// R10.1.
    fn mulligan(&mut self, stream: &mut Stream) {
        for seat in self.seats_from_first() {
            for _ in 0..MULLIGANS {
                let hand = &mut self.hands[seat.index()];
                if !hand.intersection(CardSet::of_suit(Suit::Diamonds)).is_empty() {
                    break;
                }
                let size = hand.len();
                hand.iter().for_each(|card| self.tavern.push(card));
                stream.shuffle(self.tavern.as_mut_slice());
                *hand = self.tavern[..size].iter().copied().collect();
                self.tavern.drop_front(size);
            }
        }
    }
}
