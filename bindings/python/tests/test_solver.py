import games
import pytest
from regicide_engine import bots, solver
from regicide_engine.rules import Setup


def test_a_line_that_wins_is_played_to_its_win() -> None:
    position = Setup().deal("banana")
    solution = solver.solve(position)
    assert solution["result"] == "won" and solution["line"]
    for move in solution["line"]:
        position = position.play(move).position
    assert position.outcome is not None and position.outcome["outcome"] == "won"
    assert solver.solve(position)["line"] == []


def test_many_are_solved_alike_on_any_number_of_threads() -> None:
    positions = [Setup(players=players).deal(f"solve-{number}") for players in (1, 2) for number in range(3)]
    one, two = (solver.solve_many(positions, nodes=50_000, threads=threads) for threads in (1, 2))
    assert one == two and one[0] == solver.solve(positions[0], nodes=50_000)
    with pytest.raises(ValueError):
        solver.solve(positions[0], goal="draw")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="co-operative"):
        solver.solve(Setup("regicide-tricks", 2).deal("x"))


def test_a_game_is_analysed() -> None:
    played = bots.play(Setup(players=2), "banana", ["novice", "novice"])
    analysis = solver.analyse(played, nodes=50_000, worlds=50)
    assert len(analysis["verdicts"]) == len(played["moves"]) + 1
    assert all(1 <= decision["seq"] <= len(played["moves"]) for decision in analysis["decisions"])
    assert all(decision["bot_move"]["worlds"] > 0 for decision in analysis["decisions"])
    assert [analysis] == solver.analyse_many([played], nodes=50_000, worlds=50)
    text = solver.analyse(played, nodes=50_000, worlds=50, language="es")["marks"]
    assert [mark["seq"] for mark in text] == [mark["seq"] for mark in analysis["marks"]] and text != analysis["marks"]


def test_set_ups_of_every_kind_are_solved() -> None:
    for setup in games.setups():
        if setup.kind == "regicide":
            assert solver.solve(setup.deal("kinds"), nodes=2_000)["result"] in ("won", "lost", "unknown")
