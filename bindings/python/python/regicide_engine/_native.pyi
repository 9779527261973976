from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypedDict, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Unpack

from . import types

Kind: TypeAlias = types.GameKind
Viewer: TypeAlias = int | Literal["spectator"]
Move: TypeAlias = str | types.Move
Record: TypeAlias = str | types.RecordFile
Goal: TypeAlias = Literal["win", "no_flip"]
Reward: TypeAlias = Literal["progress", "win"]

class Refusal(ValueError):
    """A move or set-up that is against the rules."""

    rule: str
    """The clause, such as `R4.3`."""
    field: str | None
    """Of a set-up: the field that is wrong."""

@final
class Setup:
    """The options of a game, chosen before the deal."""

    def __init__(
        self,
        kind: Kind = "regicide",
        players: int = 1,
        *,
        rules: int | None = None,
        **options: Unpack[types.Options],
    ) -> None:
        """Checks a set-up by the rules of its game, which refuse the options of the other."""
    @property
    def kind(self) -> Kind: ...
    @property
    def rules(self) -> int:
        """The version of the rules."""
    @property
    def players(self) -> int: ...
    @property
    def options(self) -> types.Options:
        """The game's own options, none left out."""
    @property
    def max_moves(self) -> int:
        """The most moves that the log of a game holds."""
    def deal(self, seed: str) -> Position:
        """Shuffles and deals by a seed of 1 to 64 characters."""
    def position(self, seed: str, line: str) -> Position:
        """Reads the position line of a game with this seed."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Position:
    """A position with all its cards. It never changes."""

    @property
    def setup(self) -> Setup: ...
    @property
    def seq(self) -> int:
        """How many moves were made."""
    @property
    def to_act(self) -> int | None:
        """The seat whose move it is, counted from 0; `None` once the game is over."""
    @property
    def line(self) -> str:
        """The position line, which `Setup.position` reads."""
    @property
    def outcome(self) -> types.GameOutcome | None:
        """How the game ended, or nothing while it runs."""
    def legal_moves(self) -> list[str]:
        """Every legal move in text form, in a fixed order; conceding is legal and not listed."""
    def forecast(self, mv: Move, /) -> types.Forecast | None:
        """The effects of a move, as far as its player can foresee them; `None` for moves that need no forecast.

        Raises what `play` raises.
        """
    def play(self, mv: Move, /, seat: int | None = None) -> Step:
        """Makes a move, by the seat to act if no other is named.

        Raises `Refusal` for a move that is against the rules, and `ValueError` for what is no move.
        """
    def view(self, viewer: Viewer) -> types.View:
        """The view of a seat or a spectator, as the API shows it."""
    def reveal(self) -> types.Revealed:
        """The hidden part: hands, and the piles that lie face down."""
    def diagram(self, viewer: Viewer | None = None, language: str = "en") -> str:
        """The position laid out in rows of text: what a viewer sees of it, or all."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: dict[int, object]) -> Position: ...

@final
class Step:
    """A move that was made."""

    @property
    def seq(self) -> int:
        """Its number, from 1."""
    @property
    def seat(self) -> int: ...
    @property
    def move(self) -> str: ...
    @property
    def position(self) -> Position:
        """The position after it."""
    @property
    def at(self) -> str | None:
        """In a replay: when it was made, if the record has the time."""
    @property
    def chain(self) -> str | None:
        """In a replay: the chain's hash after it."""
    def effects(self, viewer: Viewer | None = None) -> list[types.Effect]:
        """Its effects, as a viewer saw them, or all of them."""
    def narration(
        self,
        viewer: Viewer | None = None,
        *,
        language: str = "en",
        names: Sequence[str | None] | None = None,
    ) -> list[str]:
        """The same in words, with the players' names by seat; a viewer's own seat is called "you"."""

def commitment(seed: str) -> str:
    """The SHA-256 that is published before a game with this seed."""

def rulesets() -> list[str]:
    """Every version of the rules, such as `regicide/1`."""

def languages() -> list[str]:
    """The tags of the languages of narrations."""

@final
class Verdict:
    """The result of a verification."""

    @property
    def consistent(self) -> bool:
        """True if everything in the record is consistent."""
    @property
    def authenticity(self) -> Literal["authenticated", "unauthenticated", "contradicted"]:
        """The confirmation by another source. A whole record can be made up."""
    @property
    def moves_valid(self) -> int:
        """How many moves are good, up to the first bad one."""
    @property
    def bad_move(self) -> types.BadMoveInfo | None: ...
    @property
    def result(self) -> types.GameOutcome | None:
        """The result of the game after the good moves, if they end it."""
    @property
    def closed_at(self) -> str | None:
        """The time at which a deadline closed the game."""
    @property
    def log(self) -> types.LogInclusion | None:
        """Its place in the transparency log, if its proof was checked and holds."""
    def as_dict(self) -> types.Verdict:
        """All of it, as the API shows it."""

def verify(
    record: Record,
    *,
    commitment: str | None = None,
    chain: str | None = None,
    policy: str | None = None,
    checkpoint: str | None = None,
    language: str = "en",
) -> Verdict:
    """Verifies a record with facts from elsewhere: commitment, last hash, or a policy for the server's transparency log
    (C2SP `tlog-policy`, as `/log/policy` gives one). With a checkpoint of the log that was kept, the record needs a
    proof, of the same log."""

def verify_many(
    lines: Sequence[str], *, policy: str | None = None, checkpoint: str | None = None, threads: int | None = None
) -> list[Verdict | ValueError]:
    """Verifies the lines of an export; a line that is no record has its error instead of a verdict."""

def replay(record: Record) -> tuple[Position, list[Step]]:
    """The deal and every step of a record. Raises `ValueError` at the first bad move."""

def build(setup: Setup, seed: str, moves: Sequence[Move | tuple[int, Move]]) -> types.RecordFile:
    """The record of a game; a move of another seat than the one to act comes with its seat."""

class Solution(TypedDict):
    result: Literal["won", "lost", "unknown"]
    line: list[str] | None
    """A line that wins."""
    nodes: int
    """How many positions were made."""

class Considered(TypedDict):
    move: str
    worlds: int
    """In how many sampled deals it was tried."""
    won: int
    """How many of these were won."""

class Decision(TypedDict):
    seq: int
    seat: int
    player_move: Considered
    bot_move: Considered

class Mark(TypedDict):
    seq: int
    mark: str
    text: str

class Analysis(TypedDict):
    verdicts: list[Literal["won", "lost", "not_found"]]
    """Of every position, from the deal on."""
    last_won_seq: int | None
    turning_point_seq: int | None
    line: list[str] | None
    """How the last position that could be won could be won."""
    nodes: int
    decisions: list[Decision]
    marks: list[Mark]

def solve_many(
    positions: Sequence[Position],
    *,
    goal: Goal = "win",
    nodes: int = 20_000_000,
    threads: int | None = None,
) -> list[Solution]:
    """`solve` for many positions on several threads, one for each core if none are named."""

def analyse_many(
    records: Sequence[Record],
    *,
    nodes: int = 2_000_000,
    worlds: int = 1_000,
    language: str = "en",
    threads: int | None = None,
) -> list[Analysis]:
    """`analyse` for many records on several threads."""

@final
class Observer:
    """The observations of one seat in a game: all that a bot gets."""

    def __copy__(self) -> Observer: ...
    def __deepcopy__(self, memo: dict[int, object]) -> Observer: ...
    def __init__(self, dealt: Position, seat: int) -> None:
        """A seat after the deal."""
    @property
    def seat(self) -> int: ...
    def observe(self, step: Step) -> None:
        """Shows the seat what it may see of the next step."""
    def choose(self, bot: str = "steady", *, number: int = 0) -> str:
        """The move of a bot, whose turn it is. It follows from what was observed, the bot and `number`."""

def levels() -> list[str]:
    """The levels of bots, weaker ones first."""

def play_many(
    setup: Setup,
    seeds: Sequence[str],
    bots: Sequence[str],
    *,
    number: int = 0,
    threads: int | None = None,
) -> list[types.RecordFile]:
    """The records of games between bots, one for each seed, as `regicide simulate` plays them."""

class Difficulty(TypedDict):
    difficulty: Literal["easy", "moderate", "hard", "extreme"]
    games: int
    won: int
    enemies_defeated: int

def difficulty(setup: Setup, seed: str, *, games: int = 100, threads: int | None = None) -> Difficulty:
    """How difficult a deal of the co-operative game is for bots."""

def fields(kind: Kind) -> list[tuple[str, int, int]]:
    """The fields of an observation: the name of each, where it starts and how long it is."""

MOVE_SIZE: int
"""How many numbers a move has in an observation."""

ENCODING: int
"""The version of actions and observations."""

def observation_size(kind: Kind) -> int:
    """How many numbers an observation has."""

def actions(kind: Kind) -> int:
    """How many actions a game has."""

@final
class Table:
    """A game that is played by actions."""

    def __init__(self, setup: Setup, seed: str, *, reward: Reward = "progress", history: int = 0) -> None:
        """The deal of a seed. With `history=N` the last N moves follow each observation, the newest first."""
    def __copy__(self) -> Table: ...
    def __deepcopy__(self, memo: dict[int, object]) -> Table: ...
    @property
    def position(self) -> Position:
        """The position, with all cards."""
    @property
    def to_act(self) -> int | None: ...
    def observe(self, seat: int) -> NDArray[np.uint8]:
        """The observation of a seat."""
    def mask(self) -> NDArray[np.uint8]:
        """1 for every action that is legal for the seat to act."""
    def play(self, action: int) -> tuple[list[float], bool, bool]:
        """Plays an action: the rewards by seat, whether the game has ended, and whether it was stopped."""
    def won(self, seat: int) -> bool: ...
    def action_of(self, mv: Move) -> int:
        """The action that a legal move is."""
    def move_of(self, action: int) -> str:
        """The move that an action of the seat to act is."""

@final
class Tables:
    """Thousands of games at once, dealt anew when they are over.

    Each array has a row for each table, and is the caller's own: take it once for each step. The rewards,
    `terminated`, `truncated` and `won` are those of the last step; observations, masks and `to_act` are those of
    the next move, which is the first of another deal where a game has ended.
    """

    def __init__(
        self,
        setup: Setup,
        count: int,
        *,
        seed: str = "tables",
        deals: Sequence[str] = (),
        reward: Reward = "progress",
        history: int = 0,
        threads: int | None = None,
    ) -> None:
        """Game number `g` at table `t` is the deal `{seed}-{t}-{g}`, or the deals that are named in turn.

        With `history=N` the last N moves of the deal follow each observation, the newest first.
        """
    def __len__(self) -> int: ...
    def __copy__(self) -> Tables: ...
    def __deepcopy__(self, memo: dict[int, object]) -> Tables: ...
    @property
    def setup(self) -> Setup: ...
    @property
    def observations(self) -> NDArray[np.uint8]:
        """Of the seat to act at each table, with its last moves."""
    @property
    def masks(self) -> NDArray[np.uint8]: ...
    @property
    def to_act(self) -> NDArray[np.int8]: ...
    @property
    def rewards(self) -> NDArray[np.float32]:
        """By table and seat."""
    @property
    def terminated(self) -> NDArray[np.bool_]: ...
    @property
    def truncated(self) -> NDArray[np.bool_]: ...
    @property
    def won(self) -> NDArray[np.bool_]:
        """By table and seat: whether the game that has just ended is won."""
    def seeds(self) -> list[str]:
        """The seed of the deal that is played at each table."""
    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Plays an action at every table; an illegal one is refused before any is played."""
    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every table, by chance."""
