// The words of a page: every text reaches it as a text node.

export const find = (id) => document.getElementById(id);

/** Adds an element with a text and attributes. */
export function add(parent, tag, text = "", attributes = {}) {
  const element = parent.appendChild(document.createElement(tag));
  if (text) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Replaces the items of a list. */
export function listLines(list, lines) {
  list.replaceChildren();
  for (const line of lines) add(list, "li", line);
}
