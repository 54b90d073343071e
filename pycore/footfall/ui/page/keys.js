// Names of keys, as ui/keymap.py has them.

const NAMES = {
  Escape: "ESC", Enter: "ENTER", Tab: "TAB", Backspace: "BACKSPACE", Delete: "DEL", Insert: "INS", Home: "HOME",
  End: "END", PageUp: "PGUP", PageDown: "PGDN", ArrowUp: "UP", ArrowDown: "DOWN", ArrowLeft: "LEFT",
  ArrowRight: "RIGHT", " ": "SPACE",
};

/** Returns the name of the key of a keyboard event; empty for a key without a name. */
export function nameKey(event) {
  if (event.isComposing || event.metaKey) return "";
  const writes = event.getModifierState?.("AltGraph");
  const control = event.ctrlKey && !writes ? "C-" : "";
  const alt = event.altKey && !writes ? "A-" : "";
  const shift = event.shiftKey ? "S-" : "";
  const pad = /^Numpad([0-9])$/.exec(event.code);
  if (pad) return `${control}${alt}${shift}PAD${pad[1]}`;
  const name = NAMES[event.key] ?? (/^F([1-9]|1[0-2])$/.test(event.key) ? event.key : "");
  if (name) return `${control}${alt}${name === "SPACE" ? "" : shift}${name}`;
  if (Array.from(event.key).length !== 1) return "";
  return control || alt ? `${control}${alt}${shift}${event.key.toLowerCase()}` : event.key;
}
