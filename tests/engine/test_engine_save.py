"""Saves and replays: equal states after loading, detection of damage, survival of SIGKILL."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from footfall.engine.core_changes import Ask
from footfall.engine.declarations.rules import BoundStep
from footfall.engine.explanations.display_memory import DisplayMemory
from footfall.engine.model import Answer, Cause, ForeignCommand, Question
from footfall.engine.saves import replay, replay_lines, save
from footfall.engine.saves.container import MAX_CONTAINERS, find_size_problem
from footfall.engine.saves.differences import Difference, DifferenceKind, compare_locks
from footfall.engine.saves.orphans import Orphans, find_lost_record
from footfall.engine.saves.replay_lines import format_line
from footfall.engine.session import Session


def play_turns(toy, turns=5):
    session = toy.begin()
    for _ in range(turns):
        session.submit(toy.Dig(depth=2))
    session.submit(toy.Beg())
    return session


def test_a_loaded_game_continues_identically(toy, tmp_path):
    session = play_turns(toy)
    save.save(session, tmp_path / "a.save", "0")
    again = save.load(toy.rules(), tmp_path / "a.save")
    assert again.hash() == session.hash()
    assert again.commands == session.commands
    for game in (session, again):
        game.submit(Answer(choice=1))
        game.submit(toy.Dig(depth=3))
    assert again.hash() == session.hash()


def test_an_open_question_keeps_the_arguments_of_its_answer(toy, tmp_path):
    def ask(ctx):
        return [Ask(Question(0, "alms", (1, 2)), then="toy:give", args=((3, 4),))]

    def give(ctx, cell: tuple[int, int], amount: int):
        return [toy.Gain(amount + sum(cell))]

    steps = {
        name: BoundStep(name, "toy", run, Cause("toy", name)) for name, run in (("toy:rest", ask), ("toy:give", give))
    }
    rules = toy.rules(steps=steps)
    session = Session.begin(rules, 7)
    session.submit(toy.Dig())
    save.save(session, tmp_path / "a.save", "0")
    again = save.load(rules, tmp_path / "a.save")
    assert again.state == session.state
    for game in (session, again):
        coins = game.state.parts["toy"].coins
        game.submit(Answer(choice=1))
        assert game.state.parts["toy"].coins == coins + 9


@pytest.mark.parametrize("place", [0.0, 0.1, 0.3, 0.5, 0.9, 0.999])
def test_a_flipped_bit_is_detected(toy, tmp_path, place):
    path = tmp_path / "a.save"
    save.save(play_turns(toy), path, "0")
    data = bytearray(path.read_bytes())
    data[int(place * len(data))] ^= 4
    path.write_bytes(data)
    with pytest.raises(save.SaveError, match=r"a\.save"):
        save.load(toy.rules(), path)


@pytest.mark.parametrize("size", [0, 1, 20, 60, -1])
def test_a_truncated_save_is_rejected(toy, tmp_path, size):
    path = tmp_path / "a.save"
    save.save(play_turns(toy), path, "0")
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(save.SaveError):
        save.load(toy.rules(), path)


def test_a_missing_save_is_an_error(toy, tmp_path):
    with pytest.raises(save.SaveError, match="cannot be read"):
        save.load(toy.rules(), tmp_path / "none.save")


def test_memory_of_a_missing_mod_is_kept(toy, tmp_path):
    session = play_turns(toy)
    session.state.memory["gone.mod"] = {"tally": 3}
    save.save(session, tmp_path / "a.save", "0")
    again = save.load(toy.rules(), tmp_path / "a.save")
    assert again.state.memory == {"gone.mod": {"tally": 3}}


def test_lock_changes_are_described(toy, tmp_path):
    header = save.save(play_turns(toy), tmp_path / "a.save", "0")
    other = replace(toy.rules(), lock=(("toy", "2.0", "0"), ("you.new", "1", "0")))
    assert list(map(str, compare_locks(header.lock, other.lock))) == ["you.new 1 is new", "toy: 1.0 -> 2.0"]
    assert not compare_locks(header.lock, toy.rules().lock)


def test_another_order_of_the_mods_is_described():
    earlier, now = [[(id, "1", "0") for id in ids] for ids in (("a", "b", "gone"), ("new", "b", "a"))]
    kinds = DifferenceKind
    assert compare_locks(earlier, now) == [
        Difference(kinds.MISSING, "gone", "1"),
        Difference(kinds.NEW, "new", now="1"),
        Difference(kinds.ORDER, then="a b", now="b a"),
    ]


def test_a_save_has_the_last_problems_the_failures_and_the_commands_of_missing_mods(toy, tmp_path):
    rules = toy.rules(toy.listener("bad", lambda event, ctx: 1 / 0))
    session = Session.begin(replace(rules, lock=(*rules.lock, ("bad", "1", "0"))), 7)
    for _ in range(3):
        session.submit(toy.Dig())
    assert ("bad", "on_pay") in session.suspended
    session.problems[:] = [replace(session.problems[0], turn=turn) for turn in range(25)]
    session.commands.append(ForeignCommand({"type": "gone:sing", "actor": 0, "notes": [1, 2]}))
    header = save.save(session, tmp_path / "a.save", "0")
    assert header.problems == tuple(map(str, session.problems[5:]))
    again = save.load(session.rules, tmp_path / "a.save")
    assert again.commands == session.commands
    assert again.suspended == session.suspended
    assert again.problem_log.list_failures() == session.problem_log.list_failures() != []


def test_a_record_that_its_mod_no_longer_has_is_found():
    orphans = Orphans(records={"item": {"you.mod:a": {}, "other.mod:a": {}}})
    records = [("item", SimpleNamespace(id="other.mod:a"))]
    mods = ["you.mod", "other.mod"]
    assert find_lost_record(records, orphans, mods) == ("you.mod", "item", "you.mod:a")
    assert find_lost_record(records, orphans, mods[1:]) is None


def test_a_replay_reproduces_the_hash(toy, tmp_path):
    file = io.StringIO()
    session = toy.begin()
    recorder = replay.Recorder(file, session, "0")
    for _ in range(120):
        command = toy.Dig(depth=1)
        recorder.write_command(command)
        if session.submit(command).refusal is None and session.state.outcome is None:
            recorder.write_hash_mark()
        if session.state.outcome is not None:
            break
    recorder.write_hash_mark(force=True)
    path = tmp_path / "a.replay"
    path.write_text(file.getvalue())
    read = replay.read_replay(path, lambda header: toy.rules())
    assert read.marks
    assert replay.play_back(toy.rules(), read).hash() == session.hash()


def record_one_command(toy, recorded, played):
    """Returns the replay of a game in which `played` was recorded as `recorded`."""
    file = io.StringIO()
    session = toy.begin()
    recorder = replay.Recorder(file, session, "0")
    recorder.write_command(recorded)
    session.submit(played)
    recorder.write_hash_mark(force=True)
    return file.getvalue()


def test_a_record_is_the_beginning_of_the_same_commands_alone(toy, tmp_path):
    path = tmp_path / "a.replay"
    path.write_text(record_one_command(toy, toy.Dig(depth=1), toy.Dig(depth=1)))
    scan, rules = replay.scan_replay(path), toy.rules()
    number, line = scan.lines[0]
    refused = replace(line, command={**line.command, "depth": 0})  # the next command takes its turn
    both = replace(scan, lines=((number, refused), (number + 1, line)))
    unreadable = replace(scan, lines=((number, replace(line, command={**line.command, "depth": "deep"})),))
    assert replay.is_beginning_of(scan, [toy.Dig(depth=1), toy.Beg()], rules)
    assert replay.is_beginning_of(both, [toy.Dig(depth=1)], rules)
    assert not replay.is_beginning_of(scan, [toy.Dig(depth=2)], rules)
    assert not replay.is_beginning_of(scan, [], rules)
    assert not replay.is_beginning_of(unreadable, [toy.Dig(depth=1)], rules)


def test_a_command_that_takes_the_turn_of_another_drops_its_hash(toy, tmp_path):
    path = tmp_path / "a.replay"
    path.write_text(record_one_command(toy, toy.Dig(depth=1), toy.Dig(depth=1)))
    scan = replay.scan_replay(path)
    (_, command), (_, mark) = scan.lines
    text, checksum = "", 0
    for line in (scan.header, command, mark, command):
        added, checksum = format_line(line, checksum)
        text += added
    path.write_text(text)
    read = replay.read_replay(path, lambda header: toy.rules())
    assert read.commands == (toy.Dig(depth=1),)
    assert mark.turn not in read.marks


def test_the_lines_after_a_save_follow_its_mark_and_a_state_before_a_command_is_marked(toy, tmp_path):
    path = tmp_path / "a.replay"
    path.write_text(record_one_command(toy, toy.Dig(depth=1), toy.Dig(depth=1)))
    scan = replay.scan_replay(path)
    (_, command), (_, mark) = scan.lines
    second, third = replace(command, turn=2, before="b" * 32), replace(command, turn=3, before="")
    lines = (command, mark, second, replace(mark, turn=2, hash="c" * 32), third)
    scan = replace(scan, lines=tuple(enumerate(lines, 2)))
    assert replay.find_lines_after(scan, 0, "c" * 32) is None
    assert replay.find_lines_after(scan, 1, mark.hash) == [second, third]
    assert replay.find_lines_after(scan, 2, "c" * 32) == [third]
    assert replay.find_lines_after(replace(scan, lines=scan.lines[:-1]), 2, "c" * 32) == []
    assert replay.parse_replay(path, scan, toy.rules()).marks == {0: command.before, 1: "b" * 32, 2: "c" * 32}


@pytest.mark.parametrize(
    ("limit", "value", "problem"),
    [("MAX_FILE", 3 << 20, "it is larger than 3 MiB"), ("MAX_CONTAINERS", 1, "it holds over 1 lists and tables")],
)
def test_a_replay_larger_than_any_game_is_refused(toy, tmp_path, monkeypatch, limit, value, problem):
    path = tmp_path / "a.replay"
    path.write_text(record_one_command(toy, toy.Dig(depth=1), toy.Dig(depth=1)))
    assert replay.scan_replay(path).header is not None
    os.truncate(path, (3 << 20) + 1)
    monkeypatch.setattr(replay_lines, limit, value)
    with pytest.raises(OSError, match=problem):
        replay.scan_replay(path)


@pytest.mark.parametrize("code", [0x7F, 0x80, 0x9F, 0xA0, 0xDB, 0xDC, 0xDF, 0xE0])
def test_bytes_that_begin_lists_and_tables_are_counted(code):
    problem = "holds over 131,072 lists and tables" if code in (0x80, 0x9F, 0xDC, 0xDF) else ""
    assert find_size_problem("state", bytes([code]) * (MAX_CONTAINERS + 1)) == problem
    assert find_size_problem("state", bytes([code]) * MAX_CONTAINERS) == ""


def test_commands_without_a_turn_do_not_count():
    memory = DisplayMemory(shifts=[(3, 1), (5, 2)])
    assert [memory.count_turns(command) for command in range(7)] == [0, 1, 2, 2, 3, 3, 4]


def test_another_state_than_the_recorded_one_is_detected(toy, tmp_path):
    path = tmp_path / "a.replay"
    path.write_text(record_one_command(toy, toy.Dig(depth=2), toy.Dig(depth=1)))
    with pytest.raises(replay.ReplayError, match="turn 1: the state differs"):
        replay.play_back(toy.rules(), replay.read_replay(path, lambda header: toy.rules()))


def test_a_changed_line_is_damage(toy, tmp_path):
    path = tmp_path / "a.replay"
    path.write_text(record_one_command(toy, toy.Dig(depth=1), toy.Dig(depth=1)).replace('"depth":1', '"depth":2'))
    read = replay.read_replay(path, lambda header: toy.rules())
    assert read.commands == ()
    assert read.damage.args == {"line": 2}


def test_converted_line_ends_are_no_damage(toy, tmp_path):
    path = tmp_path / "a.replay"
    text = record_one_command(toy, toy.Dig(depth=1), toy.Dig(depth=1))
    path.write_bytes(text.replace("\n", "\r\n").encode())
    read = replay.read_replay(path, lambda header: toy.rules())
    assert read.damage is None
    assert len(read.commands) == 1


@pytest.mark.parametrize("text", ["", "nonsense\n", '{"format":"other"}\n'])
def test_an_error_names_the_replay(toy, tmp_path, text):
    path = tmp_path / "bad.replay"
    path.write_text(text)
    with pytest.raises(replay.ReplayError, match=r"bad\.replay"):
        replay.read_replay(path, lambda header: toy.rules())


WRITER = """
import sys
from pathlib import Path
from footfall.disk import remove_stale_files
from footfall.engine.saves.save import write_sections
path = Path(sys.argv[1])
remove_stale_files(path)
number = 0
while True:
    number += 1
    body = number.to_bytes(8, "little") * 40_000
    write_sections(path, {"state": body, "commands": body})
    print(number, flush=True)
"""


@pytest.mark.proof(0)
def test_sigkill_during_saves(tmp_path):
    """The old or the new save loads after the writer is killed at any point."""
    kills = int(os.environ.get("FOOTFALL_KILLS", "8"))
    path = tmp_path / "game.save"
    highest = 0
    for attempt in range(kills):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            highest = int(writer.stdout.readline())
            time.sleep((attempt * 3 % 25) * 0.0007)
            writer.send_signal(signal.SIGKILL)
            rest = writer.stdout.read().split()
        highest = max([highest, *map(int, rest)])
        sections = save.read_sections(path)
        number = int.from_bytes(sections["state"][:8], "little")
        assert sections["state"] == sections["commands"]
        assert number in (highest, highest + 1)
    assert len(list(Path(tmp_path).iterdir())) <= 2
