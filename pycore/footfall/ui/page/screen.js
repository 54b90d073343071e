// The screen: applies frames of the stream (see ui/frontends/page_stream.py), and draws the cells that they change.

import { drawGlyph, drawMark } from "./glyphs.js";

const MIN_CELL = 7.5; // CSS pixels of the width of a character, so that it can be read
const FIRST_PICTURE = 0xf0000;

class Layer {
  constructor(rows = 0, columns = 0) {
    this.rows = rows;
    this.columns = columns;
    this.glyphs = new Array(rows * columns).fill("\0");
    this.marks = new Array(rows * columns).fill("\0");
    this.styles = new Int32Array(rows * columns);
  }

  /** Writes runs, and adds the changed cells to a set. */
  write(runs, changed) {
    for (const [y, x, text, styles, marks] of runs) {
      let at = y * this.columns + x;
      const signs = marks ? Array.from(marks) : [];
      let number = 0;
      for (const glyph of text) {
        this.glyphs[at] = glyph;
        this.styles[at] = typeof styles === "number" ? styles : styles[number];
        this.marks[at] = signs[number++] ?? "\0";
        changed.add(at++);
      }
    }
  }
}

function addCanvas(parent) {
  const canvas = parent.appendChild(document.createElement("canvas"));
  return canvas.getContext("2d");
}

export class Screen {
  /** Shows the screen in an element that scrolls. */
  constructor(element) {
    this.element = element;
    this.board = element.appendChild(document.createElement("div"));
    this.board.className = "board";
    this.board.setAttribute("aria-hidden", "true");
    this.squares = addCanvas(this.board);
    this.cells = addCanvas(this.board);
    this.tile = document.createElement("canvas").getContext("2d");
    this.size = [1, 1, 18, 9, 20];
    this.corner = [];
    this.styles = [];
    this.pictures = new Map();
    this.layers = { text: new Layer(), map: new Layer(), overlay: new Layer() };
    this.changed = { text: new Set(), map: new Set() };
    this.focus = null;
    this.showsAll = false;
    new ResizeObserver(() => this.fit()).observe(element);
  }

  /** Applies a frame to the cells; `draw` shows them. */
  apply(frame) {
    const { layers, changed } = this;
    if (frame.size) {
      this.isResized = this.isResized || String(frame.size) !== String(this.size);
      this.size = frame.size;
      layers.text = new Layer(frame.size[0], frame.size[1]);
      this.styles = [];
      this.setCorner([]);
    }
    if (frame.ground) this.element.style.backgroundColor = `#${frame.ground}`;
    for (const style of frame.styles ?? []) this.styles.push([`#${style.slice(0, 6)}`, `#${style.slice(6)}`]);
    for (const [code, picture] of Object.entries(frame.pictures ?? {})) this.addPicture(Number(code), ...picture);
    if (frame.squares) this.setCorner(frame.squares);
    layers.text.write(frame.text ?? [], changed.text);
    layers.map.write(frame.map ?? [], changed.map);
    layers.overlay.write(frame.overlay ?? [], changed.map);
    this.focus = frame.focus ?? null;
    this.part = frame.part ?? null;
  }

  setCorner(corner) {
    this.corner = corner;
    this.layers.map = new Layer(corner[2], corner[3]);
    this.layers.overlay = new Layer(corner[2], corner[3]);
    this.changed.map.clear();
    this.squares.clearRect(0, 0, this.squares.canvas.width, this.squares.canvas.height);
  }

  addPicture(code, size, bytes) {
    const pixels = Uint8ClampedArray.from(atob(bytes), (char) => char.charCodeAt(0));
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    canvas.getContext("2d").putImageData(new ImageData(pixels, size), 0, 0);
    this.pictures.set(code, canvas);
  }

  /** Chooses the scale: the whole screen if its letters can be read then, else a part around the focus. */
  fit() {
    const [rows, columns, height, width] = this.size;
    const room = this.element;
    const whole = Math.min(room.clientWidth / (columns * width), room.clientHeight / (rows * height));
    this.isReadable = whole * width >= MIN_CELL;
    this.isWhole = this.showsAll || this.isReadable;
    this.scale = this.isWhole ? whole : MIN_CELL / width;
    const dots = window.devicePixelRatio || 1;
    const key = `${this.scale} ${dots} ${this.size}`;
    if (this.drawnKey !== key && this.scale > 0) {
      this.drawnKey = key;
      this.dots = this.scale * dots;
      for (const { canvas } of [this.squares, this.cells]) {
        canvas.width = Math.round(columns * width * this.dots);
        canvas.height = Math.round(rows * height * this.dots);
      }
      for (const { canvas } of [this.squares, this.cells]) {
        canvas.style.width = `${columns * width * this.scale}px`;
        canvas.style.height = `${rows * height * this.scale}px`;
      }
      for (const [name, layer] of [["text", this.layers.text], ["map", this.layers.map]])
        for (let at = 0; at < layer.glyphs.length; at++) this.changed[name].add(at);
    }
    this.isResized = false;
    this.paint();
    this.follow();
  }

  /** Shows the frames that were applied. */
  draw() {
    if (this.isResized || !this.drawnKey) this.fit();
    else {
      this.paint();
      this.follow();
    }
  }

  /** Shows the whole screen, or its part, and scrolls to the focus; a screen without one is shown from its beginning. */
  follow() {
    const [rows, columns] = this.size;
    const [height, width] = [this.size[2] * this.scale, this.size[3] * this.scale];
    const [top, left, tall, wide] = (!this.isWhole && this.part) || [0, 0, rows, columns];
    this.board.style.width = `${wide * width}px`;
    this.board.style.height = `${tall * height}px`;
    for (const { canvas } of [this.squares, this.cells]) {
      canvas.style.top = `${-top * height}px`;
      canvas.style.left = `${-left * width}px`;
    }
    const { clientHeight, clientWidth } = this.element;
    const [y, x] = this.focus ?? [0, 0];
    this.element.scrollTo((x - left) * width - clientWidth / 2, (y - top) * height - clientHeight / 2);
  }

  /** Returns row and column in cells of text at a point of the page. */
  findCell(clientX, clientY) {
    const box = this.cells.canvas.getBoundingClientRect();
    return [
      (clientY - box.top) / (this.size[2] * this.scale),
      (clientX - box.left) / (this.size[3] * this.scale),
    ].map((part) => Math.round(part * 1000) / 1000);
  }

  paint() {
    const [, , tall, wide, square] = this.size;
    const { text, map, overlay } = this.layers;
    for (const at of this.changed.map) {
      const [x, y, width, height] = this.place(map, at, square, square, this.corner[0], this.corner[1]);
      this.paintCell(this.squares, map, at, x, y, width, height, true);
      if (overlay.glyphs[at] !== "\0") this.paintCell(this.squares, overlay, at, x, y, width, height, false);
    }
    for (const at of this.changed.text) {
      const [x, y, width, height] = this.place(text, at, tall, wide, 0, 0);
      if (text.glyphs[at] === "\0") this.cells.clearRect(x, y, width, height);
      else this.paintCell(this.cells, text, at, x, y, width, height, true);
    }
    this.changed.map.clear();
    this.changed.text.clear();
  }

  place(layer, at, tall, wide, top, left) {
    const row = Math.floor(at / layer.columns);
    const column = at % layer.columns;
    const x = Math.round((left + column * wide) * this.dots);
    const y = Math.round((top + row * tall) * this.dots);
    const right = Math.round((left + (column + 1) * wide) * this.dots);
    return [x, y, right - x, Math.round((top + (row + 1) * tall) * this.dots) - y];
  }

  paintCell(context, layer, at, x, y, width, height, isSolid) {
    const [foreground, background] = this.styles[layer.styles[at]];
    const glyph = layer.glyphs[at];
    if (isSolid) {
      context.fillStyle = background;
      context.fillRect(x, y, width, height);
    }
    context.fillStyle = foreground;
    const picture = this.pictures.get(glyph.codePointAt(0));
    if (picture) this.paintPicture(context, picture, foreground, x, y, width, height);
    else if (glyph.codePointAt(0) < FIRST_PICTURE) drawGlyph(context, glyph, x, y, width, height);
    if (layer.marks[at] !== "\0") drawMark(context, layer.marks[at], background, x, y, height);
  }

  /** Draws a picture times a color. */
  paintPicture(context, picture, color, x, y, width, height) {
    const { tile } = this;
    if (tile.canvas.width !== width) tile.canvas.width = width;
    if (tile.canvas.height !== height) tile.canvas.height = height;
    tile.globalCompositeOperation = "copy";
    tile.drawImage(picture, 0, 0, width, height);
    tile.globalCompositeOperation = "multiply";
    tile.fillStyle = color;
    tile.fillRect(0, 0, width, height);
    tile.globalCompositeOperation = "destination-in";
    tile.drawImage(picture, 0, 0, width, height);
    context.drawImage(tile.canvas, x, y);
  }
}
