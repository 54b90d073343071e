"""Every code that a finding can have: one table for messages, ``mods check --explain`` and the reference.

A code is a number that never changes its meaning (``FF303``) and a name that reads (``misspelt-hook``).
The hundreds say what it is about: 1 files and manifest, 2 mods among each other, 3 hooks and code,
4 what makes games differ, 5 records, 6 texts.
"""

from __future__ import annotations

from dataclasses import dataclass

from .findings import closest


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding.

    Attributes:
        number: ``"FF303"``.
        name: ``"misspelt-hook"``, which findings carry.
        what: what is the case.
        why: why that matters, and what happens if it is left.
        mend: what to do.
        mended: whether ``mods check --fix`` can mend it.
    """

    number: str
    name: str
    what: str
    why: str
    mend: str
    mended: bool = False


_TABLE = (
    # Files and manifest.
    Code(
        "FF101",
        "bad-manifest",
        "The manifest cannot be read, or a value of it is not what it may be.",
        "The mod is off, and so is what requires it: nothing of a mod is used without its manifest.",
        "Mend the line that is named. The reference of manifests lists every key.",
    ),
    Code(
        "FF102",
        "bad-files",
        "A file of the mod cannot be read, or is not allowed: a link, a path that leaves the mod, too large a file.",
        "A mod is off whose files are not all inside it and readable: what runs must be what was looked at.",
        "Copy or pack the mod again; put files into it instead of links. The limits are 32 MiB for a file, 256 MiB"
        " and 10,000 files for a mod.",
    ),
    Code(
        "FF103",
        "no-manifest",
        "A folder or a Python file among the mods is none: it has no mod.toml, or no line MOD = ...",
        "It is left alone. Most often a manifest was forgotten or a folder was nested once too often.",
        "Add what is missing, or move it out of the folder of mods.",
    ),
    Code(
        "FF104",
        "no-entry",
        "The entry that the manifest names is not there; or there is an __init__.py, and no entry.",
        "Without its entry a mod is off; code that no entry names is never run.",
        'entry = "." is the folder itself, entry = "name" the package or module of that name in it.',
        mended=True,
    ),
    Code(
        "FF105",
        "twice",
        "Two mods of the same source have one id.",
        "Only one of them is used, which is seldom the one that is being edited.",
        "Remove one, or give it an id of its own.",
    ),
    Code(
        "FF106",
        "replaced",
        "A mod takes the place of another with its id, from a source that goes before it.",
        "That is how one tries a changed copy of an installed mod. It is said so that nobody wonders.",
        "Nothing, if it is meant.",
    ),
    Code(
        "FF107",
        "no-such-path",
        "A path that was named, in FOOTFALL_MODS or by --mods, is not there.",
        "What should have been loaded from there is missing.",
        "Mend or remove the path.",
    ),
    Code(
        "FF108",
        "bad-entry-point",
        "An installed package says that it holds a mod, and there is no mod.toml where it points.",
        "The package was built without its data files: the mod is missing.",
        "Ship mod.toml inside the package that the entry point names.",
    ),
    Code(
        "FF109",
        "lost-link",
        "A checkout of Footfall lost the link to its games.",
        "There is no game to play. It happens where links are not checked out as links.",
        "Make the link again, by the command that is printed.",
    ),
    Code(
        "FF110",
        "manifest-advice",
        "The manifest leaves out what players want to know: a name, a summary, authors, a licence, the edition.",
        "A mod works without. Lists and screens then show its id alone, and nobody knows whether it may be shared.",
        'Add the lines that are named. api = "1" is added by --fix.',
        mended=True,
    ),
    Code(
        "FF111",
        "stray-file",
        "A file lies where nothing reads it: records outside content/, texts outside locale/<language>/.",
        "It looks as if it were part of the mod, and changes nothing.",
        "Move it to the folder that is named, or remove it.",
    ),
    Code(
        "FF112",
        "no-such-setting",
        "Code asks for a setting that the manifest does not have.",
        "The hook raises when it comes there; its proposals are dropped.",
        "Add [settings.<name>] to the manifest, or mend the name.",
        mended=True,
    ),
    Code(
        "FF113",
        "unused-setting",
        "The manifest offers a setting that neither code nor records ask for.",
        "Players can change it, and nothing happens.",
        "Use it, or remove it.",
    ),
    Code(
        "FF114",
        "loose-need",
        "The mod changes or inherits a record of another mod that it does not require.",
        "Without that mod the patch is an error in every log; with it, the order of the two is left to chance of ids.",
        "Name it in [requires] or [optional], or guard the record by when.mods. --fix adds it to [optional].",
        mended=True,
    ),
    Code(
        "FF115",
        "no-game",
        "The manifest names a game that is not there.",
        "The mod is never active, and nothing says so in play.",
        "Mend the name; footfall run names the games that there are.",
        mended=True,
    ),
    Code(
        "FF116",
        "not-only-looks",
        "The manifest says effects.world = false, and the mod implements a hook that can change a game.",
        "Saves and replays do not tell such a mod, as it should change no state: they would not fit any more.",
        "Remove effects.world = false, or the hook.",
    ),
    Code(
        "FF117",
        "bad-migration",
        "A migration of the mod cannot be used.",
        "Saves of older versions of the mod could not be brought up to this one, so the mod is off.",
        "Mend the file that is named; see docs/modding/saves.md.",
    ),
    # Mods among each other.
    Code(
        "FF201",
        "missing",
        "The mod requires another one that is not there.",
        "It is off.",
        "Install what is missing, or remove the mod.",
    ),
    Code(
        "FF202",
        "version",
        "A mod that this one requires, or works with, is there in another version.",
        "It is off: it was not written for that version.",
        'Change the version of one of the two. A range such as ">=1.0,<2" leaves more room than one version.',
    ),
    Code(
        "FF203",
        "needs-off",
        "The mod requires one that is off.",
        "It is off, too.",
        "Put the other one right; its own finding says how.",
    ),
    Code(
        "FF204",
        "conflict",
        "The manifest says that the mod cannot run beside another one that is there.",
        "It is off.",
        "Remove one of the two.",
    ),
    Code(
        "FF205",
        "cycle",
        "Manifests order mods in a circle.",
        "A wish (optional, order) of the circle is ignored; if all links are requirements, all these mods are off.",
        "Remove one of the lines; the circle is printed in its shortest form.",
    ),
    Code(
        "FF206",
        "hook-cycle",
        "Single hooks ask to run before and after each other in a circle.",
        "Their wishes are ignored for that hook.",
        "Remove one before= or after=.",
    ),
    Code(
        "FF207",
        "taken",
        "The mod provides something under a name that another mod has taken.",
        "It is off for the game: two things of one name cannot be told apart in a save.",
        "Begin your names with the id of your mod.",
    ),
    Code(
        "FF208",
        "chain",
        "Steps that the mod adds to a chain do not fit: a place is not there, or a step has no function.",
        "None of its steps are used in that chain.",
        "Mend the name; if the steps belong to some recipes only, test event.name first.",
    ),
    Code(
        "FF209",
        "no-setting",
        "A setting was given a value, and no mod has such a setting.",
        "The value is ignored.",
        "Mend the name: it is the mod's id, a dot, and the setting.",
    ),
    Code(
        "FF210",
        "bad-setting",
        "The value that was given is not one that the setting takes.",
        "The default is used.",
        "Give a value of its type, within its bounds.",
    ),
    Code(
        "FF211",
        "not-approved",
        "The mod has Python code that nobody has approved on this machine.",
        "It is off until somebody does: its code would run with the rights of whoever plays.",
        "Look at it with footfall mods approve, which shows what it reaches for and what changed.",
    ),
    # Hooks and code.
    Code(
        "FF301",
        "import-failed",
        "The mod's code raised, or is not Python, while it was loaded.",
        "The mod is off.",
        "Mend the line that is named.",
    ),
    Code(
        "FF302",
        "hangs",
        "The mod's code did not come back while it was loaded.",
        "It was cut off after ten seconds, and the mod is off.",
        "Do no work at import; a step or a hook does it when it is due.",
    ),
    Code(
        "FF303",
        "misspelt-hook",
        "A function is marked as a hook, and there is no hook of that name.",
        "The mod is off: it would never be called.",
        "Mend the name; footfall hooks lists all.",
        mended=True,
    ),
    Code(
        "FF304",
        "bad-hook",
        "An implementation does not fit the hook: its arguments, a filter, or it is async.",
        "The mod is off.",
        "Take (event) or (event, play); filter by fields of the event. footfall hooks NAME shows them.",
    ),
    Code(
        "FF305",
        "unmarked-hook",
        "A function is named like a hook and is not marked as one.",
        "It is never called.",
        "Write @hook above it.",
        mended=True,
    ),
    Code(
        "FF306",
        "unreached-hook",
        "A marked function is not in the mod's entry: it is in another module, a class or a function.",
        "Hooks are taken from the entry alone, so it is never called.",
        "Import it in the entry: from .rules import on_hear",
    ),
    Code(
        "FF307",
        "bad-answer",
        "A hook that is called at start returned what it must not.",
        "The mod is off.",
        "Return a list of what the hook is about.",
    ),
    Code(
        "FF308",
        "wrong-answer",
        "An implementation returns what its kind of hook does not take, such as True from a vote.",
        "Its answer is dropped each time, with a problem in the log; after three it is suspended.",
        "Return terms and changes from a fold, changes from a notification, ALLOW, PASS or Deny from a vote.",
    ),
    Code(
        "FF309",
        "misspelt-term",
        "A term is not one of those that the hook folds.",
        "The proposal is dropped each time, with a problem in the log.",
        "Mend the name; footfall hooks NAME lists the terms.",
        mended=True,
    ),
    Code(
        "FF310",
        "no-step",
        "A step that is named is not there.",
        "The game cannot be built with the mod, so the mod is off for it.",
        "List the step in provide_steps, or mend the name.",
    ),
    Code(
        "FF311",
        "no-run",
        "A step was provided without a function.",
        "The mod is off for the game.",
        "Step(name, run)",
    ),
    Code(
        "FF312",
        "bad-kind",
        "A kind of record has a name or a field that files cannot use.",
        "The mod is off for the game.",
        "Give the kind or the field another name.",
    ),
    Code(
        "FF313",
        "inner-import",
        "The mod imports Footfall beyond its modding API, or another mod's code.",
        "Only footfall.api and footfall.api.grid keep their promises from version to version; other mods may be absent.",
        "Import from footfall.api. What other mods offer goes through hooks and records.",
    ),
    Code(
        "FF314",
        "reaches-out",
        "The code reaches for files, processes, the network, threads or the running program.",
        "A rule needs none of it, a replay on another machine has not the same, and whoever approves the mod is asked.",
        "Do without. What a mod remembers goes into the game by Remember; what it reads goes into content/.",
    ),
    Code(
        "FF315",
        "swallows-all",
        "An except clause takes everything, even what stops a mod that hangs.",
        "The watchdog cannot stop such code, and mistakes are hidden.",
        "Name the exceptions that are meant.",
    ),
    Code(
        "FF316",
        "prints",
        "The code prints.",
        "In a terminal the text lands in the middle of the picture.",
        "Return Tell(Message(...)) for players; use footfall run --explain or why for yourself.",
    ),
    Code(
        "FF317",
        "not-python",
        "A file of the mod is not Python that this version can read.",
        "If the mod comes to import it, it is off.",
        "Mend the line that is named.",
    ),
    # What makes games differ.
    Code(
        "FF401",
        "other-dice",
        "The code draws random numbers of its own.",
        "The same seed then gives another game: no replay, no save, no bug report holds.",
        'Draw from play.roll("what for", low, high): named, seeded, and it shifts nobody else\'s dice.',
    ),
    Code(
        "FF402",
        "clock",
        "The code asks the clock.",
        "No two runs are alike then. Turns are the only clock of a game.",
        "Count turns: play.state.turn.",
    ),
    Code(
        "FF403",
        "set-order",
        "The code depends on the order of a set.",
        "The order of strings in a set differs from start to start, so the same seed gives another game.",
        "sorted(...) it, or keep a dict or a tuple: dict.fromkeys(...) keeps the order and drops doubles.",
    ),
    Code(
        "FF404",
        "identity",
        "The code uses hash() or id().",
        "Both differ from start to start.",
        "Compare or sort by a value of the game: an id of a record, the number of an actor.",
    ),
    Code(
        "FF405",
        "outside-memory",
        "The code remembers something outside the game, in a global name.",
        "A save does not hold it, a replay does not repeat it, and two games in one process share it.",
        "Return Remember(key, value), and read it by play.recall(key).",
    ),
    Code(
        "FF406",
        "writes-to-state",
        "A hook writes to its event or to the state.",
        "Events are frozen; state is changed by changes alone, else nothing can say why it is as it is.",
        "Return a change. What a game offers is in footfall.api and footfall.api.grid.",
    ),
    # Records.
    Code(
        "FF501",
        "bad-toml",
        "A file of records is not TOML.",
        "Nothing of that file is used.",
        "Mend the line that is named.",
    ),
    Code(
        "FF502",
        "no-kind",
        "A table is of a kind of record that the game does not have.",
        "It is left out.",
        "Mend the name, or say in the manifest which games the mod is for.",
        mended=True,
    ),
    Code(
        "FF503",
        "bad-record",
        "A record does not fit its kind: an unknown or missing field, or a wrong type.",
        "It is left out, and what refers to it in turn.",
        "Mend the line that is named; the reference of records lists the fields.",
        mended=True,
    ),
    Code(
        "FF504",
        "not-yours",
        "A record is defined under another mod's name.",
        "It is left out.",
        'Change it by a patch: [patch.kind."id"].',
    ),
    Code(
        "FF505",
        "defined-twice",
        "A mod defines a record twice.",
        "The second one is left out.",
        "Rename one, or make it a patch.",
    ),
    Code(
        "FF506",
        "bad-parent",
        "A record inherits one that is not there, or that inherits it in turn.",
        "It is left out.",
        "Mend inherits.",
        mended=True,
    ),
    Code(
        "FF507",
        "bad-patch",
        "A patch does not fit its record.",
        "The patch is left out whole; the record is as it was without it.",
        "Mend the line that is named.",
        mended=True,
    ),
    Code(
        "FF508",
        "no-record",
        "Something names a record that is not there.",
        "What names it is left out.",
        "Mend the name. Without a colon, an id means a record of the own mod.",
        mended=True,
    ),
    Code(
        "FF509",
        "unexpected",
        "A patch expects a value that the record does not have.",
        "The patch is left out; the message says who made the value what it is.",
        "Change the patch or its expect, or order the two mods.",
    ),
    Code(
        "FF510",
        "bad-when",
        "A when is not a condition, or asks for a setting that is not there.",
        "The record or patch is left out.",
        "when takes lists mods, without and games, and a table settings.",
    ),
    Code(
        "FF511",
        "clash",
        "Two mods set one place to different values, and no manifest says who has the last word.",
        "The later id wins by chance.",
        "footfall mods conflicts prints the lines that settle it either way.",
    ),
    Code(
        "FF512",
        "overlap",
        "Two mods change one place so that their order counts: one adds, the other multiplies or sets.",
        "The result hangs on their ids.",
        "Order them in a manifest if it matters.",
    ),
    # Texts.
    Code(
        "FF601",
        "missing-text",
        "A message is named that has no text.",
        "Players see its id.",
        "Add it to a file in locale/<language>/, or mend the id.",
        mended=True,
    ),
    Code(
        "FF602",
        "unused-text",
        "A text is there that nothing seems to use.",
        "It is work for translators, for nothing. An id that is put together in code may look so.",
        "Remove it, if nothing uses it.",
    ),
    Code(
        "FF603",
        "untranslated",
        "A text is missing in a language, or is there only in a translation.",
        "Players of that language see it in the mod's own language, or in English.",
        "Translate it; remove what the mod's own language does not have.",
    ),
    Code(
        "FF604",
        "bad-text",
        "A text cannot be read as Fluent.",
        "It is left out.",
        "Mend the line; https://projectfluent.org shows the syntax.",
    ),
    Code(
        "FF605",
        "bad-variable",
        "A translation uses an argument that the original does not.",
        "It shows as its bare name.",
        "Use the arguments of the original.",
    ),
    Code(
        "FF606",
        "text-prefix",
        "The id of a text does not begin with the mod's name.",
        "Texts of all mods share one space; another mod's text of the same id takes its place.",
        "Begin ids with the name of the mod: my-mod-hello.",
    ),
)

CODES: dict[str, Code] = {code.name: code for code in _TABLE}
"""Every code by name, in order of number."""


def find_code(word: str) -> Code:
    """A code by number or name.

    Raises:
        KeyError: there is none; the message says which is near.
    """
    for code in _TABLE:
        if word.strip().lower() in (code.name, code.number.lower()):
            return code
    known = [each for code in _TABLE for each in (code.name, code.number)]
    near = closest(word.strip(), known)
    raise KeyError(f"there is no code {word!r}" + (f", did you mean {near}?" if near else ""))
