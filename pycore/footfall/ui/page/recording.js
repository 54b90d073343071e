// A recorded game in one file: steps through its frames by keys, buttons, touch and links.

import { Screen } from "./screen.js";
import { Speaker } from "./sounds.js";
import { add, addSwitch, find, listLines, nameKey } from "./words.js";

const [PLAY, PAUSE] = ["\u25b6\ufe0e", "\u275a\u275a"];

class Recording {
  constructor(data) {
    Object.assign(this, data); // as app/replay_page.py writes it
    this.last = this.steps.length - 1;
    [this.at, this.shown, this.pace] = [0, -1, 2];
    [this.screen, this.speaker, this.keys] = [new Screen(find("screen")), new Speaker(), new Map()];
    this.screen.apply({ pictures: this.pictures });
    this.build();
    this.listen();
    this.run({ group: "pace", by: 0 });
    this.readLink();
  }

  build() {
    for (const id of ["screen", "controls", "slider"]) find(id).setAttribute("aria-label", this.texts[id]);
    for (const id of ["name", "news-title", "why-title", "help", "about-title"]) find(id).textContent = this.texts[id];
    for (const row of this.about) row.forEach((words, at) => add(find("about"), at ? "dd" : "dt", words));
    for (const [key, label] of this.facts) {
      const details = add(find("facts"), "details");
      add(details, "summary", label);
      add(details, "ul", "", { id: `fact-${key}` });
    }
    for (const [id, label] of this.groups)
      add(add(find("jumps"), "div", "", { id, class: id, role: "group", "aria-label": label }), "span", label, { id: `${id}-title` });
    for (const control of this.controls) {
      const attributes = { type: "button", "aria-label": control.label, title: `${control.label} (${control.key})` };
      const button = add(find(control.group), "button", control.sign, attributes);
      button.addEventListener("click", () => this.run(control));
      if (control.plays) this.playButton = button;
      for (const key of control.keys) this.keys.set(key, control);
    }
    addSwitch(find("switches"), this.texts.sound, true, (isOn) => Object.assign(this.speaker, { isOn }).wake());
    add(find("switches"), "button", this.texts.copy, { type: "button" }).addEventListener("click", () => this.copyLink());
    this.wholeButton = addSwitch(find("switches"), this.texts.whole, false, (isOn) => Object.assign(this.screen, { showsAll: isOn }).draw());
    find("slider").max = this.last;
    this.steps.forEach((step, at) => {
      for (const event of step.events ?? [])
        add(find("marks"), "span", "", { class: event }).style.left = `${(100 * at) / this.last}%`;
    });
  }

  listen() {
    window.addEventListener("hashchange", () => this.readLink());
    document.addEventListener("pointerdown", () => this.speaker.wake());
    find("slider").addEventListener("input", (event) => this.goTo(Number(event.target.value)));
    find("screen").addEventListener("click", (event) => {
      const { left, width } = find("screen").getBoundingClientRect();
      this.run({ by: event.clientX < left + width / 3 ? -1 : 1 });
    });
    document.addEventListener("keydown", (event) => {
      const name = nameKey(event);
      const isOwn = event.target.matches("summary") || (event.target.matches("button") && /SPACE|ENTER/.test(name));
      if (isOwn || !this.keys.has(name)) return;
      event.preventDefault();
      this.speaker.wake();
      this.run(this.keys.get(name));
    });
  }

  /** Carries out a control: a step, a jump to an event, playing, another pace. */
  run({ group, plays, event, is_backward: isBackward, by, tells }) {
    if (group === "pace") {
      this.pace = Math.min(Math.max(this.pace + by, 0), this.paces.length - 1);
      find("pace-title").textContent = `${this.texts.pace} ${this.pace + 1} / ${this.paces.length}`;
      return listLines(find("news"), [this.paces[this.pace][1]]);
    }
    const wasPlaying = this.timer;
    this.stop();
    if (tells) listLines(find("news"), tells);
    else if (plays && !wasPlaying) this.play();
    else if (event) {
      const found = Array.from(this.steps.keys()).filter((at) => this.steps[at].events?.includes(event));
      const goal = isBackward ? found.findLast((at) => at < this.at) : found.find((at) => at > this.at);
      if (goal !== undefined) this.goTo(goal);
      else listLines(find("news"), [this.missing[event]]);
    } else if (by) {
      const goal = Math.min(Math.max(this.at + by, 0), this.last);
      if (goal !== this.at) this.goTo(goal);
      else listLines(find("news"), [this.texts[by < 0 ? "first" : "last"]]);
    }
  }

  play() {
    if (this.at === this.last) this.goTo(0);
    Object.assign(this.playButton, { ariaPressed: true, textContent: PAUSE });
    this.timer = setTimeout(() => {
      this.goTo(Math.min(this.at + 1, this.last));
      this.at < this.last ? this.play() : this.stop();
    }, 1000 * this.paces[this.pace][0]);
  }

  stop() {
    this.timer = clearTimeout(this.timer); // nothing
    find("told").ariaLive = "assertive";
    Object.assign(this.playButton, { ariaPressed: false, textContent: PLAY });
  }

  goTo(at) {
    this.speaker.loop(this.findLast(at, (step) => step.tones) ?? []);
    if (at === this.at + 1) this.speaker.play(this.steps[at].sounds ?? []);
    this.at = at;
    this.show();
    const { turn } = this.steps[at];
    const isFirst = this.steps.findIndex((step) => step.turn === turn) === at;
    this.link = `#turn=${turn}${isFirst ? "" : `&step=${at}`}`;
    try {
      history.replaceState(null, "", this.link);
    } catch {} // the viewer of a mail program may not let a page change its address
  }

  /** Copies the address of this step; a browser that does not let it shows the address. */
  copyLink() {
    const address = window.location.href.replace(/#.*|$/, this.link);
    const tell = (line) => listLines(find("news"), [line, address]);
    const copied = () => tell(this.texts[location.protocol === "file:" ? "copied-file" : "copied"]);
    navigator.clipboard.writeText(address).then(copied, () => tell(this.texts["copy-self"]));
  }

  readLink() {
    const [turn, step] = ["turn", "step"].map((name) => new RegExp(`\\b${name}=(\\d+)`).exec(window.location.hash)?.[1]);
    const isWrong = !turn && !step && /\b(turn|step)=/.test(window.location.hash);
    const found = turn ? this.steps.findIndex((each) => each.turn >= Number(turn)) : isWrong ? 0 : this.at;
    const at = step ? Number(step) : found;
    this.stop();
    this.goTo(this.steps[at] ? at : this.last);
    const problem = isWrong ? this.texts["no-turn"] : !this.steps[at] && this.texts.beyond;
    if (problem) listLines(find("news"), [problem, ...(this.steps[this.at].news ?? [])]);
  }

  /** Returns what the last step up to one has of something that other steps leave out. */
  findLast(at, read) {
    return this.steps.slice(0, at + 1).map(read).findLast(Boolean);
  }

  /** Draws the screen and tells the words of this step. */
  show() {
    let from = this.at;
    while (!this.frames[from].size && from !== this.shown + 1) from--;
    for (let at = from; at <= this.at; at++) this.screen.apply(this.frames[at]);
    this.shown = this.at;
    this.screen.draw();
    this.wholeButton.hidden = this.screen.isReadable;
    const [step, count] = [this.steps[this.at], `${this.texts.step} ${this.at} / ${this.last}`];
    const moment = step.command ? `${step.when}: ${step.command}` : step.when;
    for (const [id, words] of Object.entries({ status: step.status, moment, count })) find(id).textContent = words;
    find("slider").value = this.at;
    find("slider").setAttribute("aria-valuetext", `${step.when}, ${count.replace("/", this.texts.of)}`);
    const isQuiet = this.paces[this.pace][0] < 1 && !step.events; // at a high speed, what the timeline marks is spoken
    if (this.timer) find("told").ariaLive = isQuiet ? "off" : "polite";
    listLines(find("news"), step.news ?? []);
    find("why").replaceChildren();
    const [live, told] = [this.timer ? "off" : "polite", Array.from(find("news").children)];
    for (const [event, ...causes] of step.why ?? []) {
      const item = told.find((line) => line.textContent === event) ?? add(find("why"), "li", event);
      listLines(add(item, "ul", "", { "aria-live": live }), causes);
    }
    for (const id of ["news", "why"]) find(`${id}-title`).hidden = !find(id).firstChild;
    for (const [key] of this.facts) listLines(find(`fact-${key}`), this.findLast(this.at, (each) => each.facts?.[key]) ?? []);
  }
}

// The recording is the compressed text of a block that is no script.
const bytes = Uint8Array.from(atob(find("stream").textContent), (char) => char.charCodeAt(0));
const text = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
text.json().then((data) => new Recording(data));
