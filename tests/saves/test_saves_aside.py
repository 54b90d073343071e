"""A save with twenty mods: five are removed, the game goes on, they return, and their content is restored."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import footfall.loader.discovery as discovery
from footfall.api import Message, Question, grid
from footfall.engine.codec import copy_as_plain, encode_canonical
from footfall.engine.core_changes import Ask
from footfall.engine.model import Cause, Entry
from footfall.engine.saves.differences import hash_order
from footfall.engine.saves.save import SaveError, load, read_header, save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load as load_mods
from footfall.plugins.stealth.model.state import Discharge

COUNT = 20
GONE = (2, 5, 8, 13, 17)
"""The removed mods; each owns content of every kind."""

CODE = """
import msgspec
from footfall.api import Change, Message, Part, Remember, Step, Tell, hook

ID = "many.mod-{n:02}"

class Ledger(msgspec.Struct):
    entries: list[int] = []
    names: dict[int, str] = {{}}

class Book(Change, frozen=True, tag="many.mod-{n:02}:book"):
    turn: int

    def apply(self, state):
        ledger = state.parts.setdefault(ID, Ledger())
        ledger.entries.append(self.turn)
        ledger.names[self.turn] = ID

@hook
def provide_parts():
    return [Part(ID, Ledger)]

@hook
def provide_changes():
    return [Book]

@hook
def provide_steps():
    return [Step(ID + ":later", lambda ctx, turn: [Remember(ID, "later", turn)])]

@hook
def on_turn_end(event, ctx):
    return [Remember(ID, "turns", ctx.recall("turns", 0) + 1), Book(event.number)]
"""
CONTENT = """
[creature.beast]
inherits = "core.stealth:goblin"
[item.thing]
inherits = "core.stealth:dagger"
[tile.ground]
inherits = "core.stealth:floor"
glyph = "%"
[tile.crystal]
inherits = "core.stealth:wall"
glyph = "&"
"""


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user"))
    paths = []
    for n in range(COUNT):
        folder = tmp_path / "twenty" / f"mod{n:02}"
        (folder / "content").mkdir(parents=True)
        manifest = f'[mod]\nid = "many.mod-{n:02}"\nversion = "1.0"\nentry = "."\n'
        manifest += f'[settings.pace]\ntype = "int"\ndefault = {n}\n'
        (folder / "mod.toml").write_text(manifest)
        (folder / "__init__.py").write_text(CODE.format(n=n))
        (folder / "content" / "things.toml").write_text(CONTENT)
        paths.append(folder)
    return paths


def loaded(folders: list[Path], without: tuple[int, ...] = (), **keywords: Any) -> LoadResult:
    active = [folder for n, folder in enumerate(folders) if n not in without]
    result = load_mods("stealth", mods=active, only_mods=(), **keywords)
    assert [str(f) for f in result.findings if f.severity > 0] == []
    return result


def played(session: Session, game: Any, turns: int) -> None:
    for number in range(turns):
        legal = game.list_legal(session.context())
        if not legal or session.state.outcome is not None:
            break
        session.submit(legal[number * 7 % len(legal)])


def furnished(folders: list[Path]) -> tuple[LoadResult, Session]:
    """A game in which every mod owns a creature with items, an item of the character, terrain and memory."""
    with_all = loaded(folders)
    session = Session.begin(with_all.rules, 7, {"floor": 2})
    state, world = session.state, grid.get_world(session.state)
    level, player = world.levels[world.current], world.actors[world.player]
    floor = level.palette.index("core.stealth:floor")
    cells = [(int(y), int(x)) for y, x in zip(*(level.tiles == floor).nonzero(), strict=True)]
    free = iter([cell for cell in cells if cell not in {actor.at for actor in world.actors.values()}])
    cause = Cause("core.stealth", "test")
    for n in range(COUNT):
        mod, id = f"many.mod-{n:02}", world.next_id
        beast = grid.Actor(id, f"{mod}:beast", level.id, next(free), 5, 5, dict(player.stats))
        other = f"many.mod-{(n + 1) % COUNT:02}"
        changes = [
            grid.Spawn(beast),
            grid.AddItem(grid.Item(id + 1, f"{other}:thing", holder=id)),
            grid.Equip(id, "weapon", id + 1),
            grid.AddItem(grid.Item(id + 2, f"{mod}:thing", holder=player.id)),
            grid.AddItem(grid.Item(id + 3, f"{mod}:thing", level=level.id, at=next(free))),
            grid.SetTile(level.id, next(free), f"{mod}:ground"),
            grid.SetTile(level.id, next(free), f"{mod}:crystal"),
        ]
        session.loop.apply_outcome(session, changes, cause)
    played(session, with_all.game, 12)
    assert session.problems == []
    assert state.question is not None
    state.agenda[:0] = [Entry(f"many.mod-{n:02}:later", (n,), n) for n in range(COUNT)]
    return with_all, session


def kept_of(session: Session, n: int) -> Any:
    """The content of one mod, as plain data."""
    mod, world = f"many.mod-{n:02}", grid.get_world(session.state)
    actors = [actor for actor in world.actors.values() if actor.kind.startswith(mod)]
    items = [item for item in world.items.values() if item.kind.startswith(mod)]
    stealth = session.state.parts["core.stealth"]
    terrain = {
        level.id: [
            [(int(y), int(x)) for y, x in zip(*(level.tiles == index).nonzero(), strict=True)]
            for index, id in enumerate(level.palette)
            if id.startswith(mod)
        ]
        for level in world.levels.values()
    }
    return copy_as_plain(
        {
            "actors": actors,
            "items": items,
            "fighters": [stealth.fighters[actor.id] for actor in actors],
            "minds": [stealth.minds.get(actor.id) for actor in actors],
            "terrain": terrain,
            "memory": session.state.memory.get(mod),
            "part": session.state.parts.get(mod),
            "setting": session.state.settings[f"{mod}.pace"],
            "agenda": [entry for entry in session.state.agenda if entry.step.startswith(mod)],
        }
    )


@pytest.mark.proof(0)
def test_five_of_twenty_removed_played_on_and_put_back(folders: list[Path], tmp_path: Path) -> None:
    with_all, session = furnished(folders)
    before = {n: kept_of(session, n) for n in GONE}
    assert all(
        content["actors"] and content["items"] and content["memory"] and content["part"] for content in before.values()
    )
    path = tmp_path / "a.save"
    save(session, path, "0")

    fewer = loaded(folders, GONE)
    without = load(fewer.rules, path)
    lines = [str(difference) for difference in without.differences]
    assert len(lines) == len(GONE)
    assert all(" is missing: " in line and line.endswith("are kept until it returns") for line in lines)
    world = grid.get_world(without.state)
    gone = tuple(f"many.mod-{n:02}:" for n in GONE)
    assert not [entity for entity in (*world.actors.values(), *world.items.values()) if entity.kind.startswith(gone)]
    played(without, fewer.game, 30)
    assert without.state.turn == session.state.turn + 30
    assert without.problems == []
    save(without, path, "0")
    header = read_header(path)
    assert header.order == hash_order(fewer.rules.lock) != hash_order(with_all.rules.lock)
    assert header.settings["many.mod-02.pace"] == 2
    assert set(header.missing_mods) == {f"many.mod-{n:02}" for n in GONE}

    again = load(fewer.rules, path)
    assert again.hash() == without.hash()
    played(again, fewer.game, 3)
    save(again, path, "0")

    back = load(with_all.rules, path)
    assert not back.orphans.things
    assert not back.orphans.questions
    assert not back.orphans.mods
    assert str(back.differences[0]).startswith("many.mod-02 is back, with ")
    places = {(actor.level, actor.at) for actor in grid.get_world(again.state).actors.values()}
    for n in GONE:
        after = kept_of(back, n)
        for was, now in zip(before[n]["actors"], after["actors"], strict=True):
            if now["at"] != was["at"]:  # another actor has taken its place
                assert (was["level"], tuple(was["at"])) in places
                now["at"] = was["at"]
        assert after == before[n]
    played(back, with_all.game, 20)
    assert back.problems == []


@pytest.mark.proof(0)
def test_removed_and_put_back_at_once_the_state_is_bit_for_bit_the_same(folders: list[Path], tmp_path: Path) -> None:
    with_all, session = furnished(folders)
    path = tmp_path / "a.save"
    save(session, path, "0")
    save(load(loaded(folders, GONE).rules, path), path, "0")
    save(load(loaded(folders, (*GONE, 0, 1)).rules, path), path, "0")
    save(load(loaded(folders, (2, 8)).rules, path), path, "0")
    back = load(with_all.rules, path)
    assert encode_canonical(copy_as_plain(back.state)) == encode_canonical(copy_as_plain(session.state))
    world, twin = grid.get_world(back.state), grid.get_world(session.state)
    assert list(world.actors) == list(twin.actors)
    assert list(world.items) == list(twin.items)
    for game in (session, back):
        played(game, with_all.game, 10)
    assert back.hash() == session.hash()


def test_terrain_of_a_missing_mod_stands_in_like_what_it_was(folders: list[Path], tmp_path: Path) -> None:
    _, session = furnished(folders)
    path = tmp_path / "a.save"
    save(session, path, "0")
    fewer = load(loaded(folders, GONE).rules, path)
    records = fewer.rules.records
    ground, crystal = (records.get(grid.Tile, "tile", f"many.mod-02:{name}") for name in ("ground", "crystal"))
    floor, wall = (records.get(grid.Tile, "tile", f"core.stealth:{name}") for name in ("floor", "wall"))
    assert (ground.walkable, ground.transparent, ground.glyph) == (True, True, floor.glyph)
    assert (crystal.walkable, crystal.transparent, crystal.absorption) == (False, False, wall.absorption)
    assert crystal.is_shelter == wall.is_shelter


def test_a_returning_creature_whose_place_is_taken_and_a_thing_whose_holder_is_gone_find_others(
    folders: list[Path], tmp_path: Path
) -> None:
    with_all, session = furnished(folders)
    path = tmp_path / "a.save"
    save(session, path, "0")
    fewer = load(loaded(folders, (2,)).rules, path)
    orphan = next(value for value in fewer.orphans.things if value.path == ("world", "actors"))
    cell = tuple(orphan.value["at"])
    world = grid.get_world(fewer.state)
    other = next(a for a in world.actors.values() if a.id != world.player and a.level == orphan.value["level"])
    holder = next(actor for actor in world.actors.values() if actor.kind == "many.mod-01:beast")
    gone = [grid.Move(other.id, cell), grid.RemoveActor(holder.id), Discharge(holder.id)]
    fewer.loop.apply_outcome(fewer, gone, Cause("core.stealth", "test"))
    save(fewer, path, "0")
    back = load(with_all.rules, path)
    world = grid.get_world(back.state)
    player, thing = world.actors[world.player], world.items[holder.id + 1]
    assert (thing.kind, thing.holder, thing.is_contained) == ("many.mod-02:thing", 0, False)
    assert (thing.level, thing.at) == (player.level, player.at)
    places = [(actor.level, actor.at) for actor in world.actors.values()]
    assert len(set(places)) == len(places)
    assert grid.chebyshev_distance(world.actors[orphan.key].at, cell) <= 3


def test_a_question_of_a_missing_mod_is_asked_again_when_it_is_back(folders: list[Path], tmp_path: Path) -> None:
    with_all, session = furnished(folders)
    session.state.question = session.state.then = None
    session.state.agenda.clear()
    asked = Ask(Question(1, "toll", (1, 2), Message("toll")), "many.mod-05:later", ())
    session.loop.apply_outcome(session, [asked], Cause("many.mod-05", "test"))
    question = session.state.question
    assert question is not None
    path = tmp_path / "a.save"
    save(session, path, "0")
    fewer = load(loaded(folders, (5,)).rules, path)
    assert fewer.state.question is not None
    assert fewer.state.question.kind == "turn"
    save(fewer, path, "0")
    back = load(with_all.rules, path)
    assert back.state.question == question
    assert back.hash() == session.hash()


def test_a_game_that_is_nothing_without_the_mod_says_so(folders: list[Path], tmp_path: Path) -> None:
    _, session = furnished(folders)
    world = grid.get_world(session.state)
    world.actors[world.player].kind = "many.mod-02:beast"
    path = tmp_path / "a.save"
    save(session, path, "0")
    held = path.read_bytes()
    with pytest.raises(SaveError, match=r"without many\.mod-02:beast.*enable that mod again to continue"):
        load(loaded(folders, (2,)).rules, path)
    assert path.read_bytes() == held


def test_settings_and_versions_that_changed_are_in_the_one_report(folders: list[Path], tmp_path: Path) -> None:
    _, session = furnished(folders)
    path = tmp_path / "a.save"
    save(session, path, "0")
    manifest = folders[3] / "mod.toml"
    manifest.write_text(manifest.read_text().replace('version = "1.0"', 'version = "1.1"'))
    (folders[4] / "note.md").write_text("more")
    other = loaded(folders, (19,), settings={"many.mod-06.pace": 60})
    loaded_game = load(other.rules, path)
    lines = [str(difference) for difference in loaded_game.differences]
    assert lines[0].startswith("many.mod-19 1.0 is missing: ")
    assert lines[1:] == [
        "many.mod-03: 1.0 -> 1.1",
        "many.mod-04 1.0: its files changed",
        "many.mod-06.pace is 6 in this game, not 60",
    ]
    assert loaded_game.state.settings["many.mod-06.pace"] == 6


@pytest.fixture(autouse=True)
def _nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "ENTRY_POINT_GROUP", "footfall.none")


KING_CARD = """
[card.MIRROR]
group = "object"
rooms = 1
slot = true
[role.TWIN]
sanity = 5
"""


def test_cards_of_a_missing_mod_leave_the_board_and_a_soul_keeps_its_role(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mirror"
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.mirror"\nversion = "1.0"\n')
    (folder / "content" / "cards.toml").write_text(KING_CARD)
    with_it, without = (load_mods("king", mods=mods, only_mods=()) for mods in ([folder], []))
    session = Session.begin(with_it.rules, 4, {"players": 2})
    board = session.state.parts["core.king"]
    played(session, with_it.game, 6)
    card = "you.mirror:MIRROR"
    for pile in (board.boxes[3], board.souls[0].objects, board.pedlar):
        pile.insert(len(pile) // 2, card)
    board.souls[1].role = "you.mirror:TWIN"
    path = tmp_path / "king.save"
    save(session, path, "0")
    alone = load(without.rules, path)
    board = alone.state.parts["core.king"]
    assert card not in [*board.souls[0].objects, *board.pedlar, *(item for box in board.boxes for item in box)]
    assert board.souls[1].role == "you.mirror:TWIN"
    played(alone, without.game, 30)
    assert alone.problems == []
    save(alone, path, "0")
    back = load(with_it.rules, path)
    board = back.state.parts["core.king"]
    assert not back.orphans.things
    assert card in board.boxes[3]
    assert card in board.souls[0].objects
    assert card in board.pedlar


def test_a_mod_that_no_save_needs_is_not_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "words"
    folder.mkdir()
    text = '[mod]\nid = "you.words"\nversion = "1.0"\n[effects]\nworld = false\nsaves = false\n'
    (folder / "mod.toml").write_text(text)
    with_it, without = (load_mods("king", mods=mods, only_mods=()) for mods in ([folder], []))
    path = tmp_path / "king.save"
    save(Session.begin(with_it.rules, 4, {"players": 2}), path, "0")
    assert load(without.rules, path).differences == ()
    save(Session.begin(without.rules, 4, {"players": 2}), path, "0")
    assert load(with_it.rules, path).differences == ()


@pytest.mark.proof(1)
@pytest.mark.parametrize("seed", range(4))
def test_whichever_mods_leave_and_return_in_between_the_state_comes_back_whole(
    folders: list[Path], tmp_path: Path, seed: int
) -> None:
    with_all, session = furnished(folders)
    path = tmp_path / "a.save"
    save(session, path, "0")
    draw = random.Random(seed)
    for _ in range(4):
        gone = tuple(n for n in range(COUNT) if draw.random() < 0.4)
        fewer = load(loaded(folders, gone).rules, path)
        missing = {mod for value in fewer.orphans.things for mod in value.needs}
        assert missing == {f"many.mod-{n:02}" for n in gone}
        save(fewer, path, "0")
    back = load(with_all.rules, path)
    assert back.hash() == session.hash()
    assert not back.orphans.things


@pytest.mark.proof(0)
def test_a_record_that_its_mod_no_longer_has_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    mod = tmp_path / "zap"
    (mod / "content").mkdir(parents=True)
    names = 'id = "you.zap"\nname = "Zap"\nsummary = "A card."\nauthors = ["You"]\nlicense = "MIT"\n'
    (mod / "mod.toml").write_text(f'[mod]\n{names}version = "1.0.0"\napi = "1"\ngames = ["king"]\n', encoding="utf-8")
    cards = mod / "content" / "cards.toml"
    text = (
        '[card.{0}]\ngroup = "object"\n[hook.on_turn_start.give_{1}]\ndo.bestow = {{ seat = "actor", card = "{0}" }}\n'
    )

    def play(*words: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-m", "footfall", "play", "king", "--plain", "--lang", "en", *words]
        return subprocess.run(program, input="q\n", text=True, capture_output=True, timeout=60, check=False)

    cards.write_text(text.format("ANT", 0) + text.format("ZAP", 1), encoding="utf-8")
    assert play("--new", "--seed", "3", "--mods", str(mod)).returncode == 0
    cards.write_text(text.format("ANT", 0) + text.format("ZIP", 1), encoding="utf-8")
    refused = play("--continue", "--mods", str(mod))
    assert refused.returncode == 1
    assert "the mod you.zap has no card 'you.zap:ZAP' any more" in refused.stderr
    assert play("--continue").returncode == 0
