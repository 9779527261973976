//! Determinizations: sampled deals that fit the knowledge of one seat.

use super::knowledge::{Batch, DEAL, Knowledge};
use crate::engine::regicide::{Position, Unseen, value, worth};
use crate::engine::{Card, CardList, CardSet, Key, Pile, Rank, Seat, Stream, Suit, Variant};

/// How many deals are sampled at most until one fits what is known of whole
/// hands; after that cards are exchanged in the last one until it does.
const SAMPLES: u32 = 16;

/// The cards of the other hands, by seat; none at the own seat.
type Hands = [CardSet; Seat::COUNT];

impl Knowledge {
    /// A random arrangement of all that the seat does not see. Every one that
    /// fits what is known is equally likely, unless so few fit that none was
    /// sampled.
    pub(super) fn sample(&self, rng: &mut Stream) -> Unseen {
        let mut deal = self.deal(rng);
        for _ in 1..SAMPLES {
            if self.lacks_diamond(&deal.hands).is_none() && self.missing(&deal.hands) == 0 {
                return deal;
            }
            deal = self.deal(rng);
        }
        self.give_diamonds(&mut deal, rng);
        self.raise(&mut deal, rng);
        deal
    }

    /// The damage that all hands together are known to cover, less their worth
    /// (R10.2).
    fn missing(&self, others: &Hands) -> u16 {
        let damage = self.view.to_cover.map_or(0, |damage| damage.amount);
        if !self.setup.has(Variant::SharedDamage) || damage == 0 {
            return 0;
        }
        let own = worth(self.view.hand.iter().flatten().copied());
        let others = others.iter().map(|&hand| u16::from(worth(hand)));
        u16::from(damage).saturating_sub(u16::from(own) + others.sum::<u16>())
    }

    /// A seat that is known to hold a diamond, and has none in this deal.
    fn lacks_diamond(&self, others: &Hands) -> Option<Seat> {
        Seat::all(self.setup.players()).find(|&seat| {
            self.has_diamond[seat.index()] && self.dealt_diamonds(others[seat.index()]).is_empty()
        })
    }

    /// The diamonds of a hand that may have been dealt to it.
    fn dealt_diamonds(&self, hand: CardSet) -> CardSet {
        hand.intersection(self.batches[DEAL]).intersection(CardSet::of_suit(Suit::Diamonds))
    }

    /// Gives the seats that have one a diamond of the tavern or of another seat
    /// that can spare it, in exchange for another card of the deal.
    fn give_diamonds(&self, deal: &mut Unseen, rng: &mut Stream) {
        // Each exchange serves a seat, and takes no seat's only diamond.
        for _ in 0..Seat::COUNT {
            let Some(seat) = self.lacks_diamond(&deal.hands) else { return };
            let given = deal.hands[seat.index()].intersection(self.batches[DEAL]);
            let spare = deal.hands.iter().enumerate().map(|(other, &hand)| {
                let diamonds = self.dealt_diamonds(hand);
                let needed = usize::from(self.has_diamond[other]);
                if diamonds.len() > needed { diamonds } else { CardSet::EMPTY }
            });
            let tavern = self.dealt_diamonds(deal.tavern.iter().copied().collect());
            let taken = spare.fold(tavern, CardSet::union);
            let (Some(given), Some(taken)) = (any_of(given, rng), any_of(taken, rng)) else { return };
            exchange(deal, given, taken);
        }
    }

    /// Exchanges cards of other hands for higher ones of the tavern, of the same
    /// batches, until the hands cover the damage. It comes to its end: each
    /// exchange makes the hands worth more, and where none is left they hold
    /// the highest cards that they can.
    fn raise(&self, deal: &mut Unseen, rng: &mut Stream) {
        while self.missing(&deal.hands) > 0 {
            let mut better = Vec::new();
            for card in deal.hands.iter().flat_map(|hand| hand.iter()) {
                let batch = self.batches.iter().find(|batch| batch.contains(card));
                let is_better = |other: &&Card| {
                    value(**other) > value(card) && batch.is_some_and(|batch| batch.contains(**other))
                };
                better.extend(deal.tavern.iter().filter(is_better).map(|&other| (card, other)));
            }
            // Who is known to hold a diamond keeps one, where that can be.
            let keeps = |&(card, other): &(Card, Card)| {
                let mut after = deal.clone();
                exchange(&mut after, card, other);
                self.lacks_diamond(&after.hands).is_none()
            };
            let is_bound = self.has_diamond.contains(&true);
            let kept: Vec<_> = better.iter().copied().filter(|pair| is_bound && keeps(pair)).collect();
            let Some((card, other)) = pick(if kept.is_empty() { &better } else { &kept }, rng) else {
                return;
            };
            exchange(deal, card, other);
        }
    }

    /// Deals the cards of each batch to its places at random.
    fn deal(&self, rng: &mut Stream) -> Unseen {
        let mut batches: Vec<Pile> = self.batches.iter().map(|batch| shuffled(*batch, rng)).collect();
        let mut take = |batch: Batch| {
            let card = batches[batch].first().copied();
            batches[batch].drop_front(usize::from(card.is_some()));
            card
        };
        let mut hands = [CardSet::EMPTY; Seat::COUNT];
        for (hand, from) in hands.iter_mut().zip(&self.hands) {
            *hand = from.iter().filter_map(|&batch| take(batch)).collect();
        }
        let tavern = self.tavern.iter().filter_map(|&batch| take(batch)).collect();
        let mut castle = CardList::EMPTY;
        for rank in [Rank::Jack, Rank::Queen, Rank::King] {
            let royals = self.castle.iter().filter(|card| card.rank() == Some(rank)).collect();
            castle.extend_from_slice(&shuffled(royals, rng));
        }
        let key = Key::labelled("regicide/bot/world/v1", &rng.bytes());
        Unseen { castle, tavern, hands, spades: self.spades, key }
    }

    /// Returns true if this position may be the true one: every hidden card is of the
    /// batch that its place is known to have a card of, and the hands are as they
    /// have to be.
    pub(in crate::bots) fn allows(&self, position: &Position) -> bool {
        let batch_of = |card: Card| self.batches.iter().position(|batch| batch.contains(card));
        let batches = |cards: &[Card]| cards.iter().map(|&card| batch_of(card)).collect::<Vec<_>>();
        let others = Seat::all(self.setup.players()).filter(|&seat| seat != self.seat);
        let same_hands = others.into_iter().all(|seat| {
            let mut batches = batches(&position.hand(seat).iter().collect::<Vec<_>>());
            let mut known: Vec<_> = self.hands[seat.index()].iter().copied().map(Some).collect();
            batches.sort_unstable();
            known.sort_unstable();
            batches == known
        });
        let hidden = self.tavern.len() + self.hands.iter().map(Vec::len).sum::<usize>();
        same_hands
            && batches(&position.tavern) == self.tavern.iter().copied().map(Some).collect::<Vec<_>>()
            && hidden == self.batches.iter().map(|batch| batch.len()).sum::<usize>()
            && self.castle == position.castle.iter().copied().collect()
            && position.enemy.is_none_or(|enemy| enemy.spades == self.spades)
            && self.hands_fit(position)
    }

    /// Returns true if all hands together cover the damage, and those that have to
    /// hold a diamond do.
    fn hands_fit(&self, position: &Position) -> bool {
        let mut hands = [CardSet::EMPTY; Seat::COUNT];
        for seat in Seat::all(self.setup.players()).filter(|&seat| seat != self.seat) {
            hands[seat.index()] = position.hand(seat);
        }
        self.missing(&hands) == 0 && self.lacks_diamond(&hands).is_none()
    }
}

/// Two hidden cards change places.
fn exchange(deal: &mut Unseen, one: Card, other: Card) {
    let swapped = |card: Card| match card {
        card if card == one => other,
        card if card == other => one,
        card => card,
    };
    for hand in &mut deal.hands {
        *hand = hand.iter().map(swapped).collect();
    }
    for card in deal.tavern.as_mut_slice() {
        *card = swapped(*card);
    }
}

fn any_of(cards: CardSet, rng: &mut Stream) -> Option<Card> {
    pick(&cards.iter().collect::<Vec<_>>(), rng)
}

fn pick<T: Copy>(list: &[T], rng: &mut Stream) -> Option<T> {
    let count = u32::try_from(list.len()).ok().filter(|&count| count > 0)?;
    list.get(rng.below(count) as usize).copied()
}

fn shuffled(cards: CardSet, rng: &mut Stream) -> Pile {
    let mut list: Pile = cards.iter().collect();
    rng.shuffle(list.as_mut_slice());
    list
}
