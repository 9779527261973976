"""Whole episodes, and the last moves as numbers."""

import gymnasium
import numpy as np
import pyspiel
import pytest
import regicide_engine.env.openspiel  # noqa: F401
from numpy.typing import NDArray
from regicide_engine.env import observation_size, run
from regicide_engine.env.history import DECK, KINDS, SIZE, History
from regicide_engine.rules import Setup


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
    assert observation.shape == (size + 3 * SIZE,) and not observation[size:].any()
    observation, *_ = environment.step(info["action_mask"].argmax())
    moves = observation[size:].reshape(3, SIZE)
    assert moves[0].any() and moves[0][:4].sum() == 1
    observation, _ = environment.reset(options={"deal": "banana"})
    assert not observation[size:].any()


def test_a_buried_card_is_for_its_seat_alone() -> None:
    position = Setup("regicide-tricks", 3).deal("banana")
    histories = [History(seat, 3, 2) for seat in range(3)]
    while not any(move.startswith("bury") for move in position.legal_moves()):
        position = position.play("take" if "take" in position.legal_moves() else position.legal_moves()[0]).position
    step = position.play(position.legal_moves()[0])
    for history in histories:
        history.add(step)
    cards = [history.moves[0][-len(DECK) :] for history in histories]
    assert [int(shown.sum()) for shown in cards] == [int(seat == step.seat) for seat in range(3)]
    assert cards[step.seat][DECK.index(step.move.split()[1])] == 1
    assert all(history.moves[0][4 + KINDS.index("bury")] == 1 for history in histories)


def test_openspiel_has_utilities_and_tensors_of_information_states() -> None:
    game = pyspiel.load_game("regicide", {"players": 2, "history": 5})
    assert game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    tricks = pyspiel.load_game("regicide", {"kind": "regicide-tricks", "players": 2})
    assert tricks.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    state = game.new_initial_state()
    state.apply_action(7)
    before = state.information_state_tensor(0)
    assert len(before) == observation_size("regicide") + 5 * SIZE and not any(before[-5 * SIZE :])
    state.apply_action(state.legal_actions()[-1])
    assert any(state.information_state_tensor(0)[-5 * SIZE :])
    assert len(state.observation_tensor(0)) == observation_size("regicide")
