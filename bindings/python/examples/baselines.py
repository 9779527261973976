"""How often simple players and the bots win the deals `deal-1` to `deal-1000` of the co-operative game.

    python baselines.py                          # random, greedy, novice and steady: some minutes
    python baselines.py strong --deals 100       # about a second a game and core

Every player of a table is of the same kind and sees only what its seat may see. The same command always
gives the same games.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from random import Random

from regicide_engine import bots
from regicide_engine.rules import Setup
from regicide_engine.types import View

Choose = Callable[[View, list[str], Random], str]


def random_move(view: View, moves: list[str], random: Random) -> str:
    return random.choice(moves)


VALUES = {"A": 1, "T": 10, "J": 10, "Q": 15, "K": 20} | {str(pips): pips for pips in range(2, 10)}


def worth(move: str) -> int:
    """The value of a move's cards; the first word names the move."""
    return sum(VALUES.get(card[0], 0) for card in move.split()[1:])


def greedy_move(view: View, moves: list[str], random: Random) -> str:
    """Plays what is worth the most without wasting more than necessary, and covers damage with the least."""
    if view["kind"] == "regicide" and view["enemy"] and view["phase"] == "play":
        health = view["enemy"]["health_left"]
        enough = [move for move in moves if worth(move) >= health]
        return min(enough, key=worth) if enough else max(moves, key=worth)
    return min(moves, key=worth)


def enemies_of(setup: Setup, deal: str, choose: Choose) -> int:
    position, random = setup.deal(deal), Random(deal)
    while position.to_act is not None:
        move = choose(position.view(position.to_act), position.legal_moves(), random)
        position = position.play(move).position
    outcome = position.outcome
    assert outcome is not None and outcome["kind"] == "regicide"
    return outcome["enemies_defeated"]


def defeated(player: str, setup: Setup, deals: list[str]) -> list[int]:
    """How many enemies were defeated in each deal."""
    simple = {"random": random_move, "greedy": greedy_move}
    if choose := simple.get(player):
        return [enemies_of(setup, deal, choose) for deal in deals]
    records = bots.play_many(setup, deals, [player] * setup.players)
    return [record["result"]["enemies_defeated"] for record in records]


def interval(won: int, games: int) -> tuple[float, float]:
    """The interval of 95 % by Wilson."""
    z = 1.959964
    centre = (won + z * z / 2) / (games + z * z)
    margin = z / (games + z * z) * sqrt(won * (games - won) / games + z * z / 4)
    return max(centre - margin, 0.0), min(centre + margin, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", default=["random", "greedy", "novice", "steady"], metavar="player")
    parser.add_argument("--deals", type=int, default=1000, help="how many deals are played")
    options = parser.parse_args()
    deals = [f"deal-{number}" for number in range(1, options.deals + 1)]
    print("| Player | Seats | Won | 95 % | Enemies defeated |\n|---|---|---|---|---|")
    for player in options.players:
        for seats in (1, 2, 3, 4):
            enemies = defeated(player, Setup(players=seats), deals)
            won = sum(number == 12 for number in enemies)
            low, high = interval(won, len(enemies))
            share = f"{won / len(enemies):.1%} | {low:.1%} to {high:.1%}"
            print(f"| {player} | {seats} | {share} | {sum(enemies) / len(enemies):.2f} |", flush=True)


if __name__ == "__main__":
    main()
