"""For OpenSpiel: `pyspiel.load_game("regicide", {"players": 2})`, once this module is imported.

The chance node at the root draws one of the deals `SEED-0` to `SEED-999`. The two parameters for the deals are
`deals`, their number, and `seed`. Other parameters are those of the set-up.

The players of the co-operative game have identical returns; those of the trick-taking game have a general sum. The
string of an information state has all that its player saw. Its tensor has the observation and the last `history`
moves.
"""

from __future__ import annotations

from typing import Any

from .._extras import require

require("openspiel", "pyspiel")

import numpy as np
import pyspiel

from .._native import MOVE_SIZE, Setup, Table, actions, fields, observation_size

_OPTIONS: dict[str, Any] = {
    "kind": "regicide",
    "players": 2,
    "first": 0,
    "solo_yield": "never",
    "variants": "",
    "jokers": 2,
    "partners": False,
    "target": 50,
    "reward": "progress",
    "seed": "openspiel",
    "deals": 1000,
    "history": 64,
}
_SETUP = ("first", "solo_yield", "variants", "jokers", "partners", "target")
_MOST_POINTS_OF_A_HAND = 20


def _type(utility: pyspiel.GameType.Utility) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name="regicide",
        long_name="Regicide",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.REWARDS,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_OPTIONS,
    )


class RegicideGame(pyspiel.Game):
    """Either game with any set-up."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_OPTIONS, **(params or {})}
        # `Setup` refuses what the game does not have.
        chosen = {name: given[name] for name in _SETUP if given[name] != _OPTIONS[name]}
        if "variants" in chosen:
            chosen["variants"] = [name for name in chosen["variants"].split(",") if name]
        self.setup = Setup(given["kind"], given["players"], **chosen)
        self.reward, self.seed, self.deals = given["reward"], given["seed"], given["deals"]
        self.history = given["history"]
        if self.deals < 1:
            raise ValueError("there is at least one deal")
        Table(self.setup, f"{self.seed}-{self.deals - 1}", reward=self.reward, history=self.history)
        most = 1.0
        if self.setup.kind == "regicide-tricks" and self.reward == "progress":
            target = self.setup.options["target"]
            most = (target - 1 + _MOST_POINTS_OF_A_HAND) / target
        info = pyspiel.GameInfo(
            num_distinct_actions=actions(self.setup.kind),
            max_chance_outcomes=self.deals,
            num_players=self.setup.players,
            min_utility=0.0,
            max_utility=most,
            max_game_length=self.setup.max_moves,
        )
        is_shared = self.setup.kind == "regicide"
        utility = pyspiel.GameType.Utility.IDENTICAL if is_shared else pyspiel.GameType.Utility.GENERAL_SUM
        super().__init__(_type(utility), info, params or {})

    def new_initial_state(self) -> RegicideState:
        """The game before the deal."""
        return RegicideState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RegicideObserver:
        """An observer of what one player sees."""
        return RegicideObserver(self, iig_obs_type, params)


class RegicideState(pyspiel.State):
    """A game, at first without a deal."""

    def __init__(self, game: RegicideGame) -> None:
        super().__init__(game)
        self.setup, self.reward, self.seed, self.deals = game.setup, game.reward, game.seed, game.deals
        self.shown_moves = game.history
        self.table: Table | None = None
        self.seen: list[list[str]] = [[] for _ in range(self.setup.players)]
        self.last = [0.0] * self.setup.players
        self.total = [0.0] * self.setup.players
        self.over = False

    def current_player(self) -> int:
        """The player to act, or OpenSpiel's number for chance or the end."""
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.table.to_act is not None
        return self.table.to_act

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        return [int(action) for action in np.flatnonzero(self.table.mask())]

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = Table(self.setup, f"{self.seed}-{action}", reward=self.reward, history=self.shown_moves)
            for seat, seen in enumerate(self.seen):
                seen.append(str(self.table.position.view(seat)))
            return
        step = self.table.position.play(self.table.move_of(action))
        for seat, seen in enumerate(self.seen):
            seen.append(str(step.effects(seat)))
        self.last, terminated, truncated = self.table.play(action)
        self.total = [total + reward for total, reward in zip(self.total, self.last, strict=True)]
        self.over = terminated or truncated

    def _action_to_string(self, player: int, action: int) -> str:
        if self.table is None:
            return f"deal {self.seed}-{action}"
        return self.table.move_of(action)

    def is_terminal(self) -> bool:
        """True once the game is over or stopped."""
        return self.over

    def rewards(self) -> list[float]:
        """The rewards of the last action, by player."""
        return self.last

    def returns(self) -> list[float]:
        """The sums of the rewards so far, by player."""
        return self.total

    def __str__(self) -> str:
        return "before the deal" if self.table is None else self.table.position.line


class RegicideObserver:
    """The observation of a player; with perfect recall the information state."""

    def __init__(self, game: RegicideGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations: {params}")
        own = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if iig_obs_type is not None and not (iig_obs_type.public_info and iig_obs_type.private_info == own):
            raise ValueError("an observation is what one player sees, public and private together")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self._setup, self._recall = game.setup, recall
        size = observation_size(game.setup.kind)
        moves = game.history if recall else 0
        self.tensor = np.zeros(size + moves * MOVE_SIZE, np.float32)
        self.dict = {name: self.tensor[start : start + length] for name, start, length in fields(game.setup.kind)}
        if moves:
            self.dict["history"] = self.tensor[size:].reshape(moves, MOVE_SIZE)

    def set_from(self, state: RegicideState, player: int) -> None:
        """Writes what a player sees to the tensor."""
        if state.table is None:
            self.tensor.fill(0)
            return
        self.tensor[:] = state.table.observe(player)[: self.tensor.size]

    def string_from(self, state: RegicideState, player: int) -> str:
        """What a player sees as text."""
        if self._recall:
            return "\n".join(state.seen[player])
        return "" if state.table is None else str(state.table.position.view(player))


# One name is registered for both games; each game has the type that fits it.
pyspiel.register_game(_type(pyspiel.GameType.Utility.GENERAL_SUM), RegicideGame)
