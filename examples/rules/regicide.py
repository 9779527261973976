"""The co-operative game (docs/spec/rules.md)."""
from .game import DECK, PLACE, SUITS, Game, joined, require
from .randomness import shuffled, words

VALUE = {**{str(n): n for n in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 15, "K": 20, "X": 0}  # R2.2
HEALTH = {"J": 20, "Q": 30, "K": 40}  # R2.3


def worth(cards):
    return sum(VALUE[card[0]] for card in cards)


class Regicide(Game):
    NAME, OPTIONS, PLAYERS, CONCEDED = "regicide", {"solo_yield": "never", "variants": []}, (1, 4), "lost"
    CARD = "(?:[A2-9TJQK][CDHS]|X[12])"
    FORMS = f"(play|discard)( {CARD}){{1,8}}|next [0-3]|yield|flip|concede"
    TAKES = {"play": ("play", "yield", "flip"), "discard": ("discard", "flip"), "next": ("next",)}

    def __init__(self, record, commitment):
        self.start(record)
        self.solo = self.players == 1
        self.variants, self.solo_yield = record["variants"], record["solo_yield"]
        chosen = set(self.variants)
        require(len(chosen) == len(self.variants), "R10.4", "a variant is named twice")
        require(not self.solo or "shared_damage" not in chosen, "R10.4", "shared_damage needs two players")
        require(self.solo_yield in (("never", "once") if self.solo else ("never",)), "R10.4", "solo_yield")
        self.header = (f"regicide/1 players={self.players} first={self.first} solo_yield={self.solo_yield} "
                       f"variants={','.join(sorted(self.variants)) or '-'} commitment={commitment}")  # S5.1
        self.deal(words(self.key, 0))

    def deal(self, source):
        """S2.4."""
        royals = {rank: shuffled(source, [rank + suit for suit in SUITS]) for rank in "KQJ"}
        self.castle = royals["J"] + royals["Q"] + royals["K"]
        jesters = ["X1", "X2"][:max(0, self.players - 2)]  # R3.1
        self.size = 9 - self.players
        tavern = shuffled(source, [card for card in DECK[:52] if card[0] not in "JQK"] + jesters)
        self.tavern = self.deal_hands(tavern, self.first, self.size)
        if "mulligan" in self.variants:  # R10.1
            for seat in [(self.first + n) % self.players for n in range(self.players)]:
                for _ in range(10):
                    if any(card[1] == "D" for card in self.hands[seat]):
                        break
                    deck = shuffled(source, self.tavern + sorted(self.hands[seat], key=PLACE.get))
                    self.hands[seat], self.tavern = deck[:self.size], deck[self.size:]
        self.pile, self.table, self.yielded = [], [], [False] * self.players
        self.jesters, self.seat, self.phase = (2 if self.solo else 0), self.first, "play"
        self.turn_up()

    def over(self):
        return self.phase in ("won", "lost")

    def turn_up(self):
        """R5.3."""
        self.enemy, self.damage, self.spades, self.immune = self.castle.pop(0), 0, 0, True

    def works(self, suit):
        """True if a suit has its power against this enemy (R6.1, R6.2)."""
        return not (self.immune and self.enemy[1] == suit)

    def may_yield(self):
        if self.solo:
            return self.solo_yield == "once" and not self.yielded[0]  # R7.3
        return not all(self.yielded[:self.seat] + self.yielded[self.seat + 1:])  # R7.2

    def begin_turn(self, seat):
        self.seat, self.phase = seat, "play"
        if not self.hands[seat] and not self.may_yield() and not self.jesters:
            self.phase = "lost"  # R7.4

    def do_play(self, cards):
        suits, ranks = {card[1] for card in cards}, [card[0] for card in cards]
        self.take_from_hand(cards, "R4.2")
        require("X" not in ranks or len(cards) == 1, "R4.2", "a jester is played alone")
        pair = len(cards) == 2 and "A" in ranks
        if len(cards) > 1 and not pair:
            require(len(set(ranks)) == 1 and ranks[0] in "2345", "R4.3", "the cards do not go together")
            require(len(cards) <= 4 and worth(cards) <= 10, "R4.3", "the combo is worth more than 10")
            require("no_combos" not in self.variants, "R10.3", "combos are off")
        self.table += cards
        self.yielded[self.seat] = False
        if ranks == ["X"]:
            self.immune, self.phase = False, "next"  # R6.2, R6.4
            return
        attack = worth(cards)
        if "H" in suits and self.works("H"):  # R4.6
            self.final |= bool(self.pile)  # S3.1
            pile = shuffled(words(self.key, self.seq), self.pile)
            self.tavern, self.pile = self.tavern + pile[:attack], pile[attack:]
        if "D" in suits and self.works("D"):
            self.draw(attack)
        if "S" in suits:
            self.spades += attack  # counts even where it does not work yet (R6.3)
        self.damage += attack * (2 if "C" in suits and self.works("C") else 1)
        self.defeat() if self.damage >= HEALTH[self.enemy[0]] else self.enemy_attacks()

    def draw(self, count):
        """R4.7."""
        seat = self.seat
        while count and self.tavern and any(len(hand) < self.size for hand in self.hands):
            if len(self.hands[seat]) < self.size:
                self.hands[seat].append(self.tavern.pop(0))
                self.final = True
                count -= 1
            seat = self.after(seat)

    def defeat(self):
        """R5."""
        self.final = True
        if self.damage == HEALTH[self.enemy[0]]:
            self.tavern.insert(0, self.enemy)
        else:
            self.pile.append(self.enemy)
        self.pile, self.table = self.pile + self.table, []
        if not self.castle:
            self.enemy, self.phase = None, "won"
            return
        self.turn_up()
        self.begin_turn(self.seat)

    def enemy_attacks(self):
        """Step 4 (R4.11)."""
        shield = self.spades if self.works("S") else 0
        self.due, self.attacked = max(0, VALUE[self.enemy[0]] - shield), self.seat
        if not self.due:
            self.begin_turn(self.after(self.seat))
            return
        self.phase = "discard"
        self.check_payable()

    def check_payable(self):
        """R4.13, R9.2, R10.2."""
        payers = self.hands if "shared_damage" in self.variants else [self.hands[self.seat]]
        if sum(map(worth, payers)) < self.due and not self.jesters:
            self.phase = "lost"
            return
        while not self.hands[self.seat] and not self.solo:
            self.seat = self.after(self.seat)

    def do_yield(self, _):
        require(self.may_yield(), "R7.2", "yielding is not allowed now")
        self.yielded[self.seat] = True
        self.enemy_attacks()

    def do_discard(self, cards):
        whole = worth(self.hands[self.seat])
        if whole < self.due:
            require(not self.solo, "R9.2", "only a flip is possible")
            require(len(cards) == len(self.hands[self.seat]), "R10.2", "the whole hand has to go")
        else:
            require(worth(cards) >= self.due, "R4.12", "the cards are worth too little")
        self.take_from_hand(cards, "R4.12")
        self.pile += cards
        if worth(cards) >= self.due:
            self.begin_turn(self.after(self.attacked))
            return
        self.due -= worth(cards)
        self.seat = self.after(self.seat)
        self.check_payable()

    def do_next(self, seats):
        require(int(seats[0]) < self.players, "R6.4", "there is no such seat")
        self.begin_turn(int(seats[0]))

    def do_flip(self, _):
        require(self.jesters, "R9.1", "no jester is left")
        self.jesters, self.final = self.jesters - 1, True
        self.pile += sorted(self.hands[0], key=PLACE.get)
        self.hands[0], self.tavern = self.tavern[:self.size], self.tavern[self.size:]
        self.check_payable() if self.phase == "discard" else self.begin_turn(0)

    def line(self):
        """S4."""
        immunity = "immune" if self.immune else "cancelled"
        enemy = f"{self.enemy}:{self.damage}:{self.spades}:{immunity}" if self.enemy else "-:0:0:immune"
        phase = f"discard:{self.due}:{self.attacked}" if self.phase == "discard" else self.phase
        piles = " ".join(map(joined, (self.castle, self.tavern, self.pile, self.table)))
        yielded = "".join("ny"[yielded] for yielded in self.yielded)
        return f"{piles} {self.shown_hands()} {enemy} {phase} {self.seat} {yielded} {self.jesters} {self.seq}"

    def result(self):
        medal = ("bronze", "silver", "gold")[self.jesters] if self.solo and self.phase == "won" else None
        defeated = 12 - len(self.castle) - (self.enemy is not None)
        return {"outcome": self.phase, "conceded_by": self.conceded_by,
                "enemies_defeated": defeated, "medal": medal}
