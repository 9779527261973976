import pickle
from typing import Any

import games
import pytest
from regicide_engine import record, rules
from regicide_engine.rules import Refusal, Setup

OPTIONS = ("first", "solo_yield", "variants", "jokers", "partners", "target")


def setup_of(case: dict[str, Any]) -> Setup:
    options = {name: case[name] for name in OPTIONS if name in case}
    return Setup(case["game"], case["players"], rules=case["rules"], **options)


@pytest.mark.parametrize("case", games.vectors(), ids=lambda case: case["seed"])
def test_the_published_games_hold_to_the_bit(case: dict[str, Any]) -> None:
    setup = setup_of(case)
    assert rules.commitment(case["seed"]) == case["commitment"]
    position = setup.deal(case["seed"])
    assert position.line == case["start"]
    for made in case["moves"]:
        assert len(position.legal_moves()) == made["legal_before"]
        for text in made["refused"]:
            with pytest.raises(ValueError) as refused:
                position.play(text)
            assert not isinstance(refused.value, Refusal) or refused.value.rule[0] in "RT"
        step = position.play(made["move"], made["seat"])
        assert (step.seq, step.seat, step.move) == (made["seq"], made["seat"], made["move"])
        position = step.position
        assert position.line == made["position"]
    moves: Any = [
        {"seq": made["seq"], "seat": made["seat"], "text": made["move"]} | ({"at": made["at"]} if "at" in made else {})
        for made in case["moves"]
    ]
    built = record.build(setup, case["seed"], [])
    built["moves"] = moves
    for field in ("result", "position", "chain"):
        built.pop(field, None)  # type: ignore[misc]
    _, steps = record.replay(built)
    assert [step.chain for step in steps] == [made["h"] for made in case["moves"]]


def test_a_move_against_the_rules_has_no_forecast() -> None:
    position = Setup(players=2).deal("banana")
    with pytest.raises(Refusal, match="hand"):
        position.forecast("play KC KD KH KS QC QD QH QS")


def test_a_seat_sees_what_it_may_and_a_position_holds_all() -> None:
    for setup in games.setups():
        position = setup.deal("views")
        assert position.to_act is not None
        hands = position.reveal()["hands"]
        for seat, hand in enumerate(hands):
            view = position.view(seat)
            assert view["hand"] == hand and view["kind"] == setup.kind
        assert position.view("spectator")["hand"] is None
        others = [card for seat, hand in enumerate(hands) if seat != 0 for card in hand]
        assert not any(f'"{card}"' in str(position.view(0)) for card in others)
        step = position.play(position.legal_moves()[0])
        for viewer in (*range(setup.players), "spectator"):
            assert len(step.narration(viewer)) == len(step.effects(viewer)) == len(step.effects())
    draw = Setup(players=2).deal("banana")
    step = next(step for step in map(draw.play, draw.legal_moves()) if step.effects()[1]["type"] == "drawn")
    drawn = [effect.get("cards") for viewer in (0, 1, "spectator") if (effect := step.effects(viewer)[1])]
    assert drawn[0] and not drawn[1] and not drawn[2]


def test_narration_has_names_and_languages() -> None:
    position = Setup(players=2).deal("banana")
    step = position.play(position.legal_moves()[0])
    assert rules.languages() == ["en", "es"]
    assert step.narration(names=["Ada", None])[0].startswith("Ada plays")
    assert step.narration(0, names=["Ada", None])[0].startswith("You play")
    assert step.narration(language="es", names=["Ada", "Bo"])[0].startswith("Ada juega")
    assert "Ada" not in position.diagram(0) and position.diagram(0) != position.diagram(1)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match=r"R3\.1"):
        Setup(players=5)
    with pytest.raises(ValueError, match=r"R10\.4"):
        Setup("regicide", 2, target=50)
    with pytest.raises(ValueError, match="`colour` is unknown"):
        Setup("regicide", 2, colour="red")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="is not known"):
        Setup("chess", 2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="regicide/7"):
        Setup(rules=7)
    position = Setup(players=2).deal("banana")
    with pytest.raises(ValueError, match="no such move"):
        position.play("dance")
    with pytest.raises(ValueError, match="no seat 2"):
        position.view(2)
    with pytest.raises((TypeError, ValueError)):
        position.view("everybody")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="language"):
        position.play(position.legal_moves()[0]).narration(language="xx")
    with pytest.raises(ValueError):
        Setup().deal("")


def test_positions_are_read_from_their_lines_and_never_change() -> None:
    for setup in games.setups():
        position = setup.deal("lines")
        before = position.line
        position.play(position.legal_moves()[-1])
        assert position.line == before
        assert setup.position("lines", before) == position
        assert pickle.loads(pickle.dumps(setup)) == setup
        assert len({setup, pickle.loads(pickle.dumps(setup))}) == 1


def test_a_move_is_a_text_or_as_the_api_has_it() -> None:
    position = Setup(players=2).deal("banana")
    text = position.legal_moves()[0]
    card = text.split()[1]
    assert position.play(text).position == position.play({"type": "play", "cards": [card]}).position
    assert position.outcome is None
    conceded = Setup().deal("banana").play({"type": "concede"}).position
    assert conceded.to_act is None and conceded.outcome is not None
    assert conceded.outcome["outcome"] == "lost" and conceded.legal_moves() == []
