import _thread
import signal
import threading
from collections.abc import Iterator

import games
import pytest
from regicide_engine import bots, record
from regicide_engine.bots import Observer
from regicide_engine.rules import Setup


def test_bots_play_every_kind_of_game_from_what_they_observe() -> None:
    for setup in games.setups():
        position = setup.deal("observed")
        observers = [Observer(position, seat) for seat in range(setup.players)]
        while position.to_act is not None:
            move = observers[position.to_act].choose("novice")
            assert move == observers[position.to_act].choose("novice")
            step = position.play(move)
            for observer in observers:
                observer.observe(step)
            position = step.position
        assert position.outcome is not None


def test_an_observer_sees_one_step_after_the_other_from_the_deal_on() -> None:
    position = Setup(players=2).deal("banana")
    observer, other = Observer(position, 0), Observer(position, 1)
    step = position.play(observer.choose("40"))
    with pytest.raises(RuntimeError, match="turn"):
        other.choose()
    observer.observe(step)
    with pytest.raises(ValueError, match="next one"):
        observer.observe(step)
    another = Setup(players=2).deal("cherry")
    with pytest.raises(ValueError, match="next one"):
        Observer(position, 0).observe(another.play(another.legal_moves()[0]))
    with pytest.raises(ValueError, match="from the deal"):
        Observer(step.position, 0)
    with pytest.raises(ValueError, match="novice"):
        Observer(position, 0).choose("brave")


def test_matches_are_the_same_on_any_number_of_threads() -> None:
    setup = Setup(players=2)
    seeds = [f"deal-{number}" for number in range(20)]
    one, two = (bots.play_many(setup, seeds, ["novice", "20"], threads=threads) for threads in (1, 2))
    assert one == two and one[3] == bots.play(setup, "deal-3", ["novice", "20"])
    assert one[3] != bots.play(setup, "deal-3", ["novice", "20"], number=1)
    assert all(record.verify(played).consistent for played in one) and one[0]["names"] == ["novice", "20"]
    with pytest.raises(ValueError, match="2 bots"):
        bots.play(setup, "deal-3", ["novice"])


@pytest.fixture
def listening_to_ctrl_c() -> Iterator[None]:
    """A shell's background commands ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("listening_to_ctrl_c")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_what_would_take_for_ever(threads: int) -> None:
    seeds = [f"deal-{number}" for number in range(100_000)]
    ctrl_c = threading.Timer(0.3, _thread.interrupt_main)
    with pytest.raises(KeyboardInterrupt):
        ctrl_c.start()
        bots.play_many(Setup(players=4), seeds, ["steady"] * 4, threads=threads)


def test_a_deal_has_a_difficulty() -> None:
    measured = bots.difficulty(Setup(), "banana", games=4)
    assert measured["games"] == 4 and measured["difficulty"] in ("easy", "moderate", "hard", "extreme")
    assert bots.levels() == ["novice", "steady", "strong"]
    with pytest.raises(ValueError, match="co-operative"):
        bots.difficulty(Setup("regicide-tricks", 2), "banana")
