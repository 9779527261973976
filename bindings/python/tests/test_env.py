import copy
import warnings
from typing import Any

import games
import gymnasium
import numpy as np
import pyspiel
import pytest
import regicide_engine.env.openspiel  # noqa: F401
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from regicide_engine import env, record
from regicide_engine.env import Table, Tables, multi_agent
from regicide_engine.rules import Position, Setup

SINGLE: list[dict[str, Any]] = [
    {},
    {"solo_yield": "once", "variants": ["mulligan", "no_combos"], "reward": "win"},
    {"players": 2, "others": "novice", "seat": 1},
    {"players": 4, "others": "novice", "variants": ["shared_damage"], "first": 2},
    {"kind": "regicide-tricks", "players": 2, "others": "novice", "target": 10},
    {"kind": "regicide-tricks", "players": 4, "others": "novice", "partners": True, "jokers": 0, "target": 10},
]
SEVERAL: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 2, "reward": "win"},
    {"players": 3, "variants": ["mulligan", "no_combos", "shared_damage"]},
    {"players": 4, "history": 3},
    {"kind": "regicide-tricks", "players": 2, "target": 10, "reward": "win", "history": 3},
    {"kind": "regicide-tricks", "players": 3, "jokers": 0, "target": 10},
    {"kind": "regicide-tricks", "players": 4, "partners": True, "target": 10},
]
SPIEL: list[dict[str, Any]] = [
    {"players": 1, "solo_yield": "once"},
    {"players": 2},
    {"players": 3, "variants": "mulligan,shared_damage", "reward": "win"},
    {"players": 4, "first": 3},
    {"kind": "regicide-tricks", "players": 2, "target": 10},
    {"kind": "regicide-tricks", "players": 4, "partners": True, "target": 10, "reward": "win"},
]


def make(**options: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make("regicide_engine.env.single_agent:Regicide-v1", **options)


@pytest.mark.parametrize("options", SINGLE)
def test_gymnasium_finds_nothing_in_the_environment_of_one_seat(options: dict[str, Any]) -> None:
    check_env(make(**options).unwrapped)


@pytest.mark.parametrize("options", SINGLE)
def test_an_episode_is_a_game_with_its_deal(options: dict[str, Any]) -> None:
    environment, rewards, random = make(**options), 0.0, np.random.default_rng(1)
    _, info = environment.reset(options={"deal": "banana"})
    over = False
    while not over:
        action = random.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = environment.step(action)
        rewards, over = rewards + float(reward), terminated or truncated
    table = environment.unwrapped.table  # type: ignore[attr-defined]
    outcome = table.position.outcome
    assert info["deal"] == "banana" and outcome is not None
    if options.get("reward") == "win":
        assert rewards == table.won(options.get("seat", 0))
    elif outcome["kind"] == "regicide":
        assert rewards == pytest.approx(outcome["enemies_defeated"] / 12)
    else:
        assert rewards == pytest.approx(outcome["points"][0] / 10)


def test_an_illegal_action_ends_the_episode() -> None:
    environment = make()
    _, info = environment.reset(seed=1)
    illegal = np.flatnonzero(info["action_mask"] == 0)[0]
    assert environment.step(illegal)[1:3] == (-1.0, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.unwrapped.step(illegal)
    for wrong in (-1, 261):
        environment.reset(seed=1)
        assert environment.unwrapped.step(wrong)[1:3] == (-1.0, True)
    with pytest.raises(ValueError, match="novice"):
        make(players=2, others="easy")
    with pytest.raises(ValueError, match="others"):
        make(players=2)


def test_a_game_that_is_over_before_the_first_turn_is_no_episode() -> None:
    environment = make(players=4, seat=3, others="novice")
    over = [deal for deal in (f"d-{number}" for number in range(30)) if not begins(environment, deal)]
    assert over, "no such deal"
    for seed in range(100):
        environment.reset(seed=seed)
        assert environment.unwrapped.table.to_act == 3  # type: ignore[attr-defined]


def begins(environment: gymnasium.Env[Any, Any], deal: str) -> bool:
    try:
        environment.reset(options={"deal": deal})
    except ValueError as error:
        assert "first turn of seat 3" in str(error)
        return False
    return True


@pytest.mark.parametrize("options", SEVERAL)
def test_pettingzoo_finds_nothing_in_the_environment_of_all_seats(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # It warns of observations that are not one array, though masks belong beside them.
        warnings.simplefilter("ignore", UserWarning)
        api_test(multi_agent.env(**options), num_cycles=400)
        parallel_api_test(multi_agent.parallel_env(**options), num_cycles=400)
    seed_test(lambda: multi_agent.env(**options), num_cycles=40)


def test_an_agent_is_rewarded_for_what_others_do_too() -> None:
    environment, random = multi_agent.env(players=3), np.random.default_rng(1)
    environment.reset(seed=4, options={"deal": "banana"})
    total = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        total[agent] += reward
        over = terminated or truncated
        environment.step(None if over else random.choice(np.flatnonzero(observation["action_mask"])))
    outcome = environment.unwrapped.table.position.outcome
    assert list(total.values()) == pytest.approx([outcome["enemies_defeated"] / 12] * 3)


@pytest.mark.parametrize("options", SPIEL)
def test_openspiel_finds_nothing_in_the_game(options: dict[str, Any]) -> None:
    game = pyspiel.load_game("regicide", options)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    state = game.new_initial_state()
    state.apply_action(7)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert state.history() == [7] and "openspiel-7" not in str(state)
    assert pyspiel.serialize_game_and_state(game, clone)
    assert len(state.observation_tensor(0)) == env.observation_size(game.get_parameters().get("kind", "regicide"))
    assert state.information_state_string(0) != clone.information_state_string(0)


def random_games(setup: Setup, deal: str) -> list[tuple[Table, int]]:
    """The tables of a random game before each of its actions, with the seat."""
    table, random, found = Table(setup, deal), np.random.default_rng(2), []
    while table.to_act is not None:
        found.append((copy.copy(table), table.to_act))
        table.play(int(random.choice(np.flatnonzero(table.mask()))))
    return found


def part(kind: Any, row: Any, name: str) -> Any:
    start, length = next((start, length) for field, start, length in env.fields(kind) if field == name)
    return row[start : start + length]


def test_an_observation_shows_the_own_hand_and_no_card_of_another() -> None:
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] + ["X1", "X2"]
    hidden = 0
    for setup in games.setups():
        for table, seat in random_games(setup, "hidden")[::5]:
            position: Position = table.position
            for viewer in range(setup.players):
                row = table.observe(viewer)
                shown = {deck[place] for place in np.flatnonzero(part(setup.kind, row, "hand"))}
                assert shown == set(position.view(viewer)["hand"] or ())
                others = {
                    card for other, hand in enumerate(position.reveal()["hands"]) if other != viewer for card in hand
                }
                seen = {
                    deck[place] for name in ("hand", "played") for place in np.flatnonzero(part(setup.kind, row, name))
                }
                assert not others & seen
                hidden += len(others)
            assert part(setup.kind, table.observe(seat), "to_act")[0] == 1
    assert hidden > 1000


def test_actions_are_moves_and_moves_actions() -> None:
    for setup in games.setups():
        for table, _ in random_games(setup, "actions")[::7]:
            legal = table.position.legal_moves()
            chosen = np.flatnonzero(table.mask())
            assert sorted(table.move_of(int(action)) for action in chosen) == sorted(legal)
            assert {table.action_of(move) for move in legal} == set(chosen)
            with pytest.raises(ValueError):
                table.play(int(np.flatnonzero(table.mask() == 0)[0]))
            with pytest.raises(ValueError):
                table.action_of("concede")


@pytest.mark.parametrize("setup", games.setups(), ids=str)
def test_tables_play_what_a_table_plays(setup: Setup) -> None:
    count = 300
    tables = {threads: Tables(setup, count, seed="many", threads=threads) for threads in (1, 2)}
    single = [Table(setup, f"many-{number}-0") for number in range(count)]
    games_of = [0] * count
    for _ in range(60):
        actions = tables[1].random_actions()
        assert (actions == tables[2].random_actions()).all()
        for several in tables.values():
            several.step(actions)
        one = tables[1]
        for number in range(0, count, 37):
            rewards, terminated, truncated = single[number].play(int(actions[number]))
            assert one.rewards[number].tolist() == pytest.approx(rewards)
            assert (one.terminated[number], one.truncated[number]) == (terminated, truncated)
            assert one.won[number].tolist() == [single[number].won(seat) for seat in range(setup.players)]
            if terminated or truncated:
                games_of[number] += 1
                single[number] = Table(setup, f"many-{number}-{games_of[number]}")
            assert one.seeds()[number] == f"many-{number}-{games_of[number]}"
            seat = single[number].to_act
            assert seat is not None and one.to_act[number] == seat
            assert (one.observations[number] == single[number].observe(seat)).all()
            assert (one.masks[number] == single[number].mask()).all()
        assert (tables[1].observations == tables[2].observations).all()


def test_tables_refuse_an_illegal_action_before_any_is_played() -> None:
    tables = Tables(Setup(), 8, deals=["banana", "cherry"])
    assert tables.seeds() == ["banana", "cherry"] * 4
    before, actions = tables.observations.copy(), tables.random_actions()
    for wrong in (-1, 261, int(np.flatnonzero(tables.masks[7] == 0)[0])):
        actions[7] = wrong
        with pytest.raises(ValueError, match="table 7"):
            tables.step(actions)
        assert (tables.observations == before).all()
    with pytest.raises(ValueError, match="8 tables"):
        tables.step(actions[:3])
    # Changes of the arrays change no table.
    tables.masks[:] = 1
    with pytest.raises(ValueError, match="table 7"):
        tables.step(actions)
    legal = tables.random_actions()
    tables.step(np.repeat(legal.astype(np.int32), 2)[::2])
    with pytest.raises(ValueError, match="tables"):
        Tables(Setup(), 2**62)


def test_a_table_deals_what_the_rules_deal() -> None:
    table = Table(Setup(players=3), "banana")
    assert table.position == Setup(players=3).deal("banana")
    action = int(np.flatnonzero(table.mask())[0])
    move = table.move_of(action)
    table.play(action)
    built = record.build(Setup(players=3), "banana", [move])
    assert built["position"] == table.position.line
