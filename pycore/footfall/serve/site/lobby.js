// The page of a server: turns the token of the address into a cookie; then a game, or the lobby, which lists games.

import { play } from "./play.js";
import { add, find } from "./words.js";

const post = (path, data) => fetch(path, { method: "POST", body: JSON.stringify(data) });

const REFRESH = 3000; // milliseconds

/** Shows one row for each item; rows whose items have not changed stay, and so does the focus in them. */
function fill(list, items, addTo) {
  const known = new Map(Array.from(list.children, (row) => [row.dataset.item, row]));
  items.forEach((item, at) => {
    const text = JSON.stringify(item);
    const row = known.get(text) ?? add(list, "li");
    known.delete(text);
    if (list.children[at] !== row) list.insertBefore(row, list.children[at]);
    if (row.dataset.item) return;
    row.dataset.item = text;
    addTo(row, item);
  });
  for (const row of known.values()) row.remove();
}

function addTitle(row, title, text) {
  add(row, "strong", title);
  if (text) add(row, "p", text);
}

function addLink(row, label, path, title) {
  add(row, "a", label, { href: `/play#${path}`, class: "button", "aria-label": `${label}: ${title}` });
}

function addTableForm(row, game, texts) {
  const form = add(row, "form");
  const count = add(add(form, "label", texts.players), "select");
  for (const number of game.counts) add(count, "option", String(number), { value: number });
  const bot = add(add(form, "label", texts["other-seats"]), "select");
  for (const id of ["", ...game.bots]) add(bot, "option", id ? `${texts.bot}: ${id.split(":").pop()}` : texts.free, { value: id });
  add(form, "button", texts["new-table"]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await post("/tables", { game: game.id, count: Number(count.value), bot: bot.value });
    if (!answer.ok) find("state").textContent = texts.full;
    else location.assign(`/play#/seat/${(await answer.json()).table}/0`);
  });
}

function show({ games, tables, open_tables: watched, texts }) {
  const focused = document.activeElement;
  fill(find("games"), games, (row, game) => {
    addTitle(row, game.title, game.tagline);
    addLink(row, game.label, `/play/${game.id}`, game.title);
  });
  const several = games.filter((game) => game.counts.length).map(({ id, title, counts, bots }) => ({ id, title, counts, bots }));
  fill(find("laid"), several, (row, game) => {
    addTitle(row, game.title);
    addTableForm(row, game, texts);
  });
  fill(find("tables"), tables, (row, table) => {
    addTitle(row, table.title, table.seats.map((seat, at) => `${at + 1}: ${seat.name}`).join(", "));
    for (const [label, seat] of table.links) addLink(row, label, `/seat/${table.id}/${seat}`, table.title);
  });
  fill(find("watched"), watched, (row, table) => {
    addTitle(row, table.title, table.name);
    addLink(row, texts.watch, `/watch/${table.id}`, table.title);
  });
  find("several").hidden = !several.length && !tables.length;
  find("watch").hidden = !watched.length;
  if (focused.isConnected) return;
  const same = Array.from(document.querySelectorAll("#lobby a"), (link) => link.href === focused.href && link).find(Boolean);
  (same ?? find("play-title")).focus(); // a row that has changed, or one that is gone
}

/** Shows the lobby, and keeps it up to date. */
function openLobby(lobby) {
  show(lobby);
  find("name").value = lobby.name;
  find("person").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { ok } = await post("/name", { name: find("name").value });
    find("state").textContent = ok ? lobby.texts["name-saved"] : lobby.texts.lost;
  });
  for (const id of ["tables", "watched"]) find(id).setAttribute("aria-live", "polite"); // from now on
  const refresh = async () => {
    const next = document.hidden ? null : await fetch("/lobby").catch(() => null);
    if (next?.ok) show(await next.json());
  };
  setInterval(refresh, REFRESH);
  document.addEventListener("visibilitychange", refresh);
}

const token = new URLSearchParams(location.hash.slice(1)).get("token");
if (token) history.replaceState(null, "", "/"); // the token is sent once, and leaves the address
if (token) await post("/enter", { token });
const answer = await fetch("/lobby");
if (answer.ok) {
  const lobby = await answer.json();
  const isGame = /^#\/(play|seat|watch)\/./.test(location.hash);
  document.documentElement.lang = lobby.language;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = lobby.texts[element.dataset.text];
  find(isGame ? "play" : "lobby").hidden = false;
  if (isGame) play(lobby, location.hash.slice(1));
  else openLobby(lobby);
} else find("state").textContent = "This address has no key: open the whole address that the server has printed.";
