// The lobby: turns the token of the address into a cookie, and lists games and tables. All texts are text nodes.

import { add, find } from "./words.js";

const post = (path, data) => fetch(path, { method: "POST", body: JSON.stringify(data) });

function addRow(list, title, text) {
  const row = add(list, "li");
  add(row, "strong", title);
  if (text) add(row, "p", text);
  return row;
}

function addLink(row, label, target, title) {
  add(row, "a", label, { href: `/play#${new URLSearchParams(target)}`, class: "button", "aria-label": `${label}: ${title}` });
}

function addTableForm(row, game, texts) {
  const form = add(row, "form");
  const count = add(add(form, "label", texts.players), "select");
  for (const number of game.counts) add(count, "option", String(number), { value: number });
  const bot = add(add(form, "label", texts["with-bots"]), "select");
  for (const id of ["", ...game.bots]) add(bot, "option", id ? id.split(":").pop() : texts.nobody, { value: id });
  add(form, "button", texts["new-table"]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await post("/tables", { game: game.id, count: Number(count.value), bot: bot.value });
    if (!answer.ok) find("state").textContent = texts.full;
    else location.assign(`/play#${new URLSearchParams(await answer.json())}`);
  });
}

function show(lobby) {
  const { texts } = lobby;
  const titles = new Map(lobby.games.map((game) => [game.id, game.title]));
  document.documentElement.lang = lobby.language;
  for (const id of ["play", "several", "watch", "name"]) find(`${id}-title`).textContent = texts[id];
  for (const id of ["save-name", "delay"]) find(id).textContent = texts[id];
  for (const list of ["games", "tables", "watched"]) find(list).replaceChildren();
  for (const game of lobby.games) {
    const row = addRow(find("games"), game.title, game.tagline);
    addLink(row, game.is_saved ? texts.continue : texts.play, { game: game.id }, game.title);
    if (game.counts.length) addTableForm(addRow(find("tables"), game.title, ""), game, texts);
  }
  for (const table of lobby.tables) {
    const title = titles.get(table.game);
    const row = addRow(find("tables"), title, table.seats.map((seat, at) => `${at + 1}: ${seat.name}`).join(", "));
    if (table.seat !== null) addLink(row, texts.continue, { table: table.id, seat: table.seat }, title);
    else
      table.seats.forEach((seat, at) => {
        if (seat.is_free) addLink(row, `${texts.sit} ${at + 1}`, { table: table.id, seat: at }, title);
      });
  }
  for (const table of lobby.open_tables) {
    const row = addRow(find("watched"), table.title || titles.get(table.game), table.name);
    addLink(row, texts.watch, { watch: table.id }, titles.get(table.game));
  }
  for (const id of ["tables", "watched"]) find(id).parentElement.hidden = !find(id).children.length;
}

const token = new URLSearchParams(location.hash.slice(1)).get("token");
history.replaceState(null, "", "/"); // the token is sent once, and leaves the address
if (token) await post("/enter", { token });
const answer = await fetch("/lobby");
if (answer.ok) {
  const lobby = await answer.json();
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
} else find("state").textContent = "This address has no key: open the whole address that the server has printed.";
