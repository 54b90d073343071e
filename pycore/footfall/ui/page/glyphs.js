// Draws characters in cells: those of a font, lines and blocks up to the edge of the cell, and pieces of wall.

const FONT = '"DejaVu Sans Mono", Menlo, Consolas, "Roboto Mono", "Noto Sans Mono", monospace';
const LINES = {
  "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru",
  "┼": "udlr", "╴": "l", "╶": "r", "╷": "d", "╵": "u",
};
const HEAVY = { "━": "lr", "╸": "l", "┃": "ud", "┏": "rd", "┓": "ld", "┗": "ru", "┛": "lu" };
const SHADES = { "░": 0.25, "▒": 0.5, "▓": 0.75 };
const [WALL_TOP, WALL_FACE] = ["\ue000", "\ue001"];
const [DIGIT_BEFORE, DIGIT_AFTER] = [0xe010, 0xe020]; // two digits of a number stand close together

const fonts = new Map();

/** Returns the largest font that fits a cell, and how far its baseline is below the top. */
function fitFont(context, width, height) {
  const key = `${width} ${height}`;
  if (!fonts.has(key)) {
    context.font = `100px ${FONT}`;
    const box = context.measureText("M");
    const tall = box.fontBoundingBoxAscent + box.fontBoundingBoxDescent;
    const pixels = Math.min((100 * (width + 0.6)) / box.width, (100 * (height + 1)) / tall);
    const baseline = (height - (tall * pixels) / 100) / 2 + (box.fontBoundingBoxAscent * pixels) / 100;
    fonts.set(key, { css: `${pixels}px ${FONT}`, baseline });
  }
  return fonts.get(key);
}

function drawArms(context, arms, x, y, width, height, thick) {
  const [left, top] = [x + ((width - thick) >> 1), y + ((height - thick) >> 1)];
  const boxes = {
    l: [x, top, left + thick - x, thick], r: [left, top, x + width - left, thick],
    u: [left, y, thick, top + thick - y], d: [left, top, thick, y + height - top],
  };
  for (const arm of arms) context.fillRect(...boxes[arm]);
}

function fill(context, alpha, ...box) {
  context.globalAlpha = alpha;
  context.fillRect(...box);
  context.globalAlpha = 1;
}

function drawWall(context, hasFace, x, y, size) {
  const [line, edge] = [Math.max(1, size >> 4), hasFace ? size - Math.round(size * 0.42) : size];
  const course = Math.max(3, (size - edge) >> 1);
  fill(context, 0.125, x, y, size, line);
  fill(context, 0.125, x, y, line, edge);
  fill(context, 0.59, x, y + edge, size, size - edge);
  for (let row = 0, top = edge; top < size; row++, top += course) {
    context.fillRect(x, y + top, size, Math.min(line, size - top));
    context.fillRect(x + (row % 2 ? size >> 2 : (3 * size) >> 2), y + top, line, Math.min(course, size - top));
  }
}

/** Draws a character in the fill color; a blank draws nothing. */
export function drawGlyph(context, glyph, x, y, width, height) {
  const code = glyph.codePointAt(0);
  if (code <= 32) return;
  if (glyph in LINES) drawArms(context, LINES[glyph], x, y, width, height, Math.max(1, Math.round(width / 9)));
  else if (glyph in HEAVY) drawArms(context, HEAVY[glyph], x, y, width, height, Math.max(2, Math.round(height / 6)));
  else if (glyph in SHADES) fill(context, SHADES[glyph], x, y, width, height);
  else if (code > 0x2580 && code <= 0x2588) {
    const tall = Math.round((height * (code - 0x2580)) / 8);
    context.fillRect(x, y + height - tall, width, tall);
  } else if (code > 0x2588 && code < 0x2590)
    context.fillRect(x, y, Math.max(1, Math.round((width * (0x2590 - code)) / 8)), height);
  else if (glyph === "_") context.fillRect(x, y + height - 2 * Math.ceil(height / 16), width, Math.ceil(height / 16));
  else if (glyph === WALL_TOP || glyph === WALL_FACE) drawWall(context, glyph === WALL_FACE, x, y, height);
  else {
    const font = fitFont(context, width, height);
    context.font = font.css;
    context.textAlign = "center";
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    if (code > 126) context.clip(); // signs of other fonts may be larger than the cell
    const [start, shift] = [[DIGIT_AFTER, -0.22], [DIGIT_BEFORE, 0.22]].find(([first]) => code >= first && code < first + 10) ?? [0, 0];
    context.fillText(start ? code - start : glyph, x + width * (0.5 + shift), y + font.baseline);
    context.restore();
  }
}

/** Draws a small sign in the upper right corner of a square cell, on a free margin of the background. */
export function drawMark(context, mark, background, x, y, width, height) {
  const foreground = context.fillStyle;
  context.font = fitFont(context, width, Math.max(8, Math.round(height * 0.8))).css;
  context.textAlign = "left";
  const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText(mark);
  const [wide, tall] = [Math.ceil(left + right), Math.ceil(up + down)];
  context.fillStyle = background;
  context.fillRect(x + width - wide - 2, y, wide + 2, tall + 2);
  context.fillStyle = foreground;
  context.fillText(mark, x + width - wide - 1 + left, y + 1 + up);
}
