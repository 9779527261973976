"""Searches that see every card of the co-operative game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import analyse_many, solve_many

if TYPE_CHECKING:
    from ._native import Analysis, Goal, Position, Record, Solution

__all__ = ["analyse", "analyse_many", "solve", "solve_many"]


def solve(position: Position, *, goal: Goal = "win", nodes: int = 20_000_000) -> Solution:
    """Looks for a line that reaches the goal, or a proof that there is none, within a budget of nodes."""
    return solve_many([position], goal=goal, nodes=nodes, threads=1)[0]


def analyse(record: Record, *, nodes: int = 2_000_000, worlds: int = 1_000, language: str = "en") -> Analysis:
    """Until when a finished game could be won, and what a strong bot would have done instead."""
    return analyse_many([record], nodes=nodes, worlds=worlds, language=language, threads=1)[0]
