// A recorded game in one file: steps through its frames by keys, buttons, touch and links.

import { nameKey } from "./keys.js";
import { Screen } from "./screen.js";
import { Speaker } from "./sounds.js";
import { add, find, listLines } from "./words.js";

const WIDE = matchMedia("(min-width: 1000px)");

/** Returns the recording: the compressed text of a block that is no script. */
async function readStream() {
  const bytes = Uint8Array.from(atob(find("stream").textContent.trim()), (char) => char.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(text).json();
}

class Recording {
  constructor(data) {
    this.data = data;
    this.steps = data.steps;
    this.at = 0;
    this.shown = -1;
    this.pace = 2;
    this.timer = 0;
    this.screen = new Screen(find("screen"));
    this.speaker = new Speaker();
    this.keys = new Map();
    this.build();
    WIDE.addEventListener("change", () => this.show());
    window.addEventListener("hashchange", () => this.readLink());
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("pointerdown", () => this.speaker.wake());
    this.readLink();
  }

  build() {
    const { texts, about } = this.data;
    find("screen").setAttribute("aria-label", texts.screen);
    find("name").textContent = texts.title;
    find("controls").setAttribute("aria-label", texts.controls);
    for (const id of ["news", "why"]) find(`${id}-title`).textContent = texts[id];
    find("help").textContent = texts.help;
    find("about-title").textContent = texts.about;
    for (const [name, value] of about) {
      add(find("about"), "dt", name);
      add(find("about"), "dd", value);
    }
    const slider = find("slider");
    slider.max = this.steps.length - 1;
    slider.setAttribute("aria-label", texts.position);
    slider.addEventListener("input", () => this.goTo(Number(slider.value)));
    this.steps.forEach((step, at) => {
      for (const event of step.events ?? []) {
        const mark = add(find("marks"), "span", "", { class: event });
        mark.style.left = `${(100 * at) / Math.max(1, this.steps.length - 1)}%`;
      }
    });
    for (const [key, label] of this.data.facts) {
      const details = add(find("facts"), "details");
      add(details, "summary", label);
      add(details, "ul", "", { id: `fact-${key}` });
    }
    this.groups = new Map([["moves", find("moves")]]);
    const labels = new Map(this.data.groups);
    for (const [name, label] of labels)
      this.groups.set(name, add(find("jumps"), "div", "", { role: "group", "aria-label": label }));
    for (const control of this.data.controls) {
      const group = this.groups.get(control.group);
      if (group.childElementCount === 1 && labels.has(control.group)) add(group, "span", labels.get(control.group));
      const button = this.addButton(group, control.sign, control.label, control.keys);
      button.addEventListener("click", () => this.run(control));
      if (control.plays) this.playButton = button;
      for (const key of control.keys) this.keys.set(key, control);
    }
    this.addToggle(texts.sound, true, (isOn) => (this.speaker.isOn = isOn));
    this.wholeButton = this.addToggle(texts.whole, false, (isOn) => {
      this.screen.showsAll = isOn;
      this.screen.fit();
    });
    find("screen").addEventListener("click", (event) => {
      const box = find("screen").getBoundingClientRect();
      this.run({ by: event.clientX < box.left + box.width / 3 ? -1 : 1 });
    });
  }

  addButton(group, text, label, keys = []) {
    const button = add(group, "button", text, { type: "button" });
    if (text !== label) button.setAttribute("aria-label", label);
    if (keys.length) button.title = `${label} (${keys.join(" ")})`;
    return button;
  }

  addToggle(label, isOn, change) {
    const button = this.addButton(find("switches"), label, label);
    const set = (value) => {
      button.setAttribute("aria-pressed", value);
      change(value);
    };
    button.addEventListener("click", () => set(button.getAttribute("aria-pressed") !== "true"));
    button.setAttribute("aria-pressed", isOn);
    return button;
  }

  press(event) {
    const name = nameKey(event);
    const control = this.keys.get(name);
    const { target } = event;
    if (!control || target.matches("input, summary")) return;
    if (target.matches("button") && (name === "SPACE" || name === "ENTER")) return;
    event.preventDefault();
    this.speaker.wake();
    this.run(control);
  }

  /** Carries out a control: a step, a jump to an event, playing, another pace. */
  run(control) {
    if (control.group === "pace") {
      this.pace = Math.min(Math.max(this.pace + control.by, 0), this.data.paces.length - 1);
      this.say([this.data.paces[this.pace][1]]);
      return;
    }
    const wasPlaying = this.timer > 0;
    this.stop();
    if (control.plays) {
      if (!wasPlaying) this.play();
    } else if (control.event) this.jump(control.event, control.is_backward ? -1 : 1);
    else this.move(control.by);
  }

  move(by) {
    const goal = Math.min(Math.max(this.at + by, 0), this.steps.length - 1);
    if (goal === this.at) this.say([by < 0 ? this.data.texts.first : this.data.texts.last]);
    else this.goTo(goal);
  }

  jump(event, by) {
    let goal = this.at + by;
    while (this.steps[goal] && !this.steps[goal].events?.includes(event)) goal += by;
    if (this.steps[goal]) this.goTo(goal);
    else this.say([this.data.missing[event]]);
  }

  play() {
    if (this.at === this.steps.length - 1) this.goTo(0);
    const [seconds] = this.data.paces[this.pace];
    find("news").setAttribute("aria-live", seconds < 1 ? "off" : "polite");
    this.setPlaying(true);
    this.timer = setTimeout(() => {
      this.goTo(this.at + 1);
      if (this.at < this.steps.length - 1) this.play();
      else this.stop();
    }, 1000 * seconds);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    find("news").setAttribute("aria-live", "assertive");
    this.setPlaying(false);
  }

  setPlaying(isPlaying) {
    this.playButton.setAttribute("aria-pressed", isPlaying);
  }

  goTo(at) {
    const isNext = at === this.at + 1;
    this.at = at;
    this.show();
    if (isNext) this.speaker.play(this.steps[at].sounds ?? []);
    const { turn } = this.steps[at];
    const first = this.steps.findIndex((step) => step.turn === turn);
    const link = `#turn=${turn}${at > first ? `&step=${at}` : ""}`;
    try {
      history.replaceState(null, "", link);
    } catch {
      // a page from disk may not be allowed to
    }
  }

  readLink() {
    const { hash } = window.location;
    const step = /\bstep=(\d+)/.exec(hash);
    const turn = /\bturn=(\d+)/.exec(hash);
    let at = turn ? this.steps.findIndex((each) => each.turn >= Number(turn[1])) : this.at;
    if (step) at = Number(step[1]);
    this.stop();
    this.at = at < 0 || at >= this.steps.length ? this.steps.length - 1 : at;
    this.show();
  }

  /** Draws the screen and tells the words of this step. */
  show() {
    const frames = this.data.screens[WIDE.matches ? "wide" : "small"];
    if (frames !== this.frames) this.shown = -1;
    this.frames = frames;
    let from = this.at;
    while (!frames[from].size && from !== this.shown + 1) from--;
    for (let at = from; at <= this.at; at++) this.screen.apply(frames[at]);
    this.shown = this.at;
    this.screen.draw();
    this.wholeButton.hidden = this.screen.isReadable;
    const step = this.steps[this.at];
    const moment = `${this.at} / ${this.steps.length - 1}`;
    find("status").textContent = step.status;
    find("moment").textContent = step.command ? `${step.when}: ${step.command}` : step.when;
    find("count").textContent = moment;
    find("slider").value = this.at;
    find("slider").setAttribute("aria-valuetext", `${step.when}, ${moment}`);
    this.say(step.news ?? []);
    const why = find("why");
    why.replaceChildren();
    for (const [event, ...causes] of step.why ?? []) {
      const item = add(why, "li", event);
      if (causes.length) listLines(add(item, "ul"), causes);
    }
    for (const [key] of this.data.facts) {
      let at = this.at;
      while (at && !this.steps[at].facts?.[key]) at--;
      listLines(find(`fact-${key}`), this.steps[at].facts?.[key] ?? []);
    }
  }

  say(lines) {
    listLines(find("news"), lines);
  }
}

readStream().then((data) => new Recording(data));
