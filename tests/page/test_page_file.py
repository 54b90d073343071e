"""A recorded game as one file, opened from disk in Chromium: keys, clicks, links, screen readers, sounds."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.api.scene import SoundLayer, SoundRecipe
from footfall.app.replay_keys import JumpInReplay
from footfall.app.replay_page import QUIET_STATE
from footfall.app.replay_viewer import ReplayEvent, ReplayViewer, find_replay_events
from footfall.audio.synthesis import RATE, synthesize
from footfall.cli.options import GameOptions
from footfall.cli.recordings import read_replay_with_mods
from footfall.ui.drawing.canvas import THROUGH
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.map.square_tiles import create_pixel_canvas
from footfall.ui.page import join_scripts

GAMES = ("stealth", "king", "delve")
RIGHT, LEFT, HOME, END, PAGE_DOWN, TAB, SPACE, ENTER = map(
    chr, (0xE014, 0xE012, 0xE011, 0xE010, 0xE00F, 0xE004, 32, 0xE007)
)
READ_PIXELS = """
const canvas = document.querySelectorAll("#screen canvas")[1];
const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
return [canvas.width, canvas.height, arguments[0].map(([y, x]) => {
  const at = 4 * (Math.round(y * canvas.height) * canvas.width + Math.round(x * canvas.width));
  return [...data.slice(at, at + 4)];
})];
"""
HASH_PIXELS = "return [...document.querySelectorAll('#screen canvas')].map((canvas) => canvas.toDataURL()).join()"

OpenFile = Callable[..., Any]
WritePage = Callable[..., Path]


def read_steps(page: Any) -> list[dict[str, Any]]:
    """Returns the steps as they stand in the file."""
    steps: list[dict[str, Any]] = json.loads(zlib.decompress(base64.b64decode(page.read("stream"))))["steps"]
    return steps


@pytest.fixture
def page(open_page: OpenFile, write_page: WritePage) -> Any:
    """The stealth game of the test data, 150 commands."""
    return open_page(write_page("stealth.replay"))


@pytest.fixture(scope="module")
def viewer(replays: Path) -> ReplayViewer:
    recording, loaded = read_replay_with_mods(replays / "stealth.replay", GameOptions(lang="en"))
    return ReplayViewer(loaded.rules, recording, loaded.catalog.translate)


@pytest.fixture(scope="module")
def events(viewer: ReplayViewer) -> dict[ReplayEvent, list[int]]:
    return find_replay_events(viewer._rules, viewer.replay)


@pytest.mark.parametrize("game", GAMES)
def test_a_file_shows_its_game_without_a_problem(
    open_page: OpenFile, write_page: WritePage, game: str, replays: Path
) -> None:
    page = open_page(write_page(f"{game}.replay"))
    name = page.read("name")
    assert name.endswith(", seed 11")
    assert page.driver.title == name
    page.press(*[RIGHT] * 3)
    assert page.read("count").startswith("step 3 / ")
    assert page.read("moment").startswith("Turn ")
    assert page.list_problems() == []
    about = page.read("about")
    for id, version, content in read_replay_with_mods(replays / f"{game}.replay", GameOptions())[0].header.lock:
        assert f"{id} {version} ({content})" in about
    assert "None" not in about


def test_the_screen_has_the_colors_of_the_canvas(page: Any, viewer: ReplayViewer) -> None:
    page.press(*[RIGHT] * 20)
    viewer.submit(JumpInReplay(by=20 - viewer.at))
    canvas = create_pixel_canvas(36, 110)
    draw_screen(canvas, viewer.build_still_scene(), QUIET_STATE, viewer.translate)
    blanks = [(y, x) for y, x in np.argwhere(canvas.cells["ch"] == ord(" ")).tolist() if y < canvas.height - 1]
    assert len(blanks) > 600
    _, _, pixels = page.run(READ_PIXELS, [((y + 0.5) / canvas.height, (x + 0.5) / canvas.width) for y, x in blanks])
    assert pixels == [[*canvas.cells["bg"][cell].tolist(), 255] for cell in blanks]
    through = np.argwhere(canvas.cells["ch"] == THROUGH).tolist()
    _, _, pixels = page.run(READ_PIXELS, [((y + 0.5) / canvas.height, (x + 0.5) / canvas.width) for y, x in through])
    assert {pixel[3] for pixel in pixels} == {0}


def test_a_step_looks_the_same_from_either_side(page: Any) -> None:
    looks = [page.run(HASH_PIXELS)]
    for _ in range(4):
        page.press(RIGHT)
        looks.append(page.run(HASH_PIXELS))
    assert len(set(looks)) == 5
    page.press(END)
    assert page.at == 150
    for at in (3, 2, 1):
        page.press(HOME, *[RIGHT] * (at + 1), LEFT)
        assert (page.at, page.run(HASH_PIXELS)) == (at, looks[at])
    page.run("location.hash = '#turn=100'")
    page.wait(lambda: page.at > 90)
    before = page.run(HASH_PIXELS)
    page.press(PAGE_DOWN, *[LEFT] * 10)
    assert page.run(HASH_PIXELS) == before


def test_pictures_of_a_tile_pack_are_there_after_any_jump(open_page: OpenFile, write_page: WritePage) -> None:
    path = write_page("stealth.replay", tiles="core.stealth:woodcut")
    plain = open_page(write_page("stealth.replay"), "#step=130").run(HASH_PIXELS)
    page = open_page(path, "#step=126")
    page.press(*[RIGHT] * 4)
    stepped = page.run(HASH_PIXELS)
    assert open_page(path, "#step=130").run(HASH_PIXELS) == stepped != plain
    assert page.list_problems() == []


def test_keys_jump_to_what_happened(page: Any, events: dict[ReplayEvent, list[int]]) -> None:
    for key, event in (("n", ReplayEvent.ALARM), ("t", ReplayEvent.HURT), ("f", ReplayEvent.ARRIVAL)):
        page.press(HOME)
        found = []
        while True:
            page.press(key)
            if found and page.at == found[-1]:
                break
            found.append(page.at)
        assert found == events[event]
        assert len(page.read_lines("news")) == 1  # there is no further one
        page.press(END, key.upper())
        assert page.at == events[event][-1]


def test_buttons_and_touches_do_the_same(page: Any, events: dict[ReplayEvent, list[int]]) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    for name, at in (("next", 1), ("10 forward", 11), ("back", 10), ("end", 150), ("start", 0)):
        page.find_button(name).click()
        assert page.at == at
    page.find_button("next setback").click()
    assert page.at == events[ReplayEvent.HURT][0]
    page.find_button("start").click()
    screen = page.find("#screen")
    ActionChains(page.driver).move_to_element_with_offset(screen, 200, 0).click().click().perform()
    assert page.at == 2
    ActionChains(page.driver).move_to_element_with_offset(screen, -300, 0).click().perform()
    assert page.at == 1
    page.run("const s = document.getElementById('slider'); s.value = 77; s.dispatchEvent(new Event('input'))")
    assert page.at == 77


def test_it_plays_by_itself_until_a_key_or_the_end(page: Any) -> None:
    page.press(*"....")  # the fastest pace
    assert "Speed 5 of 5." in page.read_lines("news")
    page.press("p")
    page.wait(lambda: page.at > 3)
    assert page.find_button("play").get_attribute("aria-pressed") == "true"
    assert page.find_button("play").text == "\u275a\u275a"
    assert page.read("pace-title") == "speed 5 / 5"
    page.press(LEFT)
    assert page.find_button("play").text.startswith("\u25b6")
    at = page.at
    page.driver.execute_async_script("setTimeout(arguments[0], 200)")
    assert page.at == at
    page.run("location.hash = '#turn=140'")
    page.wait(lambda: page.at > 130)
    page.find_button("play").click()
    page.wait(lambda: page.at == 150)
    assert page.find_button("play").get_attribute("aria-pressed") == "false"
    assert page.read_lines("news")


def test_while_it_plays_fast_only_events_of_the_timeline_are_spoken(page: Any) -> None:
    has_event, has_causes = ([name in step for step in read_steps(page)] for name in ("events", "why"))
    page.run(
        "window.seen = []; new MutationObserver(() => window.seen.push("
        "[Number(document.getElementById('count').textContent.split(' ')[1]),"
        "['#told', '#words ul ul'].map((id) => document.querySelector(id)?.ariaLive).join()]"
        ")).observe(document.getElementById('slider'), { attributes: true })"
    )
    page.press(*"....", "p")
    page.wait(lambda: page.at == 150, 60)
    seen = dict(page.run("return window.seen"))
    assert {has_event[at] for at in range(1, 150)} == {True, False}
    assert {at: live for at, live in seen.items() if at and at < 150} == {
        at: f"{'polite' if has_event[at] else 'off'},{'off' if has_causes[at] else ''}" for at in range(1, 150)
    }
    assert page.find("#told").get_attribute("aria-live") == "assertive"


def test_causes_do_not_repeat_the_news(page: Any) -> None:
    steps = [step for step in read_steps(page) if step.get("why")]
    assert steps
    assert [step for step in steps if {*step["news"]} & {cause for _, *causes in step["why"] for cause in causes}] == []
    page.press("t")
    events = "return ['news', 'why'].map((id) => [...window[id].children].map((e) => e.firstChild.data))"
    news, others = page.run(events)
    assert len({*news, *others}) == len(news) + len(others) > 0


def test_quiet_steps_tell_the_way_and_the_nearest_thing(page: Any) -> None:
    moved = [step["news"] for step in read_steps(page) if len(step["news"]) == 1 and "moved" in step["news"][0]]
    assert moved
    assert all(re.match(r"turn \d+, moved \d+ \w+", *news) for news in moved)


def test_a_link_opens_a_turn_and_the_address_follows(open_page: OpenFile, write_page: WritePage) -> None:
    page = open_page(write_page("stealth.replay"), "#turn=60")
    assert page.read("moment").startswith("Turn 60:")
    page.press(RIGHT)
    assert page.read("moment").startswith("Turn 61:")
    assert page.run("return location.hash") == "#turn=61"
    again = open_page(write_page("stealth.replay"), "#turn=61")
    assert again.read("moment").startswith("Turn 61:")
    for fragment, at in (
        ("#turn=9999", 150),
        ("#turn=x", 0),
        ("#step=7", 7),
        ("#turn=-1&step=99999999999999999999", 150),
    ):
        page = open_page(write_page("stealth.replay"), fragment)
        assert page.at == at
        assert ("ended before that" in page.read("news")) == (at == 150)
        assert ("does not name a turn" in page.read("news")) == (fragment == "#turn=x")


def test_a_link_to_a_step_is_copied(open_page: OpenFile, write_page: WritePage) -> None:
    page = open_page(write_page("stealth.replay"), "#turn=60")
    page.run("window.copied = []; navigator.clipboard.writeText = async (text) => window.copied.push(text)")
    page.press(RIGHT)
    page.find_button("copy link").click()
    page.wait(lambda: "copied" in page.read("news"))
    assert "on this computer only" in page.read("news")
    assert "A step is one command." in page.read("help")
    assert page.run("return window.copied") == [page.run("return location.href")]
    page.run("navigator.clipboard.writeText = () => Promise.reject(new Error())")
    page.find_button("copy link").click()
    page.wait(lambda: page.read("news").endswith("#turn=61"))


def test_the_timeline_has_a_legend_in_its_colors(page: Any) -> None:
    color = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
    for event in ("alarm", "hurt", "arrival"):
        mark = page.run(color, f"#marks .{event}", "backgroundColor")
        assert mark == page.run(color, f"#{event} > span", "borderLeftColor") != "rgba(0, 0, 0, 0)"


def test_the_first_news_are_short(page: Any) -> None:
    news = page.read_lines("news")
    assert 2 <= len(news) <= 6
    assert any(line.startswith("Here: ") for line in news)


def test_steps_of_one_turn_have_links_of_their_own(open_page: OpenFile, write_page: WritePage) -> None:
    path = write_page("stealth.replay")
    page = open_page(path)
    turns = [step["turn"] for step in read_steps(page)]
    doubled = next(at for at in range(1, len(turns)) if turns[at] == turns[at - 1])
    page.run("location.hash = arguments[0]", f"#turn={turns[doubled]}")
    page.wait(lambda: page.at == doubled - 1)
    page.press(RIGHT)
    assert page.at == doubled
    link = page.run("return location.hash")
    assert open_page(path, link).at == doubled


def test_every_event_is_explained_in_words(page: Any, events: dict[ReplayEvent, list[int]]) -> None:
    page.press("t")
    causes = page.run("return [...document.querySelectorAll('#news ul li')].map((li) => li.textContent)")
    assert any("Die " in cause for cause in causes), causes


def test_the_keyboard_alone_reaches_everything_in_order(page: Any) -> None:
    names = []
    for _ in range(40):
        page.press(TAB)
        name = page.driver.switch_to.active_element.accessible_name
        if names and name == names[0]:
            break
        names.append(name)
    moves = ["start", "10 back", "back", "play", "next", "10 forward", "end", "all keys", "Position"]
    jumps = [f"{side} {event}" for event in ("detection", "setback", "chapter") for side in ("previous", "next")]
    assert names[0].startswith("Recorded game.")
    assert names[1:10] == moves
    assert names[10:16] == jumps
    assert names[16:20] == ["slower", "faster", "sound", "copy link"]
    assert "About this game" in names
    page.find_button("next").send_keys(SPACE)
    page.find_button("next").send_keys(ENTER)
    assert page.at == 2
    page.find("#slider").send_keys(RIGHT)
    assert page.at == 3


def test_screen_readers_get_news_at_once_and_lists_in_turn(page: Any) -> None:
    assert page.find("#screen").get_attribute("role") == "application"
    assert page.find(".board").get_attribute("aria-hidden") == "true"
    assert page.find("#told").get_attribute("aria-live") == "assertive"
    page.press(RIGHT)
    assert page.read("told").split("News")[0].strip().startswith(page.read("moment"))  # with the command
    page.press(*[RIGHT] * 11)
    page.run("document.getElementById('slider').focus()")
    page.press(PAGE_DOWN)
    assert page.at == 22
    page.press("n")
    assert any("notice" in line for line in page.read_lines("news"))
    assert page.find("#words ul ul").get_attribute("aria-live") == "polite"
    slider = page.find("#slider")
    assert re.fullmatch(rf"Turn \d+, step {page.at} of \d+", slider.get_attribute("aria-valuetext"))
    order = page.run("return [...document.querySelectorAll('h1, h2, h3, summary')].map((e) => e.textContent)")
    assert order[0] == page.read("name")
    assert order[1] == page.read("moment")
    assert order[2:4] == ["News", "Why"]
    assert page.read_lines("fact-n")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious(
    open_page: OpenFile, write_page: WritePage, game: str, width: int, height: int
) -> None:
    axe = pytest.importorskip("axe_core_python.selenium")
    page = open_page(write_page(f"{game}.replay"), "#turn=30", width, height)
    page.run("for (const details of document.querySelectorAll('details')) details.open = true")
    found = axe.Axe().run(page.driver)
    assert [rule["id"] for rule in found["violations"] if rule["impact"] in ("serious", "critical")] == []
    assert len(found["passes"]) > 15


def test_a_phone_shows_the_map_around_the_player_in_letters_to_read(open_page: OpenFile, write_page: WritePage) -> None:
    page = open_page(write_page("stealth.replay"), "#turn=60", 390, 844)
    assert page.run("return document.documentElement.scrollWidth") <= 390
    columns = page.run("return document.querySelectorAll('#screen canvas')[1].clientWidth") / 110
    assert columns >= 7.5
    size = page.run("const s = document.getElementById('screen'); return [s.clientWidth, s.scrollWidth, s.scrollLeft]")
    assert size[0] < size[1]
    small = [b.accessible_name for b in page.driver.find_elements("css selector", "button") if b.size["height"] < 44]
    assert small == []
    page.find_button("whole screen").click()
    assert page.run("return document.getElementById('screen').scrollWidth") <= 390
    page.press(RIGHT)
    assert page.read("moment").startswith("Turn 61:")


STUB = """
window.heard = [];
window.looped = [];
window.AudioContext = class {
  state = "running"; sampleRate = 22050; currentTime = 0; destination = {};
  createBuffer() { return { copyToChannel(samples) { this.samples = samples; } }; }
  createBufferSource() {
    const gains = [];
    return {
      connect(gain) { return gain.join(gains); },
      stop() {},
      start(at) {
        const peak = this.buffer.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        (this.loop ? window.looped : window.heard).push([at, ...gains.map((gain) => gain * peak)]);
      },
    };
  }
  createChannelMerger() { return { connect() {} }; }
  createGain() { return { connect() {}, gain: { setTargetAtTime() { return this; } } }; }
};
window.GainNode = class {
  constructor(context, { gain }) { this.gain = gain; }
  join(gains) { this.gains = gains; return this; }
  connect(merger, output, side) { this.gains[side] = this.gain; }
};
"""


def test_a_step_forward_is_heard_from_its_side(browser: Any, open_page: OpenFile, write_page: WritePage) -> None:
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": STUB})
    try:
        page = open_page(write_page("stealth.replay"))
        steps = read_steps(page)
        sides = set()
        for step in steps[1:60]:
            page.run("window.heard.length = 0")
            page.press(RIGHT)
            heard, sounds = page.run("return window.heard"), step.get("sounds", [])
            assert len(heard) == len(sounds)
            for sound in sounds:
                left, right, _ = sound[2]
                start, *peaks = heard.pop(0)
                assert start == pytest.approx(sound[3])
                assert (abs(peaks[0]) > abs(peaks[1])) == (abs(left) > abs(right)) or left == right
                sides.add(np.sign(round(abs(left) - abs(right), 3)))
        assert sides == {-1, 0, 1}
        assert len(page.run("return window.looped")) >= len(steps[0]["tones"]) > 0
        page.run("window.heard.length = 0")
        page.press(LEFT, HOME)
        page.find_button("sound").click()
        page.press(RIGHT)
        assert page.run("return window.heard") == []
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


@pytest.mark.parametrize(
    "layer",
    [
        SoundLayer("sine", pitch=440, slide=880, decay=80),
        SoundLayer("triangle", pitch=300, decay=60, times=3, gap=90, delay=20),
        SoundLayer("square", pitch=200, decay=80, cutoff=900),
        SoundLayer("saw", pitch=150, decay=80, bottom=400, level=50),
    ],
)
def test_the_page_synthesizes_the_waves_of_the_audio_room(browser: Any, layer: SoundLayer) -> None:
    recipe = SoundRecipe(layers=(layer,))
    browser.get("about:blank")
    plain = {name: getattr(layer, name) for name in layer.__struct_fields__}
    script = join_scripts("sounds.js") + "\nreturn Array.from(synthesize({layers: [arguments[0]]}, 3, arguments[1]))"
    mine = np.array(browser.execute_script(script, plain, RATE))
    wanted = synthesize(recipe, 3)
    assert len(mine) == len(wanted)
    assert float(np.corrcoef(mine, wanted)[0, 1]) > 0.98
