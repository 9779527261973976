import json

import games
import pytest
from regicide import bots, record
from regicide.record import Verdict
from regicide.rules import Setup


def test_recorded_games_hold_and_are_replayed() -> None:
    for text in games.records():
        file = json.loads(text)
        verdict = record.verify(text)
        assert verdict.consistent and verdict.moves_valid == len(file["moves"]), verdict.as_dict()
        assert verdict.authenticity == "unauthenticated" and verdict.bad_move is None
        dealt, steps = record.replay(file)
        assert dealt.seq == 0 and [step.move for step in steps] == [move["text"] for move in file["moves"]]
        last = steps[-1] if steps else None
        assert last is None or (last.position.line == file["position"] and last.chain == file["chain"])
        assert verdict.result == (last.position.outcome if last else None)


def test_what_is_known_from_elsewhere_authenticates_or_contradicts() -> None:
    text = games.records()[0]
    file = json.loads(text)
    assert record.verify(text, commitment=file["commitment"]).authenticity == "authenticated"
    assert record.verify(text, chain=file["chain"]).authenticity == "authenticated"
    assert record.verify(text, commitment="0" * 64).authenticity == "contradicted"
    with pytest.raises(ValueError):
        record.verify(text, commitment="0")
    with pytest.raises(ValueError):
        record.verify(text, keys=["no key"])


def test_a_bad_move_is_found_in_the_language_asked_for() -> None:
    file = json.loads(games.records()[0])
    file["moves"][1]["text"] = "play KS KC"
    english, spanish = (record.verify(file, language=language) for language in ("en", "es"))
    assert not english.consistent and english.moves_valid == 1
    assert english.bad_move is not None and spanish.bad_move is not None
    assert (english.bad_move["seq"], english.bad_move["rule"]) == (2, spanish.bad_move["rule"])
    assert english.bad_move["reason"] != spanish.bad_move["reason"]
    with pytest.raises(ValueError, match="Move 2"):
        record.replay(file)


def test_lines_are_verified_on_several_threads_in_their_order() -> None:
    lines = [json.dumps(json.loads(text)) for text in games.records()] * 20
    lines[7] = "{}"
    broken = json.loads(lines[9])
    broken["moves"].pop(0)
    lines[9] = json.dumps(broken)
    for threads in (1, 2, None):
        verdicts = record.verify_many(lines, threads=threads)
        assert len(verdicts) == len(lines)
        assert isinstance(verdicts[7], ValueError)
        bad = [
            place for place, verdict in enumerate(verdicts) if isinstance(verdict, Verdict) and not verdict.consistent
        ]
        assert bad == [9]


def test_built_records_hold_for_every_set_up() -> None:
    for setup in games.setups():
        played = bots.play(setup, "built", ["novice"] * setup.players)
        moves = [move["text"] for move in played["moves"]]
        built = record.build(setup, "built", moves)
        assert built["result"] == played["result"] and built["position"] == played["position"]
        assert record.verify(built, chain=built["chain"]).authenticity == "authenticated"
        assert built == record.build(setup, "built", [(move["seat"], move["text"]) for move in played["moves"]])
    with pytest.raises(ValueError, match="Move 1"):
        record.build(Setup(), "built", ["play KS KC"])
