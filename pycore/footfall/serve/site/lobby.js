// The page of a server: turns the token of the address into a cookie; then a game, or the lobby, which lists games.

import { play } from "./play.js";
import { add, find, keepItems } from "./words.js";

const post = (path, data) => fetch(path, { method: "POST", body: JSON.stringify(data) });

function addRow(row, { title, text, links }) {
  add(row, "h3", title);
  if (text) add(row, "p", text);
  for (const [label, href] of links) add(row, "a", label, { href, class: "button", "aria-label": `${label}: ${title}` });
}

function addTableForm(row, { game, title, choices }, texts) {
  add(row, "h3", title);
  const form = add(row, "form");
  for (const { option, label, values, proposal } of choices) {
    const select = add(add(form, "label", label), "select", "", { name: option });
    for (const [value, name] of values) add(select, "option", name, { value });
    const about = add(form, "p", "", { "aria-live": "polite" });
    const tell = () => (about.textContent = values[select.selectedIndex][2]);
    tell((select.value = proposal));
    select.addEventListener("change", tell);
  }
  add(form, "button", texts["new-table"]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await post("/tables", { game, options: Object.fromEntries(new FormData(form)) });
    answer.ok ? location.assign(`/play#/seat/${(await answer.json()).table}/0`) : (find("state").textContent = texts.full);
  });
}

function show({ games, offers, tables, views, texts }) {
  const focused = document.activeElement;
  for (const [id, rows] of Object.entries({ games, tables, watched: views })) keepItems(find(id), "li", rows, addRow);
  keepItems(find("laid"), "li", offers, (row, offer) => addTableForm(row, offer, texts));
  find("several").hidden = !offers.length && !tables.length;
  find("watch").hidden = !views.length;
  const same = Array.from(document.querySelectorAll("#lobby a")).find((link) => link.href === focused.href);
  if (!focused.isConnected) (same ?? find("play-title")).focus(); // a row that has changed, or one that is gone
}

/** Shows the lobby, and keeps it up to date. */
function openLobby(lobby) {
  show(lobby);
  find("play-title").focus(); // also where a game has been left
  find("name").value = lobby.name;
  find("person").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { ok } = await post("/name", { name: find("name").value });
    find("state").textContent = ok ? lobby.texts["name-saved"] : lobby.texts.lost;
  });
  const refresh = async () => {
    const next = document.hidden ? null : await fetch("/lobby").catch(() => null);
    if (next?.ok) show(await next.json());
  };
  setInterval(refresh, 3000);
  document.addEventListener("visibilitychange", refresh);
}

const token = new URLSearchParams(location.hash.slice(1)).get("token");
if (token) history.replaceState(null, "", "/"); // the token is sent once, and leaves the address
const [entry, answer] = [token && (await post("/enter", { token })), await fetch("/lobby")];
window.addEventListener("hashchange", () => location.reload()); // another place, or the token, in the same tab
if (answer.ok) {
  const [lobby, path] = [await answer.json(), location.pathname.replace(/^\/(play)?$/, "") || location.hash.slice(1)];
  document.documentElement.lang = lobby.language;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = lobby.texts[element.dataset.text];
  find(path.startsWith("/") ? "play" : "lobby").hidden = false;
  path.startsWith("/") ? play(lobby, path) : openLobby(lobby);
} else find("state").textContent = (await entry?.text?.()) || (await answer.text());
