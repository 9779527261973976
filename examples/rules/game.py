"""Common code of both games: cards, hands, and the reading of moves."""
import copy
import hashlib
import re

SUITS = "CDHS"
DECK = [rank + suit for suit in SUITS for rank in "A23456789TJQK"] + ["X1", "X2"]
PLACE = {card: place for place, card in enumerate(DECK)}  # canonical order (R2.4, T1)


class Bad(Exception):
    """Something that does not hold, with the clause that it is against."""

    def __init__(self, clause, why):
        super().__init__(f"{why} ({clause})")
        self.clause, self.why = clause, why


def require(holds, clause, why):
    if not holds:
        raise Bad(clause, why)


def joined(cards):
    return "".join(cards) or "-"


class Game:
    """Common parts of both games: hands, turns, the reading of moves."""

    def start(self, record):
        self.key = hashlib.sha256(("regicide/key/v1\0" + record["seed"]).encode()).digest()  # S1.2
        self.players, self.first = record["players"], record["first"]
        self.seq, self.conceded_by, self.final, self.earlier = 0, None, False, []
        require(self.first < self.players, "R10.4", "the first player does not sit there")

    def deal_hands(self, deck, first, size):
        """One card at a time, clockwise from `first`; what is left of the deck."""
        order = [(first + n) % self.players for n in range(self.players)]
        self.hands = [None] * self.players
        for n, seat in enumerate(order):
            self.hands[seat] = deck[n:size * self.players:self.players]
        return deck[size * self.players:]

    def after(self, seat):
        return (seat + 1) % self.players

    def take_from_hand(self, cards, clause):
        hand = self.hands[self.seat]
        require(len(set(cards)) == len(cards), clause, "a card is named twice")
        require(all(card in hand for card in cards), clause, "a card is not in the hand")
        self.hands[self.seat] = [card for card in hand if card not in cards]

    def shown_hands(self):
        return "|".join(joined(sorted(hand, key=PLACE.get)) for hand in self.hands)

    def make(self, seat, text):
        """A move of a seat, given as text (S3)."""
        if text == "undo":
            return self.take_back(seat)
        before, self.final = self.state(), False
        self.move(seat, text)
        self.earlier = [] if self.final or self.over() else [*self.earlier, before]

    def state(self):
        return copy.deepcopy({name: value for name, value in vars(self).items() if name != "earlier"})

    def take_back(self, seat):
        """S3.1."""
        require(self.earlier and seat == self.earlier[-1]["seat"], "S3.1", "there is no move that can be taken back")
        seq = self.seq + 1
        vars(self).update(self.earlier.pop())
        self.seq = seq

    def move(self, seat, text):
        word, *rest = text.split(" ")
        require(re.fullmatch(self.FORMS, text), "S3", f"{text!r} is no move of this game")
        require(seat < self.players, "R4.1", f"there is no seat {seat}")
        require(not self.over(), "R4.1", "the game is over")
        self.seq += 1
        if word == "concede":
            self.conceded_by, self.phase = seat, self.CONCEDED
            return
        require(seat == self.seat, "R4.1", f"it is the turn of seat {self.seat}")
        require(word in self.TAKES[self.phase], "R4.1", f"{word!r} is not for the phase {self.phase!r}")
        getattr(self, "do_" + word)(rest)
