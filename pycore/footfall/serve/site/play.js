// A served game: shows the frames of a socket, and sends keys, points and sizes. A lost socket is opened again.

import { Screen } from "./screen.js";
import { Speaker } from "./sounds.js";
import { add, addSwitch, find, keepItems, nameKey } from "./words.js";

const [NO_PLACE, WIDTH, MAX_COLUMNS, ROWS_IN_PARTS] = [4000, 9, 150, 32]; // a code; pixels; columns; rows on a phone
const MESSAGE = 1000; // milliseconds in which news are lines of one message, unless a key is pressed
const LEFT_TO_BROWSER = /^(F5|F11|F12|C-(S-)?[crtwnlvx0-9=-])$/;
const PAD = { ESC: "Esc", LEFT: "←", UP: "↑", DOWN: "↓", RIGHT: "→", ENTER: "⏎", TAB: "⇥" };

/** Plays a game of one's own, sits at a table, or looks on, as the path of the socket says. */
export function play({ texts, open_tables: tables }, path) {
  const watched = tables.find((table) => path === `/watch/${table.id}`);
  const [screen, speaker] = [new Screen(find("screen")), new Speaker()];
  let [socket, wait, size, last, moved, told, wasOpen] = [null, 250, "", {}, 0, -Infinity, false];
  const say = (words) => (find("state").textContent = words);

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
    for (const line of frame.news ?? []) add(find("news"), "li", line);
    if (frame.news) told = performance.now();
    for (const id of ["question", "facts"]) if (frame[id]) keepItems(find(id), "li", frame[id], (row, line) => row.append(line)); // new ones are read
    const focused = document.activeElement;
    if (frame.keys) keepItems(find("keys"), "button", frame.keys, (button, [key, label]) => nameButton(button, key, key.includes(" ") ? "" : key, label));
    if (!focused.isConnected) find("screen").focus(); // the button has gone
    const keys = Array.from(find("keys").querySelectorAll("kbd"), (sign) => `${sign.textContent}: `);
    for (const line of find("question").children) line.classList.toggle("button", keys.some((key) => line.textContent.startsWith(key)));
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
        say(last.news?.join(" ") ?? texts[event.reason || "refused"]);
        return find("home").focus();
      }
      if (!isSaid(texts.lost)) say(texts.lost); // once, though it is tried again
      setTimeout(connect, (wait = Math.min(2 * wait, 5000)));
    });
  }

  find("screen").setAttribute("aria-label", texts[watched ? "looking" : "screen"]);
  for (const id of ["pad", "typed"]) find(id).setAttribute("aria-label", (find("typed").placeholder = texts.keyboard));
  find("typed").hidden = find("cursor").hidden = Boolean(watched);
  find("home").textContent = texts.lobby;
  keepItems(find("cursor"), "button", Object.entries(PAD), (button, [key, sign]) => {
    nameButton(button, key, sign);
    button.setAttribute("aria-label", texts[`key-${key.toLowerCase()}`]);
  });
  const whole = addSwitch(find("more"), texts.whole, false, (isOn) => Object.assign(screen, { showsAll: isOn }).draw());
  find("typed").addEventListener("input", (event) => {
    for (const char of event.target.value) press(char === " " ? "SPACE" : char);
    event.target.value = "";
  });
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => speaker.wake());
  document.addEventListener("keydown", (event) => {
    const [key, isInPad] = [nameKey(event), event.target.closest?.("#pad")];
    if (key === "F6") (isInPad ? find("screen") : find("pad").querySelector("button")).focus();
    const isOwn = event.target.id === "typed" ? key.length === 1 || key.endsWith("TAB") : /^(ENTER|SPACE|(S-)?TAB)$/.test(key);
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
  if (path.startsWith("/watch/") && !watched) say(texts.ended);
  else connect();
}
