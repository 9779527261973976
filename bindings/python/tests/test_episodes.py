"""Whole episodes, and the last moves as numbers."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import games
import gymnasium
import numpy as np
import pyspiel
import pytest
import regicide_engine.env.openspiel  # noqa: F401
from numpy.typing import NDArray
from regicide_engine.env import MOVE_SIZE, Table, Tables, multi_agent, observation_size, run
from regicide_engine.rules import Setup, Step

if TYPE_CHECKING:
    from regicide_engine._native import Kind

KINDS = ("play", "discard", "yield", "flip", "next", "take", "pass", "trump", "keep", "change", "bury")
DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] + ["X1", "X2"]


def first_legal(observation: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
    return int(mask.argmax())


def test_an_episode_has_the_turns_and_payoffs_of_all_seats() -> None:
    for setup in (Setup(players=3), Setup("regicide-tricks", 3, target=10)):
        episode = run(setup, [first_legal] * 3, "banana")
        assert len(episode.trajectories) == len(episode.payoffs) == len(episode.won) == 3
        for turns, payoff in zip(episode.trajectories, episode.payoffs, strict=True):
            assert turns and all(turn.mask[turn.action] == 1 for turn in turns)
            assert sum(turn.reward for turn in turns) <= payoff + 1e-6
        again = run(setup, [first_legal] * 3, "banana")
        assert again.payoffs == episode.payoffs
        assert setup.kind == "regicide" or sum(episode.payoffs) > 0
    with pytest.raises(ValueError, match="2 agents"):
        run(Setup(players=2), [first_legal], "banana")
    with pytest.raises(ValueError, match="no legal move"):
        run(Setup(), [lambda observation, mask: int(mask.argmin())], "banana")


def test_the_last_moves_follow_an_observation() -> None:
    environment = gymnasium.make("regicide_engine.env.single_agent:Regicide-v1", players=2, others="novice", history=3)
    observation, info = environment.reset(options={"deal": "banana"})
    size = observation_size("regicide")
    assert observation.shape == (size + 3 * MOVE_SIZE,) and not observation[size:].any()
    observation, *_ = environment.step(info["action_mask"].argmax())
    moves = observation[size:].reshape(3, MOVE_SIZE)
    assert moves[0].any() and moves[0][:4].sum() == 1
    observation, _ = environment.reset(options={"deal": "banana"})
    assert not observation[size:].any()


def expected_row(step: Step, viewer: int, players: int) -> NDArray[np.uint8]:
    """A move as docs/reference/encoding.md describes it."""
    row = np.zeros(MOVE_SIZE, np.uint8)
    kind, *words = step.move.split()
    row[(step.seat - viewer) % players] = 1
    row[4 + KINDS.index(kind)] = 1
    for word in words:
        if word in DECK and (kind != "bury" or step.seat == viewer):
            row[24 + DECK.index(word)] = 1
        elif kind == "next":
            row[20 + (int(word) - viewer) % players] = 1
        elif word == "reverse":
            row[19] = 1
        elif word in tuple("CDHS"):
            row[15 + "CDHS".index(word)] = 1
    return row


def test_the_last_moves_are_rows_for_each_viewer() -> None:
    kinds = set()
    for setup, deal in itertools.product(games.setups(), ("rows", "more", "columns")):
        table, plain, random = Table(setup, deal, history=3), Table(setup, deal), np.random.default_rng(3)
        size, steps = observation_size(setup.kind), list[Step]()
        while table.to_act is not None and len(steps) < 60:
            moves = table.position.legal_moves()
            # A jester lets its player name the next seat.
            move = "play X1" if "play X1" in moves else str(random.choice(moves))
            action = table.action_of(move)
            steps.append(table.position.play(move))
            assert table.play(action) == plain.play(action)
            kinds.add(steps[-1].move.split()[0])
            for viewer in range(setup.players):
                seen = table.observe(viewer)
                assert (seen[:size] == plain.observe(viewer)).all()
                rows = [expected_row(step, viewer, setup.players) for step in steps[-1:-4:-1]]
                rows += [np.zeros(MOVE_SIZE, np.uint8)] * (3 - len(rows))
                assert (seen[size:].reshape(3, MOVE_SIZE) == rows).all(), steps[-1]
    assert kinds == set(KINDS)


@pytest.mark.parametrize("setup", [Setup(players=3), Setup("regicide-tricks", 3, target=10)], ids=str)
def test_tables_have_the_last_moves_of_their_deal(setup: Setup) -> None:
    tables, size = Tables(setup, 5, seed="moves", history=2), observation_size(setup.kind)
    single = [Table(setup, seed, history=2) for seed in tables.seeds()]
    assert tables.observations.shape == (5, size + 2 * MOVE_SIZE) and not tables.observations[:, size:].any()
    ended = 0
    for _ in range(400):
        actions = tables.random_actions()
        tables.step(actions)
        for number, seed in enumerate(tables.seeds()):
            single[number].play(int(actions[number]))
            if tables.terminated[number] or tables.truncated[number]:
                single[number] = Table(setup, seed, history=2)
                ended += 1
                assert not tables.observations[number, size:].any()
            assert (tables.observations[number] == single[number].observe(int(tables.to_act[number]))).all()
    assert ended > 0


@pytest.mark.parametrize("kind", ["regicide", "regicide-tricks"])
def test_every_agent_of_pettingzoo_has_the_last_moves(kind: Kind) -> None:
    environment, size = multi_agent.RegicideAEC(kind, 3, history=2), observation_size(kind)
    for _ in range(2):
        environment.reset(options={"deal": "banana"})
        for agent in environment.agents:
            observation = environment.observe(agent)["observation"]
            assert environment.observation_space(agent)["observation"].contains(observation)
            assert observation.shape == (size + 2 * MOVE_SIZE,) and not observation[size:].any()
        mover = int(environment.agent_selection[-1])
        environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
        for seat, agent in enumerate(environment.agents):
            moves = environment.observe(agent)["observation"][size:].reshape(2, MOVE_SIZE)
            assert moves[0][(mover - seat) % 3] == 1 and not moves[1].any()


def test_openspiel_has_utilities_and_tensors_of_information_states() -> None:
    game = pyspiel.load_game("regicide", {"players": 2, "history": 5})
    assert game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    tricks = pyspiel.load_game("regicide", {"kind": "regicide-tricks", "players": 2})
    assert tricks.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    state = game.new_initial_state()
    state.apply_action(7)
    before = state.information_state_tensor(0)
    assert len(before) == observation_size("regicide") + 5 * MOVE_SIZE and not any(before[-5 * MOVE_SIZE :])
    state.apply_action(state.legal_actions()[-1])
    assert any(state.information_state_tensor(0)[-5 * MOVE_SIZE :])
    assert len(state.observation_tensor(0)) == observation_size("regicide")
