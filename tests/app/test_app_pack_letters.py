"""Carried items keep their letters, and the shown number of turns counts no free command: typed, saved, replayed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BEGIN = ("stealth", "--course", "first", "--seed", 5, "--lessons", "off")
CONTINUE = ("stealth", "--lessons", "off")
LOOT = "h y a b"
"""Takes leather armor (c) and a potion (d) from the chest on the surface; carried are a ration (a) and a dagger (b)."""

DROP_RATION_AND_DAGGER = "d a d b"


def list_pack(screen: str) -> dict[str, str]:
    """Returns the first words of the rows of the pack, by letter."""
    return dict(re.findall(r"^  (\w)  (\w+)", screen, re.MULTILINE))


def read_turn(screen: str) -> int:
    found = re.search(r"turn (\d+)", screen.splitlines()[0])
    return int(found[1]) if found else 0


def test_items_keep_their_letters_and_later_ones_take_free_letters(typed: Any) -> None:
    run = typed(f"{LOOT} i F9 ESC {DROP_RATION_AND_DAGGER} i F9 ESC g b i F9 ESC g i F9 ESC", *BEGIN)
    packs = [list_pack(screen) for screen in run.screens if "CARRIED" in screen][::2]
    assert packs[0] == {"a": "ration", "b": "dagger", "c": "leather", "d": "scarlet"}
    assert packs[1] == {"c": "leather", "d": "scarlet"}
    assert packs[2] == {"b": "dagger", "c": "leather", "d": "scarlet"}
    assert packs[3] == packs[0]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("You put away: dagger", "You wield: dagger")), ("es", ("Guardas: daga", "Empuñas: daga"))],
)
def test_a_weapon_is_wielded_and_put_away(typed: Any, language: str, words: tuple[str, ...]) -> None:
    screen = typed("a b a b F9", *BEGIN, "--lang", language).screen
    assert [word in screen for word in words] == [True, True], screen


@pytest.mark.proof(0)
def test_prompts_offer_the_same_letters_in_spanish_and_in_plain_mode(typed: Any) -> None:
    typed(f"{LOOT} d b", *BEGIN)
    screen = typed("d F9", *CONTINUE, "--lang", "es").screen
    assert re.findall(r"(\w)\) (?:ración|armadura|poción)", screen) == ["a", "c", "d"]
    words = [sys.executable, "-m", "footfall", "play", "--plain", *CONTINUE]
    plain = subprocess.run(words, input="d\n;d\n", capture_output=True, text=True, timeout=60).stdout
    offered = re.findall(r"^(\w): (?:ration|leather|scarlet)", plain, re.MULTILINE)
    assert offered == ["a", "a", "c", "d"]  # the choice, then the whole list


@pytest.mark.proof(1)
@pytest.mark.parametrize("lost", ["", "save", "turns"])
def test_letters_and_turns_outlast_the_program(typed: Any, footfall: Any, saves: Path, lost: str) -> None:
    """Saved; rebuilt from the replay alone; saved before the last commands, which are in the replay."""
    save = saves / "core.stealth.save"
    typed(LOOT, *BEGIN)
    early = save.read_bytes()
    before = typed(f"{DROP_RATION_AND_DAGGER} g ESC g b i F9", *CONTINUE).screen
    assert list_pack(before) == {"b": "dagger", "c": "leather", "d": "scarlet"}
    if lost == "save":
        save.unlink()
    elif lost == "turns":
        save.write_bytes(early)
    after = typed("i F9", *CONTINUE).screen
    assert list_pack(after) == list_pack(before)
    assert read_turn(after) == read_turn(before)


@pytest.mark.proof(0)
def test_a_replay_shows_the_letters_of_the_game(typed: Any, watched: Any, saves: Path) -> None:
    before = typed(f"{LOOT} {DROP_RATION_AND_DAGGER} g b i F9", *BEGIN).screen
    for keys in ("END i F9", "END HOME PGDN PGDN i F9"):
        shown = watched(keys, saves / "core.stealth.replay").screen
        assert list_pack(shown) == list_pack(before)


def test_leaving_the_question_of_a_pile_counts_no_turn(typed: Any, footfall: Any, saves: Path) -> None:
    run = typed(f"{LOOT} {DROP_RATION_AND_DAGGER} g ESC g ESC F9 g a F9 M F9", *BEGIN)
    turns = [read_turn(screen) for screen in run.screens]
    asked = next(n for n, screen in enumerate(run.screens) if "Pick up what?" in screen)
    before = turns[asked - 1]
    assert before == 4  # the step to the chest, the visit, and both items dropped
    assert turns[asked : asked + 5] == [before] * 5
    assert turns[-1] == before + 1
    numbers = [int(number) for number in re.findall(r"^ {0,6}(\d+)  ", run.screen, re.MULTILINE)]
    assert max(numbers) == before + 1
    assert f"saved at turn {before + 1}:" in run.result.output
    assert footfall("why", saves / "core.stealth.replay", "--turn", before + 1).output.startswith(f"turn {before + 1} ")
    assert f"turn {before + 1}," in footfall("play", *BEGIN, "--new").output


@pytest.mark.parametrize(
    ("language", "question", "none"), [("en", "Pick up what?", "nothing"), ("es", "¿Qué recoges?", "nada")]
)
def test_the_list_of_a_pile_in_delve_takes_no_turn(typed: Any, language: str, question: str, none: str) -> None:
    words = ("delve", "--seed", 2, "--option", "mode=walk", "--lessons", "off", "--lang", language)
    screens = typed("ESC d a d b g ESC g a", *words).screens
    dropped, listed, left, *_, taken = screens[5:]
    title = dropped.splitlines()[0]
    assert question in listed
    assert f"ESC) {none}  " in listed
    assert title == listed.splitlines()[0] == left.splitlines()[0] != taken.splitlines()[0]


def test_the_heroes_of_delve_keep_the_letters_too(typed: Any) -> None:
    run = typed("i F9 ESC d a i F9", "delve", "--seed", 2, "--lessons", "off")
    before, after = (list_pack(run.screens[n]) for n in (1, -1))
    assert len(before) > 1
    assert after == {letter: name for letter, name in before.items() if letter != "a"}


def test_a_thing_is_dropped_from_the_pack(typed: Any) -> None:
    run = typed("i b d i", "delve", "--seed", 2, "--lessons", "off")
    assert "d: drop" in run.screens[2]
    assert "You drop: dagger." in run.screens[3]
    assert list_pack(run.screen) == {"a": "ration"}
