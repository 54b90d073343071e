// The words of a page, each a text node; and the names of keys, as ui/keymap.py has them.

const NAMES = { Escape: "ESC", Delete: "DEL", Insert: "INS", PageUp: "PGUP", PageDown: "PGDN", " ": "SPACE" };
const UPPER = /^(Enter|Tab|Backspace|Home|End|Up|Down|Left|Right|F([1-9]|1[0-2]))$/;

export const find = (id) => document.getElementById(id);

/** Adds an element with a text and attributes. */
export function add(parent, tag, text = "", attributes = {}) {
  const element = parent.appendChild(document.createElement(tag));
  if (text) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Replaces the items of a list. */
export const listLines = (list, lines) => (list.replaceChildren(), lines.map((line) => add(list, "li", line)));

/** Shows an element for each item; those of items that are shown already stay, and so does the focus in them. */
export function keepItems(list, tag, items, build) {
  const texts = items.map((item) => JSON.stringify(item));
  for (const child of Array.from(list.children)) if (!texts.includes(child.dataset.item)) child.remove();
  texts.forEach((text, at) => {
    const child = Array.from(list.children).slice(at).find((each) => each.dataset.item === text) ?? add(list, tag);
    if (list.children[at] !== child) list.insertBefore(child, list.children[at]);
    if (!child.dataset.item) build(child, items[at]);
    child.dataset.item = text;
  });
}

/** Adds a button that is pressed or not. */
export function addSwitch(parent, label, isOn, change) {
  const button = add(parent, "button", label, { type: "button", "aria-pressed": isOn });
  button.addEventListener("click", () => change((button.ariaPressed = isOn = !isOn)));
  return button;
}

/** Returns the name of the key of a keyboard event; empty for a key without a name. */
export function nameKey(event) {
  if (event.isComposing || event.metaKey) return "";
  const writes = event.getModifierState?.("AltGraph");
  const [control, alt] = [event.ctrlKey && !writes ? "C-" : "", event.altKey && !writes ? "A-" : ""];
  const shift = event.shiftKey ? "S-" : "";
  const pad = /^Numpad([0-9])$/.exec(event.code);
  if (pad) return `${control}${alt}${shift}PAD${pad[1]}`;
  const plain = event.key.replace(/^Arrow/, "");
  const name = NAMES[event.key] ?? (UPPER.test(plain) ? plain.toUpperCase() : "");
  if (name) return `${control}${alt}${name === "SPACE" ? "" : shift}${name}`;
  if (Array.from(event.key).length !== 1) return "";
  return control || alt ? `${control}${alt}${shift}${event.key.toLowerCase()}` : event.key;
}
