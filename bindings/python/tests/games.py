"""Set-ups and recorded games that several tests use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from regicide_engine.rules import Setup
from regicide_engine.types import RecordFile

DATA = Path(__file__).parents[3] / "crates/engine/tests/data"

VARIANTS = ["mulligan", "no_combos", "shared_damage"]


def setups() -> list[Setup]:
    """Every kind of game with every number of players, each option by itself and the variants together."""
    choices: list[dict[str, Any]] = [
        {},
        {"first": 1},
        {"solo_yield": "once"},
        *({"variants": [variant]} for variant in VARIANTS),
        {"variants": VARIANTS},
        {"jokers": 0, "target": 10},
        {"partners": True, "target": 10},
    ]
    found = []
    for kind in ("regicide", "regicide-tricks"):
        for players in (1, 2, 3, 4):
            for options in choices:
                try:
                    found.append(Setup(kind, players, **options))
                except ValueError:
                    continue
    assert len(found) > 30
    return found


def vectors() -> list[dict[str, Any]]:
    files = [DATA / "vectors/regicide-games.json", DATA / "vectors/tricks-games.json"]
    return [case for file in files for case in json.loads(file.read_text(encoding="utf-8"))]


def log() -> dict[str, Any]:
    """The vectors of the transparency log."""
    found: dict[str, Any] = json.loads((DATA / "vectors/log.json").read_text(encoding="utf-8"))
    return found


def example() -> RecordFile:
    """The signed record of the specification, which is in that log."""
    found: RecordFile = json.loads((DATA.parents[3] / "docs/spec/example.json").read_text(encoding="utf-8"))
    return found


def records() -> list[str]:
    found = [file.read_text(encoding="utf-8") for file in sorted((DATA / "games").glob("*.json"))]
    assert len(found) > 30
    return found
