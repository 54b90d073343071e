"""The acceptance cases of the rules, and the messages for cases that cannot be read or played."""

import json
from pathlib import Path
from typing import Any

import case_runner
import pytest
from case_format import Case, CaseError, read_case, read_cases
from case_runner import check_case
from king_cases import CASES

from footfall.engine.declarations.rules import Rules

QUERY = [{"type": "QUERY"}]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_acceptance_case(rules: Rules, case: Case) -> None:
    check_case(rules, case)


def test_all_fifty_are_here() -> None:
    assert [case.id for case in CASES if case.id < "F"] == [f"E-{number:02}" for number in range(1, 51)]


def build_case(**more: Any) -> dict[str, Any]:
    given = {"players": {"P1": {"at": "F1_P", "sanity": 3}}, **more.pop("given", {})}
    return {"id": "X", "given": given, "action": QUERY, "expect": {}, **more}


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"colour": "red"}, "unknown field `colour`"),
        ({"given": {"wheather": 1}}, r"unknown field `wheather` - at `\$\.given`"),
        ({"given": {"players": {"P1": {"at": "F1_P"}}}}, "missing required field `sanity`"),
        ({"given": {"players": {"P1": {"at": "F9_P", "sanity": 3}}}}, "players.P1.at: 'F9_P' is not one of F1_P"),
        ({"given": {"players": {"P1": {"at": "F1_P", "sanity": 3, "role": "BARD"}}}}, "'BARD' is not one of HEALER"),
        ({"given": {"order": ["P1", "P2"]}}, "order: 'P2' is not one of P1"),
        ({"given": {"active": "P9"}}, "active: 'P9' is not one of P1"),
        ({"given": {"config": {"hous_loss": 1}}}, "hous_loss"),
        ({"given": {"monsters": [{"id": "M2", "type": "SPIDER", "at": "F1_P"}]}}, "monsters: 'M2' is not one of M1"),
        ({"given": {"monsters": [{"id": "M1", "type": "CAT", "at": "F1_P"}]}}, "'CAT' is not one of SPIDER"),
        ({"action": [{"type": "DANCE", "actor": "P1"}]}, "action: 'DANCE' is not one of MOVE"),
        ({"action": [{"type": "SEARCH", "actor": "P1", "to": "F1_R1"}]}, "SEARCH takes no to"),
        ({"action": [{"type": "MOVE", "actor": "P7", "to": "F1_R1"}]}, "player: 'P7' is not one of P1"),
        ({"action": [{"type": "MOVE", "actor": "P1", "to": "F3_R1"}]}, r"MOVE is refused \(K-.*expects legal = false"),
        ({"action": [{"type": "ACCEPT", "actor": "P1"}]}, r"ACCEPT is refused \(question\)"),
        ({"action": [{"type": "END_ROUND"}]}, "a die for 'king_roulette' that the case does not give"),
        ({"dice": [{"for": "event", "value": 3}]}, r"dice left over: \['event'\]"),
        ({"expect": {"players.P1.mood": 3}}, "nothing to read at 'players.P1.mood'"),
        ({"expect": {"weather": 3}}, "nothing to read at 'weather'"),
        ({"expect": {"players": {"P1": {"sanity": 4}}}}, "players.P1.sanity is 3, not 4"),
    ],
    ids=str,
)
def test_a_case_that_is_none_fails_with_a_sentence(rules: Rules, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CaseError, match=rf"^case X: (.|\n)*{sentence}"):
        check_case(rules, read_case(build_case(**more)))


def test_a_strangers_file_runs_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """TOML or JSON, nested or dotted paths; a file that is neither is one sentence."""
    good, bad, broken = tmp_path / "good.json", tmp_path / "bad.toml", tmp_path / "broken.toml"
    good.write_text(json.dumps([build_case(expect={"players.P1.sanity": 3})]), encoding="utf-8")
    bad.write_text(
        '[[case]]\nid = "Y"\naction = [{ type = "LOSE", amounts = { P1 = 2 } }]\n'
        'given.players.P1 = { at = "F1_P", sanity = 3 }\nexpect.players.P1.sanity = 2\n',
        encoding="utf-8",
    )
    broken.write_text("case = 3", encoding="utf-8")
    assert case_runner.main([str(good), str(bad), str(broken)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["X: holds", "case Y: players.P1.sanity is 1, not 2"]
    assert "[[case]] tables" in lines[2]


def test_two_cases_of_one_id_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    path.write_text(json.dumps([build_case(), build_case()]), encoding="utf-8")
    with pytest.raises(CaseError, match="two cases have one id"):
        read_cases(path)
