"""Every reading, deed and hook of the games is used by rules of a mod in play, as tables of cases say."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.expressions.typed import Input
from footfall.loader import LoadResult, load
from footfall.loader.rules.scope import find_rule_type
from footfall.loader.rules.words import WordTable
from footfall.sim.bots import choose_random_command, list_legal_commands, play_turns
from footfall.testing import begin, scene

DATA = Path(__file__).parent.parent / "data" / "vocabulary"

WriteRules = Callable[..., Path]
ReadWhy = Callable[[Any], dict[str, list[str]]]


def read_table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def format_reading(number: int, expression: str, value: Any) -> str:
    """A rule that remembers the value of an expression at the end of a turn, or whether it is the text."""
    source = expression
    if isinstance(value, bool):
        source = f"if({expression}, 1, 0)"
    elif isinstance(value, str):
        source = f"if({expression} == '{value}', 1, 0)"
    return f'[hook.on_turn_end.r{number}]\ndo.remember = {{ name = "r{number}", value = "{source}" }}\n'


def to_tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: to_tuples(inner) for key, inner in value.items()}
    return tuple(map(to_tuples, value)) if isinstance(value, list) else value


def set_up(case: dict[str, Any], mod: Path) -> Any:
    about = {key: case[key] for key in ("actors", "items", "legend", "parts", "settings") if key in case}
    game = scene(case["picture"], mods=[mod], **about)
    for path, value in case.get("put", {}).items():
        game.put(path, to_tuples(value))
    return game


SCENES = read_table("stealth-readings")["scene"]


@pytest.fixture(scope="module")
def mod_of_readings(write_rules: WriteRules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    rules = [format_reading(n, *row) for n, row in enumerate(row for case in SCENES for row in case["reads"].items())]
    return write_rules(tmp_path_factory.mktemp("readings"), "stealth", "\n".join(rules))


@pytest.mark.parametrize("number", range(len(SCENES)))
def test_a_rule_reads_what_is_there(mod_of_readings: Path, read_why: ReadWhy, number: int) -> None:
    """The rule remembers the value, and ``footfall why --raw`` has a line with the reading and its value."""
    case = SCENES[number]
    game = set_up(case, mod_of_readings)
    for command in case.get("do", ["."]):
        game.do(command)
    first = sum(len(earlier["reads"]) for earlier in SCENES[:number])
    memory = game.session.state.memory.get("you.rules", {})
    found = {expression: memory.get(f"r{first + n}", 0) for n, expression in enumerate(case["reads"])}
    assert found == {text: 1 if isinstance(value, str) else int(value) for text, value in case["reads"].items()}
    rules = {rule.name: rule for rule in game.session.rules.hooks.rules.values()}
    why = read_why(game.session)
    for n in range(first, first + len(found)):
        lines = why[f"on_turn_end.r{n}"]
        assert lines
        assert [str(s) for s in rules[f"r{n}"].inputs if not any(f"{s} " in line for line in lines)] == []


SCROLL = """
[hook.on_turn_end.away]
choose = "c in random_cells"
where = "c.x != 20 and not c.is_lit and c.enemies_within(9) == 0 and c.distance(player.cell) > 3"
do.move = { actor = "player", to = "c" }
do.remember = { name = "tried", value = "memory.tried + 1" }
"""


def test_a_rule_moves_the_character_to_a_random_cell_far_from_enemies(write_rules: WriteRules, tmp_path: Path) -> None:
    picture = ["#" * 40, *["#" + "." * 38 + "#"] * 3, "#@" + "." * 36 + "E#", "#" * 40]
    mod, places = write_rules(tmp_path, "stealth", SCROLL), []
    for _ in range(2):
        game = scene(picture, mods=[mod], actors={"E": {"mind": {"mood": "asleep"}}})
        game.do(".")
        places.append([(game.do(".").refusal, *game.look("@.at"))[1:] for _ in range(8)])
    assert places[0] == places[1]
    assert len(set(places[0])) > 4
    assert all(x != 20 and x < 29 for x, _ in places[0])
    assert game.session.state.memory["you.rules"]["tried"] == 9


CASES = read_table("stealth-deeds")["case"]
TRIES = [(case, attempt) for case in CASES for attempt in case["tries"]]

TEXTS = "words-line = The { $creature } counts { $number }.\nwords-plain = Plain.\n"


def write_tries(tries: list[tuple[dict[str, Any], dict[str, Any]]]) -> str:
    """Rules that act at the end of a turn if the memory has their number."""
    head = '[hook.on_turn_end.t{0}]\nwhen = "memory.case == {0} and memory.done == 0"\n{1}\n{2}'
    done = """do.remember = { name = "done" }\n"""
    own = ["" if "do.remember" in attempt["rule"] else done for _, attempt in tries]
    return "\n".join(head.format(n + 1, attempt["rule"], own[n]) for n, (_, attempt) in enumerate(tries))


@pytest.fixture(scope="module")
def mod_of_deeds(write_rules: WriteRules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_rules(tmp_path_factory.mktemp("deeds"), "stealth", write_tries(TRIES), TEXTS)


def read_value(game: Any, path: str, expected: Any) -> Any:
    if path.endswith("/length"):
        return len(game.look(path.removesuffix("/length")))
    value = game.look(path)
    return list(map(int, value)) if isinstance(expected, list) and all(type(v) is int for v in expected) else value


@pytest.mark.proof(24)
@pytest.mark.parametrize("number", range(len(TRIES)), ids=lambda n: TRIES[n][1]["rule"].partition(" ")[0][3:])
def test_a_rule_does_what_it_says(mod_of_deeds: Path, read_why: ReadWhy, number: int) -> None:
    case, attempt = TRIES[number]
    game = set_up(case, mod_of_deeds)
    game.session.state.memory["you.rules"] = {"case": number + 1}
    game.do(case["do"])
    assert read_why(game.session)[f"on_turn_end.t{number + 1}"]
    for command in attempt.get("then", ()):
        game.do(command)
    expected = attempt.get("now", {})
    assert {path: read_value(game, path, value) for path, value in expected.items()} == expected
    if "told" in attempt:
        assert attempt["told"] in [game.translate(line.message) for line in game.session.log]


@cache
def load_game(game: str) -> LoadResult:
    return load(game, only_mods=())


def list_readings(game: str) -> list[str]:
    """Keys of the readings that a game declares, those of a game that it is built on left out."""
    vocabulary = load_game(game).vocabulary
    assert vocabulary is not None
    sources = vocabulary.readings.sources.items()
    return [
        f"{subject}.{name}".removeprefix(".")
        for (subject, name), declared in sources
        if declared.read.__module__.startswith(f"footfall.plugins.{game}.") and not declared.limit
    ]


def list_keys(source: Input) -> Iterator[str]:
    """The keys of a reading and of those in its arguments."""
    if source.kind == "reading":
        yield source.name
    for argument in source.arguments:
        if isinstance(argument, Input):
            yield from list_keys(argument)


@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_readings_of_a_missing_id_give_nothing(game: str) -> None:
    loaded = load_game(game)
    assert loaded.vocabulary is not None
    ctx, missing = Session.begin(loaded.rules, 1).context(), 99_999
    sources = loaded.vocabulary.readings.sources.items()
    asked = [row for row in sources if row[0][0] in ("actor", "item") and len(row[1].parameters) == 1]
    given = {name: declared.read(ctx, missing) for (_, name), declared in asked if name not in ("id", "next_seat")}
    assert {
        name: value for name, value in given.items() if getattr(value, "name", value) not in (0, None, "", (), "NONE")
    } == {}


def test_every_reading_has_a_case(mod_of_readings: Path) -> None:
    hooks = load("stealth", mods=[mod_of_readings], only_mods=()).rules.hooks
    own = [rule for rule in hooks.rules.values() if rule.mod == "you.rules"]
    read = {key for rule in own for source in rule.inputs for key in list_keys(source)}
    assert [key for key in list_readings("stealth") if key not in read and not key.startswith("draft.")] == []


ODD_VALUES = {
    "actor": ("9999", "-1", "9223372036854775807", "player", "player.nearest_enemy(9)"),
    "item": ("9999", "0", "player.worn('weapon')", "player.last_item", "player.cell.neighbor(2).item"),
    "cell": (
        "player.cell.shift(1000, -1000)",
        "stairs('down')",
        "player.cell",
        "player.cell.neighbor(2)",
        "player.nearest_enemy(0).cell",
    ),
    "boolean": ("turn > 0", "turn < 0"),
    "integer": ("9223372036854775807", "-9223372036854775807", "0", "3", "-2"),
}
"""Expressions by type: things that do not exist, the largest numbers, ordinary values."""

SAFE_WORDS = ("core.stealth:monkey", "core.stealth:paralysed")
"""Words that are tried before others: what kills the player's character ends the game."""


def pick_words(game: str) -> Callable[[Any], str]:
    """Returns a function that finds a word of a type."""
    loaded = load_game(game)
    assert loaded.vocabulary is not None
    table = WordTable(loaded.vocabulary.words, loaded.rules.records, loaded.vocabulary.deeds)

    def pick(type: Any) -> str:
        known = table.find(type) or {"words-line": ""}
        return next((word for word in SAFE_WORDS if word in known), next(iter(known)))

    return pick


def write_odd_rules(game: str) -> Iterator[str]:
    """A rule for each deed and each place in the lists of `ODD_VALUES`."""
    vocabulary, pick = load_game(game).vocabulary, pick_words(game)
    assert vocabulary is not None
    for name, deed in vocabulary.deeds.items():
        if deed.is_placement or deed.is_answer or name in ("tell", "remember", "end"):
            continue
        for place in range(5):
            values = []
            for key, type in deed.parameters.items():
                odd = ODD_VALUES.get(find_rule_type(type)) or [pick(type)]
                value = odd[place % len(odd)]
                number = f"if(turn > 0, {value}, 1)"  # a constant out of bounds is refused
                values.append(f'{key} = "{number if find_rule_type(type) == "integer" else value}"')
            if name == "hurt" and '"player"' in values[0]:  # the game goes on
                continue
            yield f"[hook.on_turn_end.{name}{place}]\ndo.{name} = {{ {', '.join(values)} }}\n"


def write_odd_readings(game: str) -> Iterator[str]:
    """The same for each reading; things are compared, so that all readings give a number."""
    vocabulary, pick = load_game(game).vocabulary, pick_words(game)
    assert vocabulary is not None
    for (subject, name), readable in vocabulary.readings.readable.items():
        if subject in ("draft", "command"):
            continue
        declared = vocabulary.readings.sources[subject, name]
        for place in range(5):
            values = []
            for type in declared.parameters.values():
                odd = ODD_VALUES.get(find_rule_type(type)) or [f"'{pick(type)}'"]
                values.append(odd[place % len(odd)])
            if subject and values[0].lstrip("-").isdecimal():
                continue  # a number has no readings
            call = f"{values.pop(0)}.{name}" if subject else name
            call += f"({', '.join(values)})" if values else ""
            call += {"cell": ".x", "item": ".count"}.get(readable.type, "")
            value = {
                "boolean": f"if({call}, 1, 0)",
                "text": f"if({call} != '', 1, 0)",
                "actor": f"if({call} == 0, 1, 0)",
            }
            rule = f"{subject}{name}{place}"
            yield (
                f"[hook.on_turn_end.{rule}]\n"
                f'do.remember = {{ name = "{rule}", value = "{value.get(readable.type, call)}" }}\n'
            )


@pytest.mark.parametrize("write", [write_odd_rules, write_odd_readings])
def test_no_value_harms_a_game(write_rules: WriteRules, write: Callable[[str], Iterator[str]], tmp_path: Path) -> None:
    """Rules of the longest reach play for some turns, and the state that they leave can be read by a save."""
    mod = write_rules(tmp_path, "stealth", "\n".join(write("stealth")), TEXTS)
    session = Session.begin(load("stealth", mods=[mod], only_mods=(), strict=True).rules, 4, {"floor": 3}, strict=True)
    turns = 0
    for _ in play_turns(session, choose_random_command, 3):
        turns += 1
        assert session.problems == []
        save(session, tmp_path / "game.save", "0")
        assert load_save(session.rules, tmp_path / "game.save").hash() == session.hash()
    assert turns == 3


ASKED = read_table("stealth-hooks")["case"]


def write_asked() -> str:
    """For each case the rule that counts, and the rules of the case, which apply only in it."""
    rules = []
    for number, case in enumerate(ASKED, 1):
        when = f"memory.case == {number} and "
        count = 'do.remember = { name = "asked", value = "memory.asked + 1" }'
        rules.append(f'[hook."{case["hook"]}".c{number}]\nwhen = "{when}{case["when"]}"\n{count}\n')
        own = case.get("rules", "")
        own = (
            own.replace('when = "', f'when = "{when}')
            if "when = " in own
            else own.replace("]\n", f']\nwhen = "{when}true"\n', 1)
        )
        rules.append(own)
    return "\n".join(rules)


@pytest.fixture(scope="module")
def mod_of_hooks(write_rules: WriteRules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_rules(tmp_path_factory.mktemp("hooks"), "stealth", write_asked(), TEXTS)


@pytest.mark.proof(10)
@pytest.mark.parametrize("number", range(len(ASKED)), ids=lambda n: ASKED[n]["hook"].rpartition(":")[2])
def test_a_rule_hears_of_what_happens(mod_of_hooks: Path, number: int) -> None:
    case = ASKED[number]
    game = (
        begin("stealth", mods=[mod_of_hooks], options=case["begin"]) if "begin" in case else set_up(case, mod_of_hooks)
    )
    game.session.state.memory["you.rules"] = {"case": number + 1}
    for command in case["do"]:
        game.do(command)
    assert game.session.state.memory["you.rules"].get("asked", 0) == case["asked"]


def test_every_notification_of_the_game_has_a_case() -> None:
    vocabulary = load_game("stealth").vocabulary
    assert vocabulary is not None
    listed = {
        name
        for name, spec in vocabulary.hooks.items()
        if name.startswith("core.stealth:") and spec.kind.value == "notify"
    }
    older = {"core.stealth:on_throw", "core.stealth:on_effect"}  # in the tests of examples
    assert sorted(listed - older - {case["hook"] for case in ASKED}) == []


CHOICES = read_table("stealth-choices")["case"]


@pytest.mark.proof(5)
@pytest.mark.parametrize("number", range(len(CHOICES)), ids=lambda n: CHOICES[n]["rules"].partition(".")[2][:20])
def test_a_rule_skips_replaces_or_chooses(write_rules: WriteRules, number: int, tmp_path: Path) -> None:
    case = CHOICES[number]
    game = set_up(case, write_rules(tmp_path, "stealth", case["rules"]))
    for command in case["do"]:
        game.do(command)
    assert {path: read_value(game, path, value) for path, value in case["now"].items()} == case["now"]


MISTAKES = {
    "[hook.on_turn_end.a]\nwhen = \"actor.has_tag('beastly')\"\ndo.tell = 'x'":
        "a tag is known once a record of kind creature has it: tags = ['beastly']",
    '[hook.on_round_end.a]\nskip = "core.stealth:hunger"\ndo.tell = "x"': "a rule that skips a step does nothing else",
    '[hook.on_round_end.a]\nskip = "core.stealth:hungry"': "there is no such step, did you mean 'core.stealth:hunger'?",
    '[hook.on_round_end.a]\nbefore = "core.stealth:fires"\nreplaces = "core.stealth:hunger"\ndo.tell = "x"':
        "a rule has one of before, after, replaces, skip",
    '[hook.on_generate.a]\nskip = "core.stealth:check"\nwhen = "draft.floor > 2"': "has no condition",
    '[hook.decide_action.a]\ndo.hurt = "actor"': "decide_action has no deed 'hurt'",
    '[hook.decide_action.a]\ndo.wait = "actor"\ndo.stand = "actor"': "has one result",
    '[hook.on_turn_end.a]\ndo.flee = { actor = "actor", away = "player.cell" }': "on_turn_end has no deed 'flee'",
    '[hook.on_turn_end.a]\ndo.set_tile = { at = "player.cell", tile = "core.stealth:dor" }':
        "did you mean 'core.stealth:door'?",
    '[hook.on_turn_end.a]\nwhen = "any(c in actor.cell.cells_within(5), any(e in c.cells_within(5), e.is_lit))"':
        "steps, and 20,000 are allowed: cells_within(5) has up to 121 items, and each takes 5,",
    '[hook.on_turn_end.a]\nwhen = "any(c in actor.cell.cells_within(number + 1), c.open_neighbors > 3 and any(e in '
    'c.cells_within(number + 2), e.is_lit))"':
        "allowed: cells_within has up to 121 items, and each takes 5,",
    '[hook.on_turn_end.a]\nwhen = "player.cell.walk_distance(nearest(c in player.cell.cells_within(3), c.is_lit)) > 1"':
        "not a calculation of a cell",
    '[hook.on_turn_end.a]\nwhen = "player.distance(nearest(c in creatures_here, c.hp > 1)) > 1"':
        "not a calculation of an actor",
    '[hook.on_turn_end.a]\nwhen = "any(c in actor.cell.cells_within(player.kind), c.is_lit)"\ndo.tell = "x"':
        "'cells_within' takes a whole number here, not a text",
    '[hook.on_turn_end.a]\nwhen = "any(c in turn.cells_within(5), c.is_lit)"\ndo.tell = "x"':
        "'cells_within' needs an actor, a cell or another thing before the dot",
    '[hook.on_turn_end.a]\nwhen = "player.cell.has_tag(\'dor\')"\ndo.tell = "x"': "'has_tag' knows no 'dor'",
}  # fmt: skip


@pytest.mark.proof(5)
@pytest.mark.parametrize("rule", MISTAKES)
def test_a_mistake_is_named(write_rules: WriteRules, rule: str, tmp_path: Path) -> None:
    findings = load("stealth", mods=[write_rules(tmp_path, "stealth", rule, "x = X.\n")], only_mods=()).findings
    assert MISTAKES[rule] in "\n".join(map(str, findings))


RETURNS = """
[hook.on_turn_end.down]
when = "memory.turns == 1"
do.travel = "down"

[hook.on_turn_end.up]
when = "memory.turns == 3"
do.travel = "up"

[hook.on_turn_start.count]
do.remember = { name = "turns", value = "memory.turns + 1" }

[hook."core.stealth:on_creature_turn".again]
when = "memory.turns >= 3 and floor == 3"
{}
"""


@pytest.mark.parametrize(
    "deed",
    [
        'do.travel = "down"',
        'do.ask = { question = "words-plain", first = "words-plain", second = "words-plain" }',
        'do.hurt = { actor = "player", amount = 1000 }',
    ],
    ids=["travel", "ask", "hurt"],
)
def test_rules_leave_a_character_on_the_stairs_alone(write_rules: WriteRules, tmp_path: Path, deed: str) -> None:
    """On the way to a floor that it knows, the creatures there live on, and rules hear of them."""
    rules = RETURNS.replace("{}", deed)
    session = Session.begin(
        load("stealth", mods=[write_rules(tmp_path, "stealth", rules, TEXTS)], only_mods=()).rules, 0, {"floor": 3}
    )
    world, levels = session.state.parts["world"], []
    for _ in range(60):
        assert any(session.submit(command).refusal is None for command in list_legal_commands(session))
        assert not session.problems
        assert world.actors[world.player].level == world.current
        levels.append(world.current)
        if session.state.outcome is not None:
            break
    assert len({*levels}) > 1 or "ask" not in deed


CROWD = RETURNS.replace("{}", "do.call = { creature = 'core.stealth:goblin', at = \"stairs('down')\", count = 8 }")


def test_a_crowd_on_the_stairs_lets_the_character_in(write_rules: WriteRules, tmp_path: Path) -> None:
    """Creatures for whom there is no room nearby stand further away, and no step of the game fails."""
    rules, crowds = load("stealth", mods=[write_rules(tmp_path, "stealth", CROWD)], only_mods=()).rules, []
    for seed in range(3):
        session = Session.begin(rules, seed, {"floor": 3})
        world = session.state.parts["world"]
        for _ in range(5):
            assert any(session.submit(command).refusal is None for command in list_legal_commands(session))
            assert world.actors[world.player].level == world.current
        assert session.problems == []
        crowds.append(sum(actor.level == world.current for actor in world.actors.values()))
    assert max(crowds) > 100
