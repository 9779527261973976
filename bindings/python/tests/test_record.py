import json
import math
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import games
import pytest
from regicide_engine import bots, record
from regicide_engine.record import Verdict
from regicide_engine.rules import Setup
from regicide_engine.types import RecordFile


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


def test_proofs_of_the_transparency_log_are_verified() -> None:
    log = games.log()
    policy, kept = log["policy"], log["kept"]
    example = games.example()
    proven: RecordFile = {**example, "proof": log["proof"]["text"]}
    verdict = record.verify(proven, policy=policy, checkpoint=kept)
    assert verdict.authenticity == "authenticated" and verdict.log == verdict.as_dict()["log"]
    assert verdict.log is not None and (verdict.log["index"], verdict.log["size"]) == (0, 600)
    assert verdict.log["cosigned_by"] == [log["keys"]["witness"]["name"]]
    signed = record.verify(example, policy=policy)
    assert signed.authenticity == "authenticated" and signed.log is None, "the keys of the policy sign games"
    assert record.verify(example, policy=policy, checkpoint=kept).authenticity == "contradicted", "no proof"
    assert record.verify(proven).authenticity == "unauthenticated"
    lines = [json.dumps(proven), json.dumps(example)]
    many = [verdict.log for verdict in record.verify_many(lines, policy=policy) if isinstance(verdict, Verdict)]
    assert many == [verdict.log, None]

    def logged_at(case: dict[str, Any]) -> float | None:
        given: RecordFile = {**example, "proof": case["text"]}
        known = {"policy": case.get("policy", policy), "checkpoint": case.get("kept", kept)}
        try:
            found = record.verify(given, **known).log
        except ValueError:
            return None
        return datetime.fromisoformat(found["logged_at"]).timestamp() if found else None

    for bad in log["bad"]:
        assert "entry" in bad or logged_at(bad) is None, bad["why"]
    ended_at = datetime.fromisoformat(example["moves"][-1].get("at") or "").timestamp()
    for good in log["good"]:
        in_time = abs(good["logged_at"] - ended_at) <= 86_400  # L4.5
        assert logged_at(good) == (good["logged_at"] if in_time else None), good["why"]


def test_a_game_that_a_deadline_closed_has_the_time_and_no_result() -> None:
    for case in games.log()["closed"]:
        verdict = record.verify(case["record"])
        assert verdict.closed_at == verdict.as_dict().get("closed_at") and verdict.result is None
        assert f" closed_at={verdict.closed_at} " in case["statement_line"], case["why"]
    assert record.verify(games.example()).closed_at is None


def test_a_text_that_is_no_policy_raises_with_its_line() -> None:
    log, example = games.log(), games.example()
    for good in log["good_policies"]:
        if good["logs"]:
            assert record.verify(example, policy=good["text"]).consistent, good["why"]
    for bad in log["bad_policies"]:
        with pytest.raises(ValueError, match=r"line \d+ of the policy"):
            record.verify(example, policy=bad["text"])
    with pytest.raises(ValueError, match="line 2 of the policy"):
        record.verify(example, policy="quorum none\n")
    with pytest.raises(ValueError, match="a checkpoint needs a policy"):
        record.verify(example, checkpoint=log["kept"])
    with pytest.raises(ValueError):
        record.verify_many([], policy=log["policy"], checkpoint="no checkpoint")


def test_a_bad_move_is_reported_in_the_chosen_language() -> None:
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


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield path, value
    inner: Iterable[tuple[str | int, Any]]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in inner:
        yield from places(item, (*path, name))


def others(value: Any) -> list[Any]:
    """Values of other types that a lenient reader would take for one."""
    found: list[Any] = [[value], {"a": value}]
    if isinstance(value, dict):
        found += [[], list(value.values())]
    elif isinstance(value, list):
        found += [{}]
    elif isinstance(value, str):
        found += [{value: None}, value.encode()]
    elif isinstance(value, bool):
        found += [int(value), str(value)]
    elif isinstance(value, int):
        found += [str(value), float(value), value == 1]
    return found


def is_good(given: Any) -> bool:
    try:
        return record.verify(given).consistent
    except ValueError:
        return False


def test_a_value_of_another_type_makes_no_record() -> None:
    texts = [text for text in games.records() if len(text) < 1000]
    assert len(texts) > 3
    for text in texts:
        for path, value in places(json.loads(text)):
            for other in others(value):
                whole = {"": json.loads(text)}
                at: Any = whole
                for name in ("", *path)[:-1]:
                    at = at[name]
                at[("", *path)[-1]] = other
                assert not is_good(whole[""]), (path, other)
                if not isinstance(other, bytes):
                    assert not is_good(json.dumps(whole[""])), (path, other)


def test_texts_that_are_no_strict_json_are_no_records() -> None:
    text = games.records()[0]
    assert is_good(text) and is_good("\r\n" + text)
    twice = text.replace('"seed":', '"\\u0073eed":"other","seed":', 1)
    half = text.rstrip().removesuffix("}") + ',"url":"\\ud800"}'
    for other in (twice, half, text + text, "[" + text + "]", text.replace('"rules":1', '"rules":1.0')):
        assert not is_good(other), other
    with pytest.raises(ValueError, match="byte order mark"):
        record.verify("\ufeff" + text)
    assert not is_good({**json.loads(text), "url": math.nan})


def test_a_move_is_no_list() -> None:
    moves: list[Any] = [["concede"], ["play", ["5C"]], {"type": ["concede"]}, {"type": "change", "suit": {"H": None}}]
    for move in moves:
        with pytest.raises((TypeError, ValueError)):
            record.build(Setup(), "banana", [move])
