// The page of a server: turns the token of the address into a cookie; then a game, or the lobby, which lists games.

import { play } from "./play.js";
import { add, find } from "./words.js";

const post = (path, data) => fetch(path, { method: "POST", body: JSON.stringify(data) });

function addRow(list, title, text) {
  const row = add(list, "li");
  add(row, "strong", title);
  if (text) add(row, "p", text);
  return row;
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
  for (const list of ["games", "tables", "watched"]) find(list).replaceChildren();
  for (const game of games) {
    addLink(addRow(find("games"), game.title, game.tagline), game.label, `/play/${game.id}`, game.title);
    if (game.counts.length) addTableForm(addRow(find("tables"), game.title, ""), game, texts);
  }
  for (const table of tables) {
    const row = addRow(find("tables"), table.title, table.seats.map((seat, at) => `${at + 1}: ${seat.name}`).join(", "));
    for (const [label, seat] of table.links) addLink(row, label, `/seat/${table.id}/${seat}`, table.title);
  }
  for (const table of watched) addLink(addRow(find("watched"), table.title, table.name), texts.watch, `/watch/${table.id}`, table.title);
  for (const id of ["tables", "watched"]) find(id).parentElement.hidden = !find(id).children.length;
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
  setInterval(async () => {
    if (document.hidden || document.activeElement.closest("ul")) return;
    const next = await fetch("/lobby").catch(() => null);
    if (next?.ok) show(await next.json());
  }, 10_000);
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
