"""Pickled and copied objects go on as their originals."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import games
import numpy as np
import pytest
from regicide_engine import bots, record
from regicide_engine.bots import Observer
from regicide_engine.env import Table, Tables
from regicide_engine.rules import Position, Setup

COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
each_copy = pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle"])


def played(position: Position, turns: int) -> list[str]:
    """The lines of the positions of a game in which the moves follow from the position."""
    lines = []
    for _ in range(turns):
        if position.to_act is None:
            break
        moves = position.legal_moves()
        position = position.play(moves[len(position.line) % len(moves)]).position
        lines.append(position.line)
    return lines


@each_copy
def test_a_position_goes_on_as_its_original(copied: Callable[[Any], Any]) -> None:
    for setup in games.setups():
        position = setup.deal("copied")
        while position.to_act is not None and position.seq < 60:
            if position.seq % 6 == 0:
                other = copied(position)
                assert other == position and hash(other) == hash(position)
                assert other.view(0) == position.view(0)
                assert played(other, 8) == played(position, 8)
            position = position.play(position.legal_moves()[0]).position
        read = setup.position("copied", position.line)
        assert copied(read) == read


@each_copy
def test_steps_set_ups_and_verdicts_are_equal_to_their_originals(copied: Callable[[Any], Any]) -> None:
    game = bots.play(Setup(players=2), "copied", ["novice", "novice"])
    for step in record.replay(game)[1]:
        other = copied(step)
        assert (other.seq, other.seat, other.move, other.at, other.chain) == (
            step.seq,
            step.seat,
            step.move,
            step.at,
            step.chain,
        )
        assert other.position == step.position and other.effects(0) == step.effects(0)
    assert copied(record.verify(game)).as_dict() == record.verify(game).as_dict()
    assert copied(Setup(players=3)) == Setup(players=3)


@each_copy
def test_an_observer_chooses_as_its_original(copied: Callable[[Any], Any]) -> None:
    position = Setup(players=2).deal("copied")
    observers = [Observer(position, seat) for seat in (0, 1)]
    for _ in range(6):
        assert position.to_act is not None
        move = observers[position.to_act].choose("20")
        assert copied(observers[position.to_act]).choose("20") == move
        step = position.play(move)
        for observer in observers:
            observer.observe(step)
        position = step.position


@each_copy
@pytest.mark.parametrize("setup", games.setups()[::5], ids=str)
def test_tables_go_on_as_their_originals(copied: Callable[[Any], Any], setup: Setup) -> None:
    for deals in ((), ("banana", "cherry", "damson")):
        tables = Tables(setup, 7, seed="copied", deals=deals, history=2)
        table = Table(setup, "copied", history=2)
        for turn in range(60):
            if turn % 20 == 0:
                other = copied(tables)
                for name in ("observations", "masks", "to_act", "rewards", "terminated", "truncated", "won"):
                    assert (getattr(other, name) == getattr(tables, name)).all(), name
            actions = tables.random_actions()
            assert (other.random_actions() == actions).all()
            tables.step(actions)
            other.step(actions)
            assert other.seeds() == tables.seeds() and (other.masks == tables.masks).all()
            assert (other.observations == tables.observations).all()
            if table.to_act is not None:
                action = int(np.flatnonzero(table.mask())[0])
                twin = copied(table)
                assert twin.play(action) == table.play(action) and twin.position == table.position
                assert (twin.observe(0) == table.observe(0)).all()
