import numpy as np
import pytest
from regicide_engine import bots
from regicide_engine.env import Table, Tables, baseline, run
from regicide_engine.rules import Setup


def test_the_baseline_defeats_more_enemies_than_novice_in_deals_that_it_has_not_seen() -> None:
    setup, deals = Setup(), [f"held-out-{number}" for number in range(200)]
    tables = Tables(setup, len(deals), deals=deals)
    defeated, running = np.zeros(len(deals)), np.ones(len(deals), bool)
    while running.any():
        tables.step(baseline.agent.many(tables.observations, tables.masks))
        defeated += 12 * tables.rewards[:, 0] * running
        running &= ~(tables.terminated | tables.truncated)
    novice = [game["result"]["enemies_defeated"] for game in bots.play_many(setup, deals, ["novice"])]
    assert defeated.mean() > np.mean(novice) + 2


def test_the_baseline_plays_at_every_table_of_the_co_operative_game() -> None:
    for setup in (Setup(solo_yield="once"), Setup(players=2), Setup(players=3), Setup(players=4)):
        episode = run(setup, [baseline.agent] * setup.players, "banana", history=1)
        assert episode.payoffs[0] > 0


def test_one_row_is_judged_as_many() -> None:
    table = Table(Setup(), "banana")
    several = np.stack([table.observe(0)] * 3), np.stack([table.mask()] * 3)
    assert (baseline.agent.many(*several) == baseline.agent(table.observe(0), table.mask())).all()


def test_the_other_game_is_refused() -> None:
    with pytest.raises(ValueError, match="co-operative"):
        run(Setup("regicide-tricks", 2), [baseline.agent] * 2, "banana")
