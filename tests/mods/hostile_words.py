"""Random rules from the declared words of a game: every hook, deed, reading and list that rules as data may use.

Nothing is named here, so a word that a game declares is written from then on.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from footfall.api.deeds import Deed
from footfall.content.record_types import MessageId
from footfall.engine.declarations.rules import HookKind
from footfall.expressions.typed import ANY, BOOLEAN, DECIMAL, INTEGER, TEXT, Readable
from footfall.loader import load
from footfall.loader.hooks.contract import HookSpec
from footfall.loader.rules.chance_hooks import make_chance_hook
from footfall.loader.rules.scope import find_rule_type, list_fields
from footfall.loader.rules.values import KEYS_BY_KIND, PLACEMENT_HOOK, list_keys
from footfall.loader.rules.words import WordTable, list_marks

TEXT_ID = "hostile-text"
"""The only text that hostile mods have."""

ROLLS = """[roll.gale]
roll = [1, 6]
each = ["{moment} // 3", "step"]

[roll.tide]
roll = [-2, 2]
each = "{moment}"

"""

NUMBERS = ("1", "2", "1000", "9223372036854775807", "-5", "0", "memory.n + 1", "roll(1, 6)", "rolls.gale", "rolls.tide")

SMALL = ("1", "-3", "1000000000", "memory.n", "roll(1, 6)", "rolls.gale")
"""Expressions of terms."""

ITEM = "item_"
"""The beginning of the names of the items of choices."""

SURE = "memory.n > -1"
"""A condition that holds in every game."""

Fields = Mapping[str, str]
"""The names that an expression may read, with their types."""


class HostileWriter:
    """Writes rules with the words of one game.

    Attributes:
        game: its name.
        hooks: those that rules may have, and the rules of chance, by name.
        rolls: the shared dice of a mod, which its rules read.
        used: the keys of the readings and lists that were written.
    """

    def __init__(self, game: str) -> None:
        self.game, found = game, load(game, only_mods=())
        assert found.vocabulary is not None
        self.vocabulary = words = found.vocabulary
        self.table = WordTable(words.words, found.rules.records, words.deeds)
        self.hooks: dict[str, HookSpec] = {
            name: spec for name, spec in words.hooks.items() if spec.kind in KEYS_BY_KIND
        }
        self.hooks |= {name: make_chance_hook(name, rule) for name, rule in found.rules.game.chances.items()}
        self.readings = list(words.readings.readable.values())
        self.lists = list(words.readings.lists.values())
        self.used: set[str] = set()
        moment = next(read.name for read in self.readings if read.type == INTEGER and not read.parameters)
        self.rolls = ROLLS.format(moment=moment)

    def list_hooks(self, *kinds: HookKind) -> list[str]:
        """Returns the names of the hooks of some kinds, without those of chance."""
        return [name for name, spec in self.hooks.items() if spec.kind in kinds and not spec.is_chance]

    def list_deeds(self, hook: str) -> list[Deed]:
        """Returns the deeds that a rule of a hook may do."""
        spec = self.hooks[hook]
        is_placement, is_answer = hook == PLACEMENT_HOOK, spec.kind is HookKind.FIRST
        if "do" not in list_keys(spec):
            return []
        found = self.vocabulary.deeds.values()
        return [deed for deed in found if deed.is_placement is is_placement and deed.is_answer is is_answer]

    def list_fields(self, hook: str) -> Fields:
        """Returns the fields of a hook's event that rules can read."""
        spec = self.hooks[hook]
        return {name: type for name, type in list_fields(spec).items() if type}

    def pick_word(self, random: Random, type: Any) -> str:
        """Returns a word of an annotated text."""
        if any(isinstance(mark, MessageId) for mark in list_marks(type)):
            return TEXT_ID
        known = self.table.find(type)
        return random.choice(list(known)) if known else "n"

    def write_thing(self, random: Random, type: str, fields: Fields, depth: int) -> str:
        """Returns a thing of a type; ``""`` if there is none."""
        known = [name for name, own in fields.items() if own == type or (type == "cell" and own == ANY)]
        if depth > 0:
            read = [readable for readable in self.readings if readable.type == type]
            random.shuffle(read)
            for readable in read[:4]:
                source = self.format_reading(random, readable, fields, depth - 1)
                if source:
                    known += [source]
        if not known:
            return ""
        if depth > 1 and len(known) > 1 and random.random() < 0.3:
            first, second = random.sample(known, 2)
            return f"if({self.write(random, BOOLEAN, fields, 0)}, {first}, {second})"
        return random.choice(known)

    def format_reading(self, random: Random, readable: Readable, fields: Fields, depth: int) -> str:
        """Returns the call of a reading; ``""`` if the event has no thing that it reads."""
        declared = self.vocabulary.readings.sources[readable.subject, readable.name]
        values = []
        for annotation, type in zip(declared.parameters.values(), readable.parameters, strict=True):
            if type == TEXT:
                values.append(f"'{self.pick_word(random, annotation)}'")
            elif type in (INTEGER, BOOLEAN, DECIMAL):
                near = str(random.randint(0, 5)) if random.random() < 0.7 else self.write(random, type, fields, depth)
                values.append(near if type == INTEGER else "true")
            else:
                values.append(self.write_thing(random, type, fields, depth))
        if not all(values):
            return ""
        self.used.add(readable.key)
        subject = f"{values.pop(0)}." if readable.subject else ""
        return f"{subject}{readable.name}" + (f"({', '.join(values)})" if values else "")

    def write_choice(self, random: Random, fields: Fields, readable: Readable | None = None) -> tuple[str, str, Fields]:
        """Returns ``NAME in LIST``, the name, and the fields with it; empty texts if no list can be read."""
        for listed in [readable] if readable else random.sample(self.lists, len(self.lists)):
            source = self.format_reading(random, listed, fields, 1)
            if source:
                item = f"{ITEM}{len(fields)}"
                return f"{item} in {source}", item, {**fields, item: listed.type}
        return "", "", fields

    def write(self, random: Random, type: str, fields: Fields, depth: int) -> str:
        """Returns an expression of a type."""
        if depth <= 0 or random.random() < 0.2:
            return {INTEGER: random.choice(NUMBERS), TEXT: "'n'"}.get(type, "roll(1, 3) > 1")
        has_item = any(name.startswith(ITEM) for name in fields)
        if type in (INTEGER, BOOLEAN) and random.random() < (0.02 if has_item else 0.25):  # in one another: too costly
            among, _, inner = self.write_choice(random, fields)
            if among:
                kind = "count" if type == INTEGER else "any"
                return f"{kind}({among}, {self.write(random, BOOLEAN, inner, depth - 1)})"
        read = [readable for readable in self.readings if readable.type == type]
        if read and random.random() < 0.6:
            source = self.format_reading(random, random.choice(read), fields, depth - 1)
            if source:
                return source
        first, second = (self.write(random, INTEGER, fields, depth - 1) for _ in range(2))
        if type == BOOLEAN:
            return f"({first}) {random.choice(('<', '>', '==', '!=', '>='))} ({second})"
        return f"({first}) {random.choice(('+', '-', '*', '//', '%'))} ({second})" if type == INTEGER else "'n'"

    def write_deed(self, random: Random, hook: str, deed: Deed, fields: Fields | None = None, depth: int = 2) -> str:
        """Returns a deed; ``""`` if the event of the hook has no thing for one of its values."""
        known = self.list_fields(hook) if fields is None else fields
        values = {}
        for key, annotation in deed.parameters.items():
            if key in deed.defaults and random.random() < 0.3:
                continue
            type = find_rule_type(annotation)
            if typing.get_origin(annotation) is typing.Annotated and type == TEXT:
                values[key] = self.pick_word(random, annotation)
            elif type in (INTEGER, BOOLEAN):  # a constant out of bounds is refused
                values[key] = f"if({SURE}, {self.write(random, INTEGER, known, depth)}, 1)"
                values[key] = "true" if type == BOOLEAN else values[key]
            else:
                values[key] = self.write_thing(random, type, known, depth)
        if not all(values.values()):
            return ""
        return f"do.{deed.name} = {{ " + ", ".join(f'{key} = "{value}"' for key, value in values.items()) + " }"

    def write_rule(self, random: Random, hook: str, name: str, when: str = "", deed: Deed | None = None) -> str:
        """Returns a rule of a hook; ``""`` if the hook has none of its results.

        Args:
            when: its condition; empty: a random one.
            deed: what it does; None: a random result.
        """
        spec, fields, lines = self.hooks[hook], self.list_fields(hook), [f'[hook."{hook}".{name}]']
        keys, depth = list_keys(spec), 2
        if spec.is_chance:
            fields = {name: type for name, type in fields.items() if type in (INTEGER, BOOLEAN)}
        if not spec.is_chance:
            lines.append(f'when = "{when or self.write(random, BOOLEAN, fields, depth)}"')
            if "choose" in keys and random.random() < 0.3:
                among, _, inner = self.write_choice(random, fields)
                if among:
                    fields = inner
                    lines += [f'choose = "{among}"', f'where = "{self.write(random, BOOLEAN, inner, 1)}"']
                    lines += random.choice(([], ["up_to = 3"]))
        deeds = self.list_deeds(hook)
        random.shuffle(deeds)
        done = [self.write_deed(random, hook, own, fields) for own in ([deed] if deed else deeds[:12])]
        terms = [f'{random.choice(("add", "set"))}.{term} = "{random.choice(SMALL)}"' for term in spec.terms]
        if spec.is_chance:
            terms = [f"add.{term} = {random.randint(-3, 3)}" for term in spec.terms]
        results = [line for line in done if line][: 1 if spec.kind is HookKind.FIRST else 3]
        results = terms if terms and not deed and (spec.is_chance or random.random() < 0.5) else results
        results = [f'deny = "{TEXT_ID}"'] if "deny" in keys else results
        return "\n".join([*lines, *results, "", ""]) if results else ""

    def write_each_word(self, random: Random) -> Iterator[str]:
        """Yields a rule for each hook that rules can answer, and for each deed, reading and list."""
        yield from (self.write_rule(random, hook, "h", SURE) for hook in self.hooks)
        hooks = [name for name, spec in self.hooks.items() if not spec.is_chance]
        for number, deed in enumerate(self.vocabulary.deeds.values()):
            found = (
                self.write_rule(random, hook, f"d{number}", SURE, deed)
                for hook in hooks
                if deed in self.list_deeds(hook)
            )
            yield next((rule for rule in found if f"do.{deed.name} " in rule), f"# no rule for the deed {deed.name}\n")
        for number, readable in enumerate((*self.readings, *self.lists)):
            yield self._write_word(random, hooks, number, readable)

    def test(self, source: str, type: str) -> str:
        """Returns a condition about a value: about a reading of it, if it is a thing."""
        tests = {INTEGER: f"{source} != 7", DECIMAL: f"{source} > 0", BOOLEAN: source, TEXT: f"{source} != ''"}
        if type in tests:
            return tests[type]
        about = next(read for read in self.readings if read.parameters == (type,) and read.type in tests)
        return self.test(f"{source}.{about.name}", about.type)

    def _write_word(self, random: Random, hooks: list[str], number: int, readable: Readable) -> str:
        for hook in random.sample(hooks, len(hooks)):
            fields = self.list_fields(hook)
            if readable.subject == "draft":
                if hook != PLACEMENT_HOOK:
                    continue
            elif hook == PLACEMENT_HOOK:
                continue
            if readable.limit:
                among, _, _ = self.write_choice(random, fields, readable)
                source = f"count({among})" if among else ""
            else:
                source = self.format_reading(random, readable, fields, 1)
            if not source:
                continue
            rule = self.write_rule(
                random, hook, f"r{number}", self.test(source, INTEGER if readable.limit else readable.type)
            )
            if rule:
                return rule
        return f"# no rule for the reading {readable.key}\n"

    def write_each_mistake(self) -> Iterator[str]:
        """Yields rules with wrong values for each deed, reading and list: none, of another type, too many."""
        for name, deed in self.vocabulary.deeds.items():
            hook = next((hook for hook in self.hooks if deed in self.list_deeds(hook)), "on_turn_end")
            odd = ("5", "{}", "[]", '"n"', "{ nothing = 1 }", *(f"{{ {key} = [1] }}" for key in deed.parameters))
            yield from (f'[hook."{hook}".{name}{n}]\ndo.{name} = {value}\n' for n, value in enumerate(odd))
        for number, readable in enumerate((*self.readings, *self.lists)):
            subject = f"{readable.subject}." if readable.subject else ""
            for n, call in enumerate(
                ("", "()", "(1, 2, 3, 4)", "('n')", "(true)", "(actor)", ".hp", f".{readable.name}")
            ):
                when = f"{subject.replace('cell', 'actor.cell')}{readable.name}{call}"
                yield f'[hook.on_turn_end.r{number}n{n}]\nwhen = "{when}"\ndo.tell = "{TEXT_ID}"\n'
