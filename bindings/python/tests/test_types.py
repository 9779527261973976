"""The values of the library have the types that are declared for them."""

from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import games
import pytest
from regicide_engine import bots, record, types
from regicide_engine.rules import Setup


def has_type(value: Any, kind: Any) -> bool:
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        required = kind.__required_keys__ - not_required(kind)
        return (
            isinstance(value, dict)
            and required <= value.keys() <= hints.keys()
            and all(has_type(part, hints[name]) for name, part in value.items())
        )
    if get_origin(kind) in (Union, UnionType):
        return any(has_type(value, choice) for choice in get_args(kind))
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if get_origin(kind) is list:
        return isinstance(value, list) and all(has_type(item, get_args(kind)[0]) for item in value)
    return type(value) is (NoneType if kind is None else kind)


def not_required(kind: Any) -> set[str]:
    hints = get_type_hints(kind, include_extras=True)
    return {name for name, hint in hints.items() if get_origin(hint) is NotRequired}


@pytest.mark.parametrize("setup", games.setups(), ids=str)
def test_values_have_their_types(setup: Setup) -> None:
    assert has_type(setup.options, types.Options)
    played = bots.play(setup, "types", ["novice"] * setup.players)
    assert has_type(played, types.RecordFile)
    verdict = record.verify(played)
    assert has_type(verdict.as_dict(), types.Verdict) and has_type(verdict.result, types.GameOutcome)
    position, steps = record.replay(played)
    for step in steps:
        before, position = position, step.position
        if step.seq % 3:
            continue
        for move in before.legal_moves()[:5]:
            assert has_type(before.forecast(move), types.Forecast | None), move
        for viewer in range(setup.players):
            assert has_type(position.view(viewer), types.View), position.view(viewer)
            assert has_type(step.effects(viewer), list[types.Effect]), step.effects(viewer)
        assert has_type(position.view("spectator"), types.View) and has_type(position.reveal(), types.Revealed)
        assert has_type(step.effects(), list[types.Effect]), step.effects()
    assert has_type(position.outcome, types.GameOutcome)
    played["moves"][0]["text"] = "next 3"
    assert has_type(record.verify(played).bad_move, types.BadMoveInfo)
    assert not has_type({**position.view(0), "colour": 1}, types.View)
