"""The trick-taking game (docs/spec/tricks.md)."""
from .game import DECK, Game, joined, require
from .randomness import shuffled, words


class Tricks(Game):
    NAME, OPTIONS = "regicide-tricks", {"jokers": 2, "partners": False, "target": 50}
    PLAYERS, CONCEDED = (2, 4), "over"
    CARD = "(?:[A2-9K][CDHS]|X[12])"
    FORMS = f"take|pass|keep|concede|trump [CDHS]|(bury|play) {CARD}|change ([CDHS]|reverse|[CDHS] reverse)"
    TAKES = {"take": ("take", "pass"), "trump": ("trump",), "bury": ("bury",), "play": ("play",),
             "change": ("keep", "change")}

    def __init__(self, record, commitment):
        self.start(record)
        self.jokers, self.partners, self.target = record["jokers"], record["partners"], record["target"]
        require(self.jokers in (0, 2), "T1", "there are two jokers or none")
        require(not self.partners or self.players == 4, "T2", "partners are four")
        require(10 <= self.target <= 100, "T10", "the target is 10 to 100")
        self.header = (f"regicide-tricks/1 players={self.players} first={self.first} jokers={self.jokers} "
                       f"partners={'yes' if self.partners else 'no'} target={self.target} "
                       f"commitment={commitment}")  # T13
        self.sides = 2 if self.partners else self.players
        self.points, self.dealer = [0] * self.sides, self.first
        self.deal()

    def deal(self):
        """T4."""
        deck = [card for card in DECK[:52] if card[0] not in "TJQ"] + ["X1", "X2"][:self.jokers]
        self.stock = self.deal_hands(shuffled(words(self.key, self.seq), deck), self.after(self.dealer), 9)
        self.turned, self.buried, self.trick = self.stock.pop(0), None, []
        self.trump, self.order, self.tricks = None, "A23456789K", [0] * self.players
        self.seat = self.leader = self.dealer
        self.phase, self.final = "take", True  # S3.1

    def over(self):
        return self.phase == "over"

    def suit(self, card):
        return self.trump if card[0] == "X" else card[1]  # T6

    def do_take(self, _):
        card, self.turned = self.turned, None
        self.hands[self.seat].append(card)
        self.trump, self.phase = (None, "trump") if card[0] == "X" else (card[1], "bury")

    def do_pass(self, _):
        self.seat = self.after(self.seat)
        if self.seat == self.dealer:
            self.stock.insert(0, self.turned)
            self.turned, self.phase = None, "trump"

    def do_trump(self, suits):
        self.trump = suits[0]
        if len(self.hands[self.seat]) == 10:
            self.phase = "bury"
        else:
            self.lead(self.dealer, "play")

    def do_bury(self, cards):
        self.take_from_hand(cards, "T5")
        self.buried = cards[0]
        self.lead(self.dealer, "play")

    def lead(self, seat, phase):
        self.seat, self.leader, self.phase = seat, seat, phase

    def do_play(self, cards):
        if self.trick:
            led = self.suit(self.trick[0])
            can_follow = any(self.suit(card) == led for card in self.hands[self.seat])
            require(self.suit(cards[0]) == led or not can_follow, "T6", "the suit led has to be followed")
        self.take_from_hand(cards, "T6")
        self.trick += cards
        self.seat = self.after(self.seat)
        if len(self.trick) == self.players:
            self.end_trick()

    def end_trick(self):
        """T7, T8."""
        def strength(card):
            if card[0] == "X":
                return 99
            wins = 50 if card[1] == self.trump else 25 if card[1] == self.suit(self.trick[0]) else 0
            return wins + self.order.index(card[0])

        best = max(range(self.players), key=lambda place: strength(self.trick[place]))
        winner = (self.leader + best) % self.players
        self.tricks[winner] += 1
        self.trick = []
        self.lead(winner, "play" if winner == self.leader else "change")
        if sum(self.tricks) == 9:
            self.end_hand()

    def end_hand(self):
        """T9, T10."""
        won = [sum(self.tricks[side::self.sides]) for side in range(self.sides)]
        for side, tricks in enumerate(won):
            if tricks == max(won):
                self.points[side] += 20 if tricks == 9 else tricks
        if max(self.points) >= self.target and self.points.count(max(self.points)) == 1:
            self.phase = "over"
            return
        self.dealer = self.after(self.dealer)
        self.deal()

    def do_keep(self, _):
        self.phase = "play"

    def do_change(self, parts):
        if parts[0] != "reverse":
            require(parts[0] != self.trump, "T8", "the suit is trump already")
            self.trump = parts[0]
        if parts[-1] == "reverse":
            self.order = self.order[::-1]
        self.phase = "play"

    def line(self):
        """T14."""
        numbers = [",".join(map(str, numbers)) for numbers in (self.tricks, self.points)]
        return (f"{joined(self.stock)} {self.turned or '-'} {self.shown_hands()} {self.buried or '-'} "
                f"{joined(self.trick)} {self.leader} {numbers[0]} {self.trump or '-'}:{self.order[-1]} "
                f"{numbers[1]} {self.dealer} {self.phase} {self.seat} {self.seq}")

    def result(self):
        sides = set(range(self.sides))
        if self.conceded_by is not None:
            sides.remove(self.conceded_by % self.sides)
        most = max(self.points[side] for side in sides)
        winners = sorted(side for side in sides if self.points[side] == most)
        outcome = "won" if len(winners) == 1 else "shared"
        return {"outcome": outcome, "winners": winners, "points": self.points,
                "conceded_by": self.conceded_by}
