// The screen: applies frames of the stream (see ui/frontends/page_stream.py), and draws the cells that they change.

import { drawGlyph, drawMark } from "./glyphs.js";
import { add } from "./words.js";

const [MIN_CELL, MIN_SQUARE, CONTROLS] = [7.5, 24, 160]; // CSS pixels: a readable character, a square for a finger, controls
const [FIRST_PICTURE, MARGIN] = [0xf0000, 0.15]; // a code; a share of the view: a cursor closer to its edge moves it

class Layer {
  constructor(rows = 0, columns = 0) {
    const [glyphs, marks] = [1, 2].map(() => new Array(rows * columns).fill("\0"));
    Object.assign(this, { columns, glyphs, marks, styles: new Int32Array(rows * columns) });
  }

  /** Writes runs, and adds the changed cells to a set. */
  write(runs, changed) {
    for (const [y, x, text, styles, marks] of runs) {
      const signs = Array.from(marks ?? "");
      Array.from(text).forEach((glyph, number) => {
        const at = y * this.columns + x + number;
        this.glyphs[at] = glyph;
        this.styles[at] = typeof styles === "number" ? styles : styles[number];
        this.marks[at] = signs[number] ?? "\0";
        changed.add(at);
      });
    }
  }
}

export class Screen {
  /** Shows the screen in an element that scrolls. */
  constructor(element) {
    this.element = element;
    this.board = add(element, "div", "", { class: "board", "aria-hidden": true });
    this.canvases = [1, 2].map(() => add(this.board, "canvas"));
    [this.squares, this.cells] = this.canvases.map((canvas) => canvas.getContext("2d"));
    this.tile = document.createElement("canvas").getContext("2d");
    const changed = { text: new Set(), map: new Set() };
    Object.assign(this, { size: [1, 1, 18, 9, 20], pictures: new Map(), layers: { text: new Layer() }, changed });
    this.setCorner([]);
    new ResizeObserver(() => this.draw()).observe(element);
  }

  /** Applies a frame to the cells; `draw` shows them. */
  apply(frame) {
    const { layers, changed } = this;
    if (frame.size) {
      [this.size, this.styles, layers.text] = [frame.size, [], new Layer(frame.size[0], frame.size[1])];
      this.setCorner([]);
    }
    if (frame.ground) this.element.style.backgroundColor = `#${frame.ground}`;
    for (const style of frame.styles ?? []) this.styles.push([`#${style.slice(0, 6)}`, `#${style.slice(6)}`]);
    for (const [code, [size, bytes]] of Object.entries(frame.pictures ?? {})) {
      const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
      const pixels = Uint8ClampedArray.from(atob(bytes), (char) => char.charCodeAt(0));
      canvas.getContext("2d").putImageData(new ImageData(pixels, size), 0, 0);
      this.pictures.set(Number(code), canvas);
    }
    if (frame.squares) this.setCorner(frame.squares);
    layers.text.write(frame.text ?? [], changed.text);
    layers.map.write(frame.map ?? [], changed.map);
    layers.overlay.write(frame.overlay ?? [], changed.map);
    [this.focus, this.aim, this.part, this.box] = [frame.focus, frame.aim, frame.part, frame.box];
  }

  setCorner(corner) {
    this.corner = corner;
    for (const name of ["map", "overlay"]) this.layers[name] = new Layer(corner[2], corner[3]);
    this.changed.map.clear();
    this.squares.clearRect(0, 0, this.squares.canvas.width, this.squares.canvas.height);
  }

  /** Shows the frames: the whole screen if it `showsAll` or its letters can be read, else a part around the focus. */
  draw() {
    const [rows, columns, height, width, square] = this.size;
    const { clientHeight, clientWidth } = this.element;
    const [wide, tall, fit] = [columns * width, rows * height, clientWidth / (columns * width)];
    this.isReadable = Math.min(fit, Math.max(clientHeight, window.innerHeight - CONTROLS) / tall) * width >= MIN_CELL;
    this.isWhole = this.showsAll || this.isReadable || !(this.part || this.focus);
    const near = this.box ? Math.min(MIN_CELL / width, clientWidth / (this.box[3] * width)) : this.part ? MIN_SQUARE / square : MIN_CELL / width;
    this.scale = !this.isWhole ? near : this.isReadable ? Math.min(fit, clientHeight / tall) : fit;
    this.dots = this.scale * (window.devicePixelRatio || 1);
    const look = `${this.dots} ${this.size}`;
    if (this.look !== look && this.scale > 0) {
      this.look = look;
      for (const canvas of this.canvases) {
        [canvas.width, canvas.height] = [Math.round(wide * this.dots), Math.round(tall * this.dots)];
        Object.assign(canvas.style, { width: `${wide * this.scale}px`, height: `${tall * this.scale}px` });
      }
      for (const name of ["text", "map"]) this.layers[name].glyphs.forEach((_, at) => this.changed[name].add(at));
    }
    this.paint();
    this.follow();
  }

  /** Shows the whole screen or its part, and scrolls to the focus or keeps the cursor in view; without both, from its beginning. */
  follow() {
    const [rows, columns] = this.size;
    const [height, width] = [this.size[2] * this.scale, this.size[3] * this.scale];
    const [top, left, tall, wide] = (!this.isWhole && (this.box ?? this.part)) || [0, 0, rows, columns];
    Object.assign(this.board.style, { width: `${wide * width}px`, height: `${tall * height}px` });
    for (const { style } of this.canvases) Object.assign(style, { top: `${-top * height}px`, left: `${-left * width}px` });
    const { clientHeight, clientWidth, scrollLeft, scrollTop } = this.element;
    const goal = this.box ? [0, 0] : (this.aim ?? this.focus ?? [0, 0]);
    const view = [goal, Boolean(this.aim), top, left, width, clientWidth, clientHeight];
    if (this.view === (this.view = String(view))) return; // the reader may have moved the board
    const keep = (at, from, room) => (this.aim ? Math.min(Math.max(from, at - room * (1 - MARGIN)), at - room * MARGIN) : at - room / 2);
    this.element.scrollTo(keep((goal[1] - left) * width, scrollLeft, clientWidth), keep((goal[0] - top) * height, scrollTop, clientHeight));
  }

  /** Returns row and column in cells of text at a point of the page. */
  findCell(clientX, clientY) {
    const { top, left } = this.cells.canvas.getBoundingClientRect();
    return [(clientY - top) / this.size[2], (clientX - left) / this.size[3]].map((part) => Math.round((1000 * part) / this.scale) / 1000);
  }

  paint() {
    const [, , tall, wide, square] = this.size;
    const [{ text, map, overlay }, [top, left]] = [this.layers, this.corner];
    for (const at of this.changed.map) {
      const box = this.place(Math.floor(at / map.columns), at % map.columns, square, square, top, left);
      this.paintCell(this.squares, map, at, box, true);
      if (overlay.glyphs[at] !== "\0") this.paintCell(this.squares, overlay, at, box, false);
    }
    for (const at of this.changed.text) {
      const box = this.place(Math.floor(at / text.columns), at % text.columns, tall, wide, 0, 0);
      if (text.glyphs[at] === "\0") this.cells.clearRect(...box);
      else this.paintCell(this.cells, text, at, box, true);
    }
    for (const cells of [this.changed.map, this.changed.text]) cells.clear();
  }

  /** Returns left, top, width and height of a cell in pixels of the screen; cells next to each other leave no gap. */
  place(row, column, tall, wide, top, left) {
    const [x, right] = [column, column + 1].map((part) => Math.round((left + part * wide) * this.dots));
    const [y, bottom] = [row, row + 1].map((part) => Math.round((top + part * tall) * this.dots));
    return [x, y, right - x, bottom - y];
  }

  paintCell(context, layer, at, box, isSolid) {
    const [foreground, background] = this.styles[layer.styles[at]];
    const code = layer.glyphs[at].codePointAt(0);
    context.fillStyle = background;
    if (isSolid) context.fillRect(...box);
    context.fillStyle = foreground;
    if (this.pictures.has(code)) this.paintPicture(context, this.pictures.get(code), foreground, ...box);
    else if (code < FIRST_PICTURE) drawGlyph(context, layer.glyphs[at], ...box);
    if (layer.marks[at] !== "\0") drawMark(context, layer.marks[at], background, ...box);
  }

  /** Draws a picture times a color. */
  paintPicture(context, picture, color, x, y, width, height) {
    const { tile } = this;
    [tile.canvas.width, tile.canvas.height] = [width, height];
    tile.drawImage(picture, 0, 0, width, height);
    tile.globalCompositeOperation = "multiply";
    tile.fillStyle = color;
    tile.fillRect(0, 0, width, height);
    tile.globalCompositeOperation = "destination-in";
    tile.drawImage(picture, 0, 0, width, height);
    context.drawImage(tile.canvas, x, y);
  }
}
