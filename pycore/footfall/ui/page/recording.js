// A recorded game in one file: steps through its frames by keys, buttons, touch and links.

import { nameKey } from "./keys.js";
import { Screen } from "./screen.js";
import { Speaker } from "./sounds.js";
import { add, find, listLines } from "./words.js";


class Recording {
  constructor(data) {
    Object.assign(this, data); // as app/replay_page.py writes it
    this.last = this.steps.length - 1;
    this.at = 0;
    this.shown = -1;
    this.pace = 2;
    this.screen = new Screen(find("screen"));
    this.screen.apply({ pictures: this.pictures });
    this.speaker = new Speaker();
    this.keys = new Map();
    this.build();
    this.listen();
    this.readLink();
  }

  build() {
    for (const id of ["screen", "controls", "slider"]) find(id).setAttribute("aria-label", this.texts[id]);
    for (const id of ["name", "news-title", "why-title", "help", "about-title"]) find(id).textContent = this.texts[id];
    for (const [name, value] of this.about) {
      add(find("about"), "dt", name);
      add(find("about"), "dd", value);
    }
    for (const [key, label] of this.facts) {
      const details = add(find("facts"), "details");
      add(details, "summary", label);
      add(details, "ul", "", { id: `fact-${key}` });
    }
    for (const [id, label] of this.groups) add(find("jumps"), "div", "", { id, role: "group", "aria-label": label });
    const labels = new Map(this.groups);
    for (const control of this.controls) {
      const group = find(control.group);
      if (group.childElementCount === 1 && labels.has(group.id)) add(group, "span", labels.get(group.id));
      const attributes = { type: "button", "aria-label": control.label, title: `${control.label} (${control.keys[0]})` };
      const button = add(group, "button", control.sign, attributes);
      button.addEventListener("click", () => this.run(control));
      if (control.plays) this.playButton = button;
      for (const key of control.keys) this.keys.set(key, control);
    }
    this.addSwitch(this.texts.sound, true, (isOn) => (this.speaker.isOn = isOn));
    this.wholeButton = this.addSwitch(this.texts.whole, false, (isOn) => Object.assign(this.screen, { showsAll: isOn }).draw());
    find("slider").max = this.last;
    this.steps.forEach((step, at) => {
      for (const event of step.events ?? [])
        add(find("marks"), "span", "", { class: event }).style.left = `${(100 * at) / this.last}%`;
    });
  }

  addSwitch(label, isOn, change) {
    const button = add(find("switches"), "button", label, { type: "button", "aria-pressed": isOn });
    button.addEventListener("click", () => {
      const value = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", value);
      change(value);
    });
    return button;
  }

  listen() {
    window.addEventListener("hashchange", () => this.readLink());
    document.addEventListener("pointerdown", () => this.speaker.wake());
    find("slider").addEventListener("input", (event) => this.goTo(Number(event.target.value)));
    find("screen").addEventListener("click", (event) => {
      const box = find("screen").getBoundingClientRect();
      this.run({ by: event.clientX < box.left + box.width / 3 ? -1 : 1 });
    });
    document.addEventListener("keydown", (event) => {
      const name = nameKey(event);
      const isOwn = event.target.matches("input, summary") || (event.target.matches("button") && /SPACE|ENTER/.test(name));
      if (isOwn || !this.keys.has(name)) return;
      event.preventDefault();
      this.speaker.wake();
      this.run(this.keys.get(name));
    });
  }

  /** Carries out a control: a step, a jump to an event, playing, another pace. */
  run({ group, plays, event, is_backward: isBackward, by }) {
    if (group === "pace") {
      this.pace = Math.min(Math.max(this.pace + by, 0), this.paces.length - 1);
      listLines(find("news"), [this.paces[this.pace][1]]);
      return;
    }
    const wasPlaying = this.timer;
    this.stop();
    if (plays && !wasPlaying) this.play();
    else if (event) {
      const step = isBackward ? -1 : 1;
      let goal = this.at + step;
      while (this.steps[goal] && !this.steps[goal].events?.includes(event)) goal += step;
      if (this.steps[goal]) this.goTo(goal);
      else listLines(find("news"), [this.missing[event]]);
    } else if (by) {
      const goal = Math.min(Math.max(this.at + by, 0), this.last);
      if (goal !== this.at) this.goTo(goal);
      else listLines(find("news"), [this.texts[by < 0 ? "first" : "last"]]);
    }
  }

  play() {
    if (this.at === this.last) this.goTo(0);
    const [seconds] = this.paces[this.pace];
    find("news").setAttribute("aria-live", seconds < 1 ? "off" : "polite");
    this.playButton.setAttribute("aria-pressed", true);
    this.timer = setTimeout(() => {
      this.goTo(Math.min(this.at + 1, this.last));
      if (this.at < this.last) this.play();
      else this.stop();
    }, 1000 * seconds);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    find("news").setAttribute("aria-live", "assertive");
    this.playButton.setAttribute("aria-pressed", false);
  }

  goTo(at) {
    const isNext = at === this.at + 1;
    this.at = at;
    this.show();
    if (isNext) this.speaker.play(this.steps[at].sounds ?? []);
    const { turn } = this.steps[at];
    const isFirst = this.steps.findIndex((step) => step.turn === turn) === at;
    try {
      history.replaceState(null, "", `#turn=${turn}${isFirst ? "" : `&step=${at}`}`);
    } catch {} // the viewer of a mail program may not let a page change its address
  }

  readLink() {
    const [turn, step] = ["turn", "step"].map((name) => new RegExp(`\\b${name}=(\\d+)`).exec(window.location.hash)?.[1]);
    let at = turn ? this.steps.findIndex((each) => each.turn >= Number(turn)) : this.at;
    if (step) at = Number(step);
    this.stop();
    this.at = at >= 0 && at <= this.last ? at : this.last;
    this.show();
  }

  /** Draws the screen and tells the words of this step. */
  show() {
    let from = this.at;
    while (!this.frames[from].size && from !== this.shown + 1) from--;
    for (let at = from; at <= this.at; at++) this.screen.apply(this.frames[at]);
    this.shown = this.at;
    this.screen.draw();
    this.wholeButton.hidden = this.screen.isReadable;
    const step = this.steps[this.at];
    const count = `${this.at} / ${this.last}`;
    find("status").textContent = step.status;
    find("moment").textContent = step.command ? `${step.when}: ${step.command}` : step.when;
    find("count").textContent = count;
    find("slider").value = this.at;
    find("slider").setAttribute("aria-valuetext", `${step.when}, ${count}`);
    listLines(find("news"), step.news ?? []);
    find("why-title").hidden = !step.why;
    listLines(find("why"), (step.why ?? []).map(([event]) => event));
    (step.why ?? []).forEach(([, ...causes], number) => {
      if (causes.length) listLines(add(find("why").children[number], "ul"), causes);
    });
    for (const [key] of this.facts) {
      const told = this.steps.slice(0, this.at + 1).findLast((each) => each.facts?.[key]);
      listLines(find(`fact-${key}`), told?.facts[key] ?? []);
    }
  }
}

/** Returns the recording: the compressed text of a block that is no script. */
async function readRecording() {
  const bytes = Uint8Array.from(atob(find("stream").textContent), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

readRecording().then((data) => new Recording(data));
