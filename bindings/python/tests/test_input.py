"""Wrong input is a TypeError or a ValueError in plain words."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from regicide_engine import bots, record, solver
from regicide_engine.env import Table, Tables
from regicide_engine.rules import Refusal, Setup

POSITION = Setup(players=2).deal("banana")
STEP = POSITION.play(POSITION.legal_moves()[0])
any_setup: Any = Setup
PRIVATE_WORDS = ("struct", "enum", "variant", "usize", "u8", "i64", "sequence", "tagged", "Vec", "extract", "integral")

WRONG: list[tuple[str, Callable[[], Any], type[Exception]]] = [
    # A float is no action, a list no dict.
    ("whole number", lambda: Table(Setup(), "x").play(1.0), TypeError),  # type: ignore[arg-type]
    ("whole number", lambda: Table(Setup(), "x").play("1"), TypeError),  # type: ignore[arg-type]
    ("-1", lambda: Table(Setup(), "x").play(-1), ValueError),
    ("range", lambda: Table(Setup(), "x").play(1 << 70), ValueError),
    ("whole number", lambda: Table(Setup(), "x").move_of(1.5), TypeError),  # type: ignore[arg-type]
    ("whole number", lambda: Tables(Setup(), 2).step([1.0, 2.0]), TypeError),  # type: ignore[list-item]
    ("whole number", lambda: Tables(Setup(), 2).step(np.array([True, False])), TypeError),
    ("one for each", lambda: Tables(Setup(), 2).step(np.zeros((2, 2), int)), ValueError),
    ("list", lambda: Tables(Setup(), 2, deals="banana"), TypeError),
    ("history: expected 0 to 1000 moves", lambda: Tables(Setup(), 2, history=-1), ValueError),
    ("history: expected 0 to 1000 moves", lambda: Table(Setup(), "banana", history=1001), ValueError),
    ("too many tables", lambda: Tables(Setup(), 2**20, history=1000), ValueError),
    ("whole number", lambda: Table(Setup(), "banana", history=2.0), TypeError),  # type: ignore[arg-type]
    ("whole number", lambda: any_setup("regicide", 2.0), TypeError),
    (r"R3\.1", lambda: any_setup(players=-1), Refusal),
    (r"R3\.1", lambda: any_setup(players=1000), Refusal),
    ("variants: expected a list", lambda: any_setup(variants="mulligan"), ValueError),
    ("`mulligan`", lambda: any_setup(variants=["x"]), ValueError),
    ("first: expected a whole number", lambda: any_setup(first=1.0), ValueError),
    ("partners: expected true or false", lambda: any_setup("regicide-tricks", 2, partners=1), ValueError),
    ("colour", lambda: any_setup(colour=1), ValueError),
    ("a move", lambda: POSITION.play(["play"]), TypeError),  # type: ignore[arg-type]
    ("a move", lambda: POSITION.play(5), TypeError),  # type: ignore[arg-type]
    ("`cards` is missing", lambda: POSITION.play({"type": "play"}), ValueError),  # type: ignore[arg-type]
    ("expected a list", lambda: POSITION.play({"type": "play", "cards": "5C"}), ValueError),  # type: ignore[arg-type]
    ("type: `dance` is unknown", lambda: POSITION.play({"type": "dance"}), ValueError),  # type: ignore[arg-type]
    ("seat -1", lambda: POSITION.play("yield", -1), ValueError),
    ("spectator", lambda: POSITION.view(1.0), TypeError),  # type: ignore[arg-type]
    ("spectator", lambda: POSITION.view("all"), ValueError),  # type: ignore[arg-type]
    ("list", lambda: STEP.narration(names="Ada"), TypeError),
    ("text or None", lambda: STEP.narration(names=[1]), TypeError),  # type: ignore[list-item]
    ("expected an object", lambda: record.verify([]), ValueError),  # type: ignore[arg-type]
    ("kind: expected a text", lambda: record.verify({"format": "regicide-record/1", "kind": 5}), ValueError),  # type: ignore[arg-type]
    ("list", lambda: record.verify_many("abc"), TypeError),
    ("text", lambda: record.verify_many([5]), TypeError),  # type: ignore[list-item]
    ("list", lambda: record.build(Setup(), "x", "yield"), TypeError),
    ("list", lambda: bots.play(Setup(), "x", "novice"), TypeError),
    ("Position", lambda: solver.solve(5), TypeError),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("words", "call", "kind"), WRONG, ids=[str(number) for number in range(len(WRONG))])
def test_wrong_input_is_refused_in_plain_words(words: str, call: Callable[[], Any], kind: type[Exception]) -> None:
    with pytest.raises(kind, match=words) as error:
        call()
    assert [word for word in PRIVATE_WORDS if re.search(rf"\b{word}\b", str(error.value))] == []


def test_a_refused_set_up_has_its_field_and_clause() -> None:
    with pytest.raises(Refusal) as error:
        Setup(players=5)
    assert (error.value.rule, error.value.field) == ("R3.1", "players")
    with pytest.raises(Refusal) as error:
        record.build(Setup(), "banana", ["play KS KC"])
    assert error.value.rule.startswith("R") and error.value.field is None
