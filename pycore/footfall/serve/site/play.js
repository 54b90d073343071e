// A served game: shows the frames of a socket, and sends keys, points and sizes. A lost socket is opened again.

import { Screen } from "./screen.js";
import { Speaker } from "./sounds.js";
import { add, addSwitch, find, keepItems, nameKey } from "./words.js";

// A code; pixels; columns; rows on a phone; milliseconds in which news are lines of one message, unless a key is pressed.
const [NO_PLACE, WIDTH, MAX_COLUMNS, ROWS_IN_PARTS, MESSAGE] = [4000, 9, 150, 32, 1000];
const LEFT_TO_BROWSER = /^(F5|F11|F12|C-(S-)?[crtwnlvx0-9=-])$/;
const IN_A_TEXT = /^(.|SPACE|BACKSPACE|DEL|LEFT|RIGHT|HOME|END|(S-)?TAB)$/;
const PAD = { ESC: "Esc", LEFT: "←", UP: "↑", DOWN: "↓", RIGHT: "→", ENTER: "⏎", TAB: "⇥" };

/** Plays a game of one's own, sits at a table, or looks on, as the path of the socket says. */
export function play({ texts, views }, path) {
  const watched = views.find(({ links }) => links[0][1].endsWith(path));
  const refusal = path.startsWith("/play/") ? "no-game" : /^\/(seat|watch)\//.test(path) ? "refused" : "no-page";
  const [screen, speaker] = [new Screen(find("screen")), new Speaker()];
  let [socket, wait, size, last, moved, told, recent, typed, wasOpen] = [null, 250, "", {}, 0, -Infinity, [], "", false];
  const [box, say] = [find("typed"), (words) => (find("state").textContent = words)];
  const send = (input) => socket?.readyState === WebSocket.OPEN && !watched && socket.send(JSON.stringify(input));
  const isSaid = (words) => find("state").textContent === words;
  const press = (key, isRepeat = false) => (isSaid(texts.again) && say(""), (told = -Infinity), send({ key, is_repeat: isRepeat }));

  function measure() {
    const [{ clientHeight, clientWidth }, [, , tall, wide]] = [find("screen"), screen.size];
    const width = Math.max(WIDTH, clientWidth / MAX_COLUMNS);
    const fitting = [(clientHeight * wide) / (width * tall), clientWidth / width].map((part) => Math.max(1, Math.floor(part)));
    const next = screen.isReadable ? fitting : [ROWS_IN_PARTS, 1]; // the server knows the fewest columns
    if (size !== (size = String(next))) send({ size: next });
  }

  function nameButton(button, key, ...words) {
    for (const word of words) word === key ? button.append(add(button, "kbd", word), " ") : button.append(word);
    button.addEventListener("click", () => key.split(" ").forEach((each) => press(each)));
  }

  /** Shows a box while the screen asks for a text; where the buttons are seen, it has the focus. */
  function ask([text]) {
    const isNew = text !== undefined && box.hidden;
    Object.assign(box, { hidden: text === undefined, value: (typed = text ?? "") });
    if (isNew && find("pad").offsetHeight > 1) box.focus();
  }

  function show(frame) {
    if (watched && isSaid(texts.appears)) say(watched.notice);
    screen.apply((last = frame));
    screen.draw();
    document.body.classList.toggle("part", !screen.isReadable);
    whole.hidden = screen.isReadable;
    find("pad").hidden = watched && screen.isReadable;
    if (frame.size) measure();
    if (frame.title !== undefined) find("status").textContent = document.title = frame.title;
    if (frame.news && performance.now() - told > MESSAGE) find("news").replaceChildren(); // else they belong to the lines before
    const rows = (frame.news ?? []).map((line) => add(find("news"), "li", line));
    if (frame.news) [told, recent] = [performance.now(), [...rows]]; else if (performance.now() - told < MESSAGE) rows.push(...recent); // of the frame before
    if (frame.question && frame.question[0] !== find("question").firstChild?.textContent) find("question").replaceChildren(); // all are read
    for (const id of ["question", "facts"]) // new ones are read
      if (frame[id]) keepItems(find(id), "li", frame[id], (row, line) => (row.append(line), id === "question" && rows.push(row)));
    const focused = document.activeElement;
    if (frame.keys) keepItems(find("keys"), "button", frame.keys, (button, [key, label]) => nameButton(button, key, key.includes(" ") ? "" : key, label));
    if (frame.pad) Array.from(find("cursor").children).forEach((button, at) => (button.disabled = !frame.pad.includes(Object.keys(PAD)[at])));
    if (frame.files) keepItems(find("files"), "a", frame.files, (link, [label, href]) => Object.assign(link, { textContent: label, href, className: "button", download: "" }));
    if (frame.entry) ask(frame.entry);
    if (box.hidden && (!focused.isConnected || focused.disabled || focused.hidden)) find("screen").focus(); // the button has gone
    const keys = Array.from(find("keys").querySelectorAll("kbd"), (sign) => `${sign.textContent}: `);
    for (const line of find("question").children) line.classList.toggle("button", keys.some((key) => line.textContent.startsWith(key)));
    const seen = screen.isReadable ? [] : rows.filter((row) => !row.classList.contains("button"));
    for (const row of [seen.at(-1), seen.at(0)]) row?.scrollIntoView({ block: "nearest" }); // all, or their beginning
    if (frame.tones) speaker.loop(frame.tones);
    speaker.play(frame.sounds ?? []);
  }

  function connect() {
    socket = new WebSocket(`${location.origin.replace("http", "ws")}${path}`);
    socket.addEventListener("open", () => {
      say(watched ? texts.appears : wasOpen ? texts.again : "");
      [wait, size, last, wasOpen] = [250, "", {}, true];
      measure();
    });
    socket.addEventListener("message", (event) => show(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (event.code === NO_PLACE || !wasOpen) {
        if (event.reason === "ended" && !last.news) return location.assign("/");
        say(last.news?.join(" ") ?? texts[event.reason || refusal]);
        find("play").hidden = !wasOpen;
        return find("home").focus();
      }
      if (!isSaid(texts.lost)) say(texts.lost); // once, though it is tried again
      setTimeout(connect, (wait = Math.min(2 * wait, 5000)));
    });
  }

  const labels = { screen: texts[watched ? "looking" : "screen"], pad: texts.keyboard, typed: texts.typed };
  for (const [id, label] of Object.entries(labels)) find(id).setAttribute("aria-label", label);
  find("home").textContent = texts.lobby;
  keepItems(find("cursor"), "button", Object.entries(PAD), (button, [key, sign]) => {
    nameButton(button, key, sign);
    button.setAttribute("aria-label", texts[`key-${key.toLowerCase()}`]);
  });
  const whole = addSwitch(document.querySelector("header"), texts.whole, false, (isOn) => Object.assign(screen, { showsAll: isOn }).draw());
  box.addEventListener("input", () => {
    const [before, after] = [typed, (typed = box.value)].map((text) => Array.from(text));
    const same = [...before, ""].findIndex((char, at) => char !== after[at]);
    for (const key of [...before.slice(same).fill("BACKSPACE"), ...after.slice(same)]) press(key === " " ? "SPACE" : key);
  });
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => speaker.wake());
  document.addEventListener("keydown", (event) => {
    const [key, isInPad] = [nameKey(event), event.target.closest?.("#pad")];
    if (key === "F6") (isInPad ? find("screen") : find("pad").querySelector("a, button:enabled")).focus();
    const isOwn = event.target === box ? IN_A_TEXT.test(key) : /^(ENTER|SPACE|(S-)?TAB)$/.test(key);
    const isElsewhere = (isInPad || event.target.closest?.("a")) && isOwn;
    if (watched && key.length === 1) say(`${watched.notice} ${texts["no-keys"]}`);
    if (watched || !key || key === "F6" || isElsewhere || LEFT_TO_BROWSER.test(key)) return;
    event.preventDefault();
    press(key, event.repeat);
  });
  for (const kind of ["pointermove", "click"])
    find("screen").addEventListener(kind, (event) => {
      if (kind !== "click" && event.timeStamp - moved < 50) return;
      moved = event.timeStamp;
      send({ point: screen.findCell(event.clientX, event.clientY), is_click: kind === "click" });
    });
  new ResizeObserver(measure).observe(find("screen"));
  find("screen").focus();
  path.startsWith("/watch/") && !watched ? say(texts.ended) : connect();
}
