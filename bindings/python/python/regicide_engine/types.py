# ruff: noqa: E501, UP007
"""The values of the library, as the API shows them. Written by generate.py from openapi/openapi.json."""

from __future__ import annotations

import sys
from typing import Literal, TypeAlias, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class AttackForecast(TypedDict):
    """Of a play in the co-operative game."""

    attack: int
    """The attack value (R4.4)."""
    attack_left: int
    """The enemy's attack after the play; 0 if it is defeated. No
    attack follows a jester.
    """
    damage: int
    """The damage that the enemy takes (R4.10), doubled if clubs work."""
    defeats: bool
    """True if it defeats the enemy (R5)."""
    drawn: int
    """The number of cards drawn, by all players together (R4.7)."""
    exact: bool
    """True if it defeats the enemy exactly, so that the royal comes on top of
    the tavern (R5.1).
    """
    healed: int
    """The number of cards that return from the discard pile to the tavern (R4.6)."""
    health_left: int
    """The enemy's health after it."""
    powers: list[Suit]
    """The suits whose powers will work, in the order in which they do (R4.5)."""
    type: Literal["attack"]


class AttackedEffect(TypedDict):
    """The enemy attacks: damage has to be covered (R4.11)."""

    damage: int
    """The damage, 0 if the shield holds it all."""
    seat: Seat
    """The seat that is attacked."""
    type: Literal["attacked"]


class BadMoveInfo(TypedDict):
    """The first bad move of a record."""

    reason: str
    """The reason, in words."""
    rule: str
    """The clause that it is against."""
    seq: int
    """Its place in the list, from 1."""


class BestCard(TypedDict):
    """The best card of a trick, which wins it unless a better one follows."""

    card: Card
    """The card."""
    seat: Seat
    """The seat that has played it."""


class BuriedEffect(TypedDict):
    """A card went out of play, face down (T5)."""

    card: NotRequired[Card]
    """The card; only for the one who buried it, or when the game is
    over.
    """
    seat: Seat
    """The seat that buried it."""
    type: Literal["buried"]


class BuryMove(TypedDict):
    """Trick-taking game: put one card out of play, face down."""

    cards: list[Card]
    """Exactly one card of the hand."""
    type: Literal["bury"]


class CardEffect(TypedDict):
    """`revealed`: The next enemy was turned up (R5.3).
    `turned_down`: All passed: the turned-up card went face down on top of the stock (T5).
    """

    card: Card
    """`revealed`: The enemy. `turned_down`: The card."""
    type: Literal["revealed", "turned_down"]


class CardSeatEffect(TypedDict):
    """`card_played`: A card went to the trick (T6).
    `card_taken`: A player took the turned-up card (T5).
    """

    card: Card
    """The card."""
    seat: Seat
    """`card_played`: The seat that played. `card_taken`: The seat that took it."""
    type: Literal["card_played", "card_taken"]


class CardTurnedUp(TypedDict):
    """`open`: It lies face up beside the stock.
    `stock`: All passed: it lies face down on top of the stock.
    """

    card: Card
    """The card."""
    type: Literal["open", "stock"]


class CardTurnedUpEffect(TypedDict):
    """After the deal a card was turned up (T4)."""

    card: Card
    """The card."""
    dealer: Seat
    """The seat that dealt."""
    type: Literal["card_turned_up"]


class CardsCountSeatEffect(TypedDict):
    """`cards_dealt`: A seat was dealt its cards for the next hand (T4).
    `drawn`: A seat drew from the tavern (R4.7, R9.1).
    """

    cards: NotRequired[list[Card]]
    """`cards_dealt`: The cards, in canonical order; only for the seat that holds them, or
    when the game is over. `drawn`: The cards, in canonical order; only for the seat that drew, or when the
    game is over.
    """
    count: int
    """The number of cards."""
    seat: Seat
    """`cards_dealt`: The seat. `drawn`: The seat that drew."""
    type: Literal["cards_dealt", "drawn"]


class CardsMove(TypedDict):
    """`discard`: Discard cards to cover damage, in this order.
    `play`: Play cards, in this order.
    """

    cards: list[Card]
    """One to eight cards of the hand."""
    type: Literal["discard", "play"]


class ChangeMove(TypedDict):
    """Trick-taking game: change trump, rank order or both."""

    reverse: NotRequired[bool]
    """True if the rank order is reversed."""
    suit: NotRequired[Suit]
    """The new trump suit, if it changes."""
    type: Literal["change"]


class Check(TypedDict):
    """Something that was checked."""

    detail: NotRequired[str]
    """If it failed: the value that was found instead."""
    name: Literal[
        "setup",
        "seed",
        "commitment",
        "names",
        "moves",
        "result",
        "position",
        "chain",
        "signature",
        "expected_commitment",
        "expected_chain",
        "log",
        "challenge",
        "receipt",
    ]
    """The checks, in this order; those that cannot be reached any more are left
    out.
    """
    outcome: Literal["held", "failed", "not_given", "not_checked"]
    """The outcome of a check."""


class Comment(TypedDict):
    """A comment on a position of a game."""

    seq: int
    """The number of the move after which the comment stands, 0 for the deal."""
    text: str
    """The text, without control characters of ASCII other than line feeds."""


class CoverForecast(TypedDict):
    """Of a discard in the co-operative game."""

    excess: int
    """By how much that is more than the damage."""
    type: Literal["cover"]
    uncovered: int
    """The damage that the next player has to cover (R10.2), else 0."""
    worth: int
    """The worth of the cards (R4.12)."""


class Damage(TypedDict):
    """Damage that has to be covered (R4.11)."""

    amount: int
    """The damage that is left to cover."""
    attacked: Seat
    """The seat that was attacked; under R10.2 another may have to pay."""


class DamagedEffect(TypedDict):
    """The enemy took damage (R4.10)."""

    amount: int
    """Damage of this play, doubled if clubs did so (R4.8)."""
    doubled: bool
    """True if clubs doubled it."""
    health: int
    """The damage that defeats it."""
    total: int
    """All that this enemy has taken."""
    type: Literal["damaged"]


class DefeatedEffect(TypedDict):
    """The enemy was defeated (R5)."""

    card: Card
    """The enemy."""
    exact: bool
    """Exactly its health: it lies on top of the tavern (R5.1)."""
    type: Literal["defeated"]


class DiscardedEffect(TypedDict):
    """Cards went from a hand to the discard pile to cover damage (R4.12)."""

    cards: list[Card]
    """The cards, in the order named."""
    left: int
    """Damage that the next player has to cover (R10.2), else 0."""
    seat: Seat
    """The seat that paid."""
    type: Literal["discarded"]
    worth: int
    """The worth of the cards."""


class Enemy(TypedDict):
    """The current enemy."""

    attack: int
    """Its attack before any shield (R2.3)."""
    attack_now: int
    """The damage of its attack now: its attack less the shield (R4.11)."""
    card: Card
    """The royal."""
    damage: int
    """The damage it has taken."""
    health: int
    """The damage that defeats it (R2.3)."""
    health_left: int
    """The damage that still defeats it."""
    immune_to: Suit | None
    """The suit without power against it, or nothing after a jester (R6)."""
    shield: int
    """The amount by which spades lower its attack now (R4.9); not above the attack."""


class FlipForecast(TypedDict):
    """Of flipping a jester in the co-operative game."""

    best_medal: Medal
    """The best medal that the game can still be won with (R9.3)."""
    discarded: int
    """The number of cards discarded: the hand."""
    drawn: int
    """The number of cards drawn."""
    jesters_left: int
    """The number of jesters left to flip."""
    type: Literal["flip"]


class FlippedEffect(TypedDict):
    """A solo jester was flipped and the hand discarded (R9.1)."""

    cards: list[Card]
    """The hand that went to the discard pile, in canonical order."""
    left: int
    """Solo jesters left."""
    type: Literal["flipped"]


class FormerPlayer(TypedDict):
    """A player who had a seat until it changed hands."""

    player_id: NotRequired[str]
    """The player's id, as in `player_ids`."""
    seat: Seat
    """The seat."""
    until: int
    """The number of the last move before the seat changed hands, 0 for the deal."""


class GameSharedEffect(TypedDict):
    """Several sides share the game, after a concession (T12)."""

    points: list[int]
    """The points, by side."""
    sides: Sides
    """The winners."""
    type: Literal["game_shared"]


class GameWonEffect(TypedDict):
    """A side has won the game (T10, T12)."""

    points: list[int]
    """The points, by side."""
    side: Side
    """The winner."""
    type: Literal["game_won"]


class HandScoredEffect(TypedDict):
    """The hand is over and was scored (T9)."""

    points: list[int]
    """All points so far, by side."""
    scored: list[int]
    """The points of the hand, by side."""
    type: Literal["hand_scored"]


class HealedEffect(TypedDict):
    """Hearts put cards from the discard pile under the tavern (R4.6)."""

    count: int
    """The number of cards."""
    type: Literal["healed"]


class LogInclusion(TypedDict):
    """The place of a game in a transparency log (docs/spec/log.md L4.3)."""

    confirms_players: bool
    """True if the record's players are those that were logged; false if one was
    deleted since.
    """
    cosigned_by: list[str]
    """The names of the policy's witnesses that have signed the checkpoint."""
    index: int
    """The entry's index, from 0."""
    logged_at: str
    """The time by which it was there (L4.5)."""
    origin: str
    """The origin, which names the log."""
    size: int
    """The number of entries in the checkpoint."""


class LostEffect(TypedDict):
    """The game is lost."""

    reason: Literal["damage", "stuck"]
    """The reason why a game was lost."""
    seat: Seat
    """The seat at which it was lost."""
    type: Literal["lost"]


class NextMove(TypedDict):
    """After a jester: name the seat that goes next."""

    seat: Seat
    """The seat that goes next."""
    type: Literal["next"]


class Options(TypedDict):
    """The options of all games side by side: one that is left out has its default, one
    of another game is refused.
    """

    first: NotRequired[Seat]
    """The seat that goes first (R3.4), in the trick-taking game the first
    dealer (T4).
    """
    jokers: NotRequired[int]
    """The number of jokers in the trick-taking game, 0 or 2 (T1)."""
    partners: NotRequired[bool]
    """True if four players play the trick-taking game as partners (T2)."""
    solo_yield: NotRequired[Literal["never", "once"]]
    """The right of a solo player to yield (R7.3)."""
    target: NotRequired[int]
    """The points that end the trick-taking game, 10 to 100 (T10)."""
    variants: NotRequired[list[Literal["mulligan", "no_combos", "shared_damage"]]]
    """Variants of the co-operative game (R10)."""


class PlayedAsForkedFrom(TypedDict):
    """The position that a fork goes on from."""

    game_id: str
    """The other game's id."""
    seq: int
    """The number of its moves that were copied."""


class PlayedAs(TypedDict):
    """The purpose of a game with its challenge or its fork, as the service signs it."""

    attempt: NotRequired[int]
    """The number of its players' attempt, from 1."""
    challenge_id: NotRequired[str]
    """The challenge that it was an attempt at."""
    forked_from: NotRequired[PlayedAsForkedFrom]
    """The position that a fork goes on from."""
    purpose: Literal["ranked", "casual", "practice", "fork", "import"]
    """The purpose of a game, which decides if it counts on a board, in profiles or nowhere."""


class PlayedEffect(TypedDict):
    """Cards went from a hand to the table (R4.2)."""

    attack: int
    """The attack value (R4.4)."""
    cards: list[Card]
    """The cards, in the order played."""
    seat: Seat
    """The seat that played."""
    type: Literal["played"]


class RanksReversedEffect(TypedDict):
    """The trick's winner reversed the rank order (T8)."""

    highest: Highest
    """The rank that is highest from now on."""
    seat: Seat
    """The seat."""
    type: Literal["ranks_reversed"]


class RecordFile(TypedDict):
    """A record file. Whatever is given is checked, whatever is left out is
    computed; an export gives all.
    """

    chain: NotRequired[str]
    """The chain's hash after the last move (S5), 64 lower-case hex digits."""
    closed_at: NotRequired[str]
    """The time at which the deadline of its challenge closed the game (S6.15)."""
    comments: NotRequired[list[Comment]]
    """Comments, in any order. No hash, signature or check covers them (S6.14)."""
    commitment: NotRequired[str]
    """The seed's commitment, 64 lower-case hex digits."""
    format: str
    """The format of the file."""
    former_players: NotRequired[list[FormerPlayer]]
    """The players of seats that changed hands, in the order of the changes: `player_ids`
    has those of the end. Only a signature proves them.
    """
    id: NotRequired[str]
    """The id of the game that it came from."""
    kind: GameKind
    """The kind of game."""
    moves: list[RecordMove]
    """The moves, in order, numbered from 1."""
    names: NotRequired[list[str | None]]
    """Display names by seat, `null` for none."""
    options: NotRequired[Options]
    """The options; one that is left out has its default."""
    played_as: NotRequired[PlayedAs]
    """The purpose of the game: ranked, casual, practice, fork or import.
    Only a signature proves it.
    """
    player_ids: NotRequired[list[str | None]]
    """The players' ids by seat, `null` for a seat without a player's account. Only a
    signature proves them.
    """
    players: int
    """The number of players."""
    position: NotRequired[str]
    """The position line after the last move (S4)."""
    proof: NotRequired[str]
    """A proof that the service's transparency log holds the game: a C2SP
    `tlog-proof` (docs/spec/log.md L4).
    """
    result: NotRequired[RecordResult]
    """The result of the game; missing if the record stops before its end. Only the
    fields that it has are compared.
    """
    rules: int
    """The version of its rules."""
    seed: str
    """The seed."""
    seed_by: NotRequired[SeedBy]
    """The maker of the seed."""
    signature: NotRequired[str]
    """The service's signature on chain, seed's maker, result, `played_as`,
    `player_ids`, `former_players` and id, as the line of docs/spec/record.md S6.7: the id of
    the key, a dot, and the signature in base64url.
    """
    url: NotRequired[str]
    """The URL of the game that it came from."""


class RecordMove(TypedDict):
    """A move in a record file."""

    at: NotRequired[str]
    """The time at which the service stored it, in UTC, to the microsecond, where known
    (S5.5). Another text is read, and makes the move a bad one.
    """
    seat: int
    """The seat that made it, 0 to 3. Another number is read, and makes the move
    a bad one.
    """
    seq: int
    """The move's number, from 1."""
    text: str
    """The move's text form (S3)."""


class RecordResult(TypedDict):
    """The result of a game, or a part of it: a field that is left out is not compared. The
    fields of both games are read; one that the other game has fits no result.
    """

    conceded_by: NotRequired[Seat | None]
    """The seat that conceded, or `null`."""
    enemies_defeated: NotRequired[int]
    """Co-operative game: the number of defeated enemies, of twelve. Another number
    up to 255 is read, and is a wrong result.
    """
    medal: NotRequired[Medal | None]
    """Co-operative game: the medal of a solo win (R9.3), else `null`."""
    outcome: NotRequired[Literal["won", "lost", "shared"]]
    """Won, or lost in the co-operative game, or shared in the trick-taking game."""
    points: NotRequired[list[int]]
    """Trick-taking game: the points by side."""
    winners: NotRequired[list[Side]]
    """Trick-taking game: the sides that have won, in ascending order."""


class RegicideGameOutcome(TypedDict):
    """Of the co-operative game."""

    conceded_by: Seat | None
    """The seat that conceded, or proposed to, if the game was conceded (R11.1)."""
    enemies_defeated: int
    """The number of defeated enemies, of twelve."""
    kind: Literal["regicide"]
    medal: Medal | None
    """Solo wins: the medal (R9.3)."""
    outcome: Literal["won", "lost"]
    """The players win or lose together."""


class RegicideRevealed(TypedDict):
    """Of the co-operative game."""

    castle: list[Card]
    """Enemies below the current one, top first."""
    hands: list[list[Card]]
    """Every hand in canonical order, by seat."""
    kind: Literal["regicide"]
    tavern: list[Card]
    """The tavern, top first."""


class RegicideTricksGameOutcome(TypedDict):
    """Of the trick-taking game."""

    conceded_by: Seat | None
    """The seat that conceded, if the game was conceded (T12)."""
    kind: Literal["regicide-tricks"]
    outcome: Literal["won", "shared"]
    """Won by one side or shared by several."""
    points: list[int]
    """The points by side; an unfinished hand is not scored (T12)."""
    winners: Sides
    """The sides that have won, in ascending order."""


class RegicideTricksRevealed(TypedDict):
    """Of the trick-taking game."""

    buried: Card | None
    """The buried card, if one was buried in this hand."""
    hands: list[list[Card]]
    """Every hand in canonical order, by seat."""
    kind: Literal["regicide-tricks"]
    stock: list[Card]
    """The stock, top first."""


class RegicideTricksView(TypedDict):
    """Of the trick-taking game."""

    best: BestCard | None
    """The best card of the trick so far, which wins it unless a better one
    follows (T7).
    """
    buried: Card | None
    """The card that the viewer buried in this hand."""
    buried_by: Seat | None
    """The seat that has buried a card in this hand, if one has."""
    dealer: Seat
    """The dealer of this hand."""
    hand: list[Card] | None
    """The viewer's own hand in canonical order, nothing for spectators."""
    hand_points: list[int]
    """The score of this hand by its tricks so far, by side (T9)."""
    hand_sizes: list[int]
    """The number of cards in each hand, by seat."""
    highest: Highest
    """The rank that is highest below the joker."""
    kind: Literal["regicide-tricks"]
    leader: Seat
    """The seat that leads the present or the next trick."""
    phase: Literal["take", "trump", "bury", "play", "change", "over"]
    """The phase of a hand, or the end (T12)."""
    played: list[Card]
    """Every card played in this hand, those of the trick too, in canonical
    order.
    """
    points: list[int]
    """Points by side, without this hand."""
    stock_left: int
    """Cards in the stock; a card turned down lies on top."""
    trick: list[Card]
    """The trick so far, the card led first, then clockwise."""
    tricks: list[int]
    """Tricks won in this hand, by seat."""
    trump: Suit | None
    """The trump suit, once it is settled."""
    turned_up: TurnedUp
    """The card turned up after the deal, and its present place."""


class RegicideView(TypedDict):
    """Of the co-operative game."""

    castle_left: int
    """Enemies left in the castle, below the current one."""
    discard_pile: list[Card]
    """The discard pile, oldest card first."""
    enemies_defeated: int
    """The number of defeated enemies."""
    enemy: Enemy | None
    """The enemy, until the last king is defeated."""
    hand: list[Card] | None
    """The viewer's own hand in canonical order, nothing for spectators."""
    hand_sizes: list[int]
    """The number of cards in each hand, by seat."""
    jesters_left: int
    """Solo jesters left to flip (R9.1)."""
    kind: Literal["regicide"]
    phase: Literal["play", "discard", "next", "won", "lost"]
    """The phase of a turn, or the end."""
    played: list[Card]
    """Cards played against the current enemy, oldest first."""
    tavern_left: int
    """Cards left in the tavern."""
    to_cover: Damage | None
    """In the phase `discard`: the damage to cover."""
    yielded: list[bool]
    """True for each seat that has yielded since it last played, by seat (R7.2)."""


class SeatEffect(TypedDict):
    """`conceded`: The game was conceded (R11.1).
    `kept`: The trick's winner left trump and rank order as they are (T8).
    `named`: The jester's player named the seat that goes next (R6.4).
    `passed`: A player left the turned-up card (T5).
    `passed_over`: A player without cards was passed over (R10.2).
    `turn`: It is now this seat's turn (R4.1).
    `yielded`: A player yielded (R7.1).
    """

    seat: Seat
    """`conceded`: The seat that conceded, or proposed to. `kept`: The seat. `named`: The seat that goes next. `passed`: The seat that passed. `passed_over`: The seat. `turn`: The seat to act. `yielded`: The seat that yielded."""
    type: Literal["conceded", "kept", "named", "passed", "passed_over", "turn", "yielded"]


class SeatSuitEffect(TypedDict):
    """`trump_changed`: The trick's winner set another trump (T8).
    `trump_set`: The trump suit was settled, by the card taken or by name (T5).
    """

    seat: Seat
    """`trump_changed`: The seat. `trump_set`: The seat that settled it."""
    suit: Suit
    """`trump_changed`: The trump suit from now on. `trump_set`: The trump suit."""
    type: Literal["trump_changed", "trump_set"]


class ShieldedEffect(TypedDict):
    """Spades lowered the enemy's attack (R4.9)."""

    amount: int
    """By how much in this play."""
    attack: int
    """The attack that is left."""
    type: Literal["shielded"]


class SideConcededEffect(TypedDict):
    """A side gave the game up (T12)."""

    seat: Seat
    """The seat that conceded."""
    side: Side
    """The side that it plays for."""
    type: Literal["side_conceded"]


class SimpleMove(TypedDict):
    """`concede`: Concede the game.
    `flip`: Flip a solo jester.
    `keep`: Trick-taking game: leave trump and rank order as they are.
    `pass`: Trick-taking game: leave the turned-up card.
    `take`: Trick-taking game: take the turned-up card.
    `undo`: Take the last move back, where that is possible.
    `yield`: Yield.
    """

    type: Literal["concede", "flip", "keep", "pass", "take", "undo", "yield"]


class SuitEffect(TypedDict):
    """`immune`: A suit had no power against this enemy (R6.1).
    `immunity_cancelled`: A jester cancelled the enemy's immunity (R6.2).
    """

    suit: Suit
    """`immune`: The suit. `immunity_cancelled`: The suit that works from now on."""
    type: Literal["immune", "immunity_cancelled"]


class TakenBackEffect(TypedDict):
    """The last move was taken back (docs/spec/record.md S3.1): all is as before it."""

    seat: Seat
    """The seat that had made it."""
    seq: int
    """The number of the move."""
    type: Literal["taken_back"]


class TakenTurnedUp(TypedDict):
    """A player took it, and buries a card for it."""

    card: Card
    """The card."""
    seat: Seat
    """The seat that took it."""
    type: Literal["taken"]


class TrickForecast(TypedDict):
    """Of a card played to a trick."""

    completes: bool
    """True if it completes the trick: the best card wins it then."""
    is_best: bool
    """True if it is the best card of the trick so far (T7)."""
    type: Literal["trick"]


class TrickWonEffect(TypedDict):
    """The trick was won (T7)."""

    card: Card
    """The card that won it."""
    seat: Seat
    """The seat that won it, and leads the next."""
    tricks_won: int
    """The number of tricks that the seat has now in this hand."""
    type: Literal["trick_won"]


class TrumpMove(TypedDict):
    """Trick-taking game: name the trump suit."""

    suit: Suit
    """The trump suit."""
    type: Literal["trump"]


class Verdict(TypedDict):
    """The result of verifying a record."""

    authenticity: Literal["authenticated", "unauthenticated", "contradicted"]
    """Confirmation by another source. A forger can always make a whole new
    record that is consistent.
    """
    bad_move: BadMoveInfo | None
    """The first bad move, if there is one."""
    chain: str | None
    """The chain's hash after the good moves, if there was a deal."""
    checks: list[Check]
    """The checks."""
    closed_at: NotRequired[str]
    """The time at which a deadline closed the game."""
    consistent: bool
    """True if everything in the record is consistent."""
    coverage: str
    """The facts that another source confirms, and those that it does not, in the
    requested language.
    """
    log: NotRequired[LogInclusion]
    """Its place in the transparency log, if its proof was checked and holds."""
    moves_valid: int
    """The number of valid moves, up to the first bad one."""
    position: str | None
    """The position line after the good moves, if there was a deal."""
    result: GameOutcome | None
    """The result of the game after the good moves, if they end it."""


class WonEffect(TypedDict):
    """The last king is defeated (R5.6)."""

    medal: NotRequired[Medal]
    """Solo: the medal (R9.3)."""
    type: Literal["won"]


class YieldForecast(TypedDict):
    """Of yielding in the co-operative game."""

    attack_left: int
    """The enemy's attack that follows."""
    type: Literal["yield"]


Card: TypeAlias = str
Effect: TypeAlias = Union[
    AttackedEffect,
    BuriedEffect,
    CardEffect,
    CardSeatEffect,
    CardTurnedUpEffect,
    CardsCountSeatEffect,
    DamagedEffect,
    DefeatedEffect,
    DiscardedEffect,
    FlippedEffect,
    GameSharedEffect,
    GameWonEffect,
    HandScoredEffect,
    HealedEffect,
    LostEffect,
    PlayedEffect,
    RanksReversedEffect,
    SeatEffect,
    SeatSuitEffect,
    ShieldedEffect,
    SideConcededEffect,
    SuitEffect,
    TakenBackEffect,
    TrickWonEffect,
    WonEffect,
]
Forecast: TypeAlias = Union[AttackForecast, CoverForecast, FlipForecast, TrickForecast, YieldForecast]
GameKind: TypeAlias = Literal["regicide", "regicide-tricks"]
GameOutcome: TypeAlias = Union[RegicideGameOutcome, RegicideTricksGameOutcome]
Highest: TypeAlias = Literal["K", "A"]
Medal: TypeAlias = Literal["bronze", "silver", "gold"]
Move: TypeAlias = Union[BuryMove, CardsMove, ChangeMove, NextMove, SimpleMove, TrumpMove]
Revealed: TypeAlias = Union[RegicideRevealed, RegicideTricksRevealed]
Seat: TypeAlias = int
SeedBy: TypeAlias = Literal["service", "client"]
Side: TypeAlias = int
Sides: TypeAlias = list[Side]
Suit: TypeAlias = Literal["C", "D", "H", "S"]
TurnedUp: TypeAlias = Union[CardTurnedUp, TakenTurnedUp]
View: TypeAlias = Union[RegicideTricksView, RegicideView]
