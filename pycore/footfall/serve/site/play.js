// A served game: shows the frames of a socket, and sends keys, points and sizes. A lost socket is opened again.

import { nameKey } from "./keys.js";
import { Screen } from "./screen.js";
import { Speaker } from "./sounds.js";
import { add, find, listLines } from "./words.js";

const NO_PLACE = 4000;
const [WIDTH, MAX_COLUMNS] = [9, 150]; // CSS pixels of a character, and more of them on a wide screen
const LEFT_TO_BROWSER = /^(F5|F11|F12|C-(S-)?[crtwnlvx0-9=-])$/;
const PAD = [["ESC", "Esc"], ["LEFT", "←"], ["UP", "↑"], ["DOWN", "↓"], ["RIGHT", "→"], ["ENTER", "⏎"], ["SPACE", "␣"], ["TAB", "⇥"], ["?", "?"]];

const target = new URLSearchParams(location.hash.slice(1));
const path = ["game", "table", "watch"].find((name) => target.has(name));
const parts = [{ game: "play", table: "seat", watch: "watch" }[path], target.get(path), target.get("seat")];
const address = parts.filter((part) => part !== null).map(encodeURIComponent).join("/");
const lobby = await fetch("/lobby");
if (!lobby.ok || !path) location.assign("/");
const { texts } = await lobby.json();
const [screen, speaker] = [new Screen(find("screen")), new Speaker()];
let [socket, wait, size, last, moved] = [null, 250, "", {}, 0];

function send(input) {
  if (socket?.readyState === WebSocket.OPEN && path !== "watch") socket.send(JSON.stringify(input));
}

function measure() {
  const [{ clientHeight, clientWidth }, [, , tall, wide]] = [find("screen"), screen.size];
  const width = Math.max(WIDTH, clientWidth / MAX_COLUMNS);
  const next = [(clientHeight * wide) / (width * tall), clientWidth / width].map((part) => Math.max(1, Math.floor(part)));
  if (String(next) !== size) send({ size: next });
  size = String(next);
}

function show(frame) {
  last = frame;
  screen.apply(frame);
  screen.draw();
  if (frame.size) measure();
  document.body.classList.toggle("part", !screen.isWhole);
  if (frame.title !== undefined) find("status").textContent = document.title = frame.title;
  if (frame.news) listLines(find("news"), frame.news);
  if (frame.question) listLines(find("question"), frame.question);
  speaker.play(frame.sounds ?? []);
}

function connect() {
  socket = new WebSocket(`${location.origin.replace("http", "ws")}/${address}`);
  socket.addEventListener("open", () => {
    find("state").textContent = "";
    [wait, size] = [250, ""];
    measure();
  });
  socket.addEventListener("message", (event) => show(JSON.parse(event.data)));
  socket.addEventListener("close", (event) => {
    if (event.code === NO_PLACE) {
      if (event.reason === "ended" && !last.news) return location.assign("/");
      find("state").textContent = last.news?.join(" ") ?? texts[event.reason];
      return find("lobby").focus();
    }
    find("state").textContent = texts.lost;
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 5000);
  });
}

function press(key, isRepeat = false) {
  speaker.wake();
  send({ key, is_repeat: isRepeat });
}

find("screen").setAttribute("aria-label", texts.screen);
for (const id of ["pad", "typed"]) find(id).setAttribute("aria-label", (find("typed").placeholder = texts.keyboard));
find("lobby").textContent = texts.lobby;
for (const [key, label] of PAD)
  add(find("pad"), "button", label, { type: "button", "aria-label": key }).addEventListener("click", () => press(key));
const whole = add(find("pad"), "button", texts.whole, { type: "button", "aria-pressed": false });
whole.addEventListener("click", () => {
  screen.showsAll = !screen.showsAll;
  whole.setAttribute("aria-pressed", screen.showsAll);
  screen.fit();
});
find("typed").addEventListener("input", (event) => {
  for (const char of event.target.value) press(char === " " ? "SPACE" : char);
  event.target.value = "";
});
document.addEventListener("keydown", (event) => {
  const key = nameKey(event);
  const isInPad = event.target.closest?.("#pad");
  if (key === "F6") find(isInPad ? "screen" : "typed").focus();
  const isTyped = event.target.id === "typed" && key.length > 1 && !key.endsWith("TAB");
  const isElsewhere = (isInPad || event.target.closest?.("a")) && !isTyped;
  if (!key || key === "F6" || isElsewhere || LEFT_TO_BROWSER.test(key)) return;
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
connect();
find("screen").focus();
