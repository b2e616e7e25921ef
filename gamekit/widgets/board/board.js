// The page's side of gamekit.widgets.Board. It draws what Python sent (`position`, `thought`) and tells Python
// of clicks and keys. It never changes the game itself: a stone appears when Python has said so.

const CELL = 40;
const DISC = { squares: 16.5, holes: 17, crossings: 18.5 };
const SIDE = ["", "X", "O"];
const PATIENCE = 2000; // milliseconds after which we say that Python has not answered
const LINE_SHOWN = 5; // moves of the expected play that are drawn on the board
const RESTARTED = "The kernel was restarted: run this cell again to go on playing.";
const NO_ANSWER =
  "No answer from Python yet. If a cell is running, wait: your click is not lost. " +
  "If the kernel was restarted, run this cell again.";

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// --- the board ------------------------------------------------------------------------------------------------

class Grid {
  // One SVG. Every cell is a group with its own marks, made once and changed as scenes come.
  constructor(parent, scene, pixels) {
    this.game = scene.game;
    this.face = scene.face; // as gamekit/game.py has it
    this.isWritten = scene.face.pieces === "marks";
    this.disc = DISC[scene.face.cells];
    this.width = scene.width;
    this.height = scene.height;
    this.stones = new Array(scene.stones.length).fill(null);
    this.focus = null;
    const [wide, high] = [this.width * CELL, this.height * CELL];
    const unit = (wide + 20) / pixels; // one pixel at full width, so that writing has the same size on all boards
    const left = scene.rows.length ? (this.height > 9 ? 22 : 16) * unit : 0;
    const above = this.face.rows_from === "top" ? 18 * unit : 0;
    const below = above ? 0 : 20 * unit;
    this.root = svg(parent, "svg", {
      viewBox: `${-left} ${-above} ${wide + left} ${high + above + below}`,
      role: "grid", class: `gk-grid gk-${this.face.ground}`,
      "aria-label": `${this.face.title}, ${this.width} by ${this.height}. Arrow keys move, Enter plays, U takes back.`,
    });
    this.drawFace(wide, high, scene.dots);
    const written = svg(this.root, "g", { class: "gk-labels", "aria-hidden": "true", "font-size": 13 * unit });
    scene.columns.forEach((text, column) =>
      svg(written, "text", { x: (column + 0.5) * CELL, y: above ? -5 * unit : high + 15 * unit }).append(text));
    scene.rows.forEach((text, row) =>
      svg(written, "text", { x: -left / 2, y: (row + 0.5) * CELL + 4.5 * unit }).append(text));
    this.cells = [];
    for (let row = 0; row < this.height; row++) {
      const group = svg(this.root, "g", { role: "row" });
      for (let column = 0; column < this.width; column++) this.cells.push(this.makeCell(group, row, column));
    }
  }

  drawFace(wide, high, dots) {
    svg(this.root, "rect", { width: wide, height: high, class: "gk-face" });
    if (this.face.cells === "holes") return;
    const inset = this.face.cells === "crossings" ? CELL / 2 : 0;
    let path = "";
    for (let x = inset || CELL; x < wide; x += CELL) path += `M${x} ${inset}V${high - inset}`;
    for (let y = inset || CELL; y < high; y += CELL) path += `M${inset} ${y}H${wide - inset}`;
    svg(this.root, "path", { d: path, class: "gk-lines" });
    for (const [x, y] of dots) svg(this.root, "circle", { cx: x * CELL, cy: y * CELL, r: inset ? 4 : 3, class: "gk-star" });
  }

  makeCell(row, y, x) {
    const number = y * this.width + x;
    const group = svg(row, "g", {
      role: "gridcell", tabindex: "-1", transform: `translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL})`,
      "data-gk-cell": number, class: "gk-cell", [OWN_KEYS]: "true",
    });
    svg(group, "rect", { x: -20, y: -20, width: CELL, height: CELL, class: "gk-hit" });
    if (this.face.cells === "holes") svg(group, "circle", { r: this.disc, class: "gk-hole" });
    const below = svg(group, "g", { class: "gk-below" });
    const stone = svg(group, "g", { class: "gk-stone" });
    const aboveStone = svg(group, "g", { class: "gk-above" });
    svg(group, "rect", { x: -18.5, y: -18.5, width: 37, height: 37, rx: 4, class: "gk-focus" });
    return { group, below, stone, above: aboveStone };
  }

  drawStone(parent, side, small = false) {
    if (this.isWritten) {
      if (side === 1) svg(parent, "path", { d: "M-11-11 11 11M11-11-11 11", class: "gk-cross" });
      else svg(parent, "circle", { r: 11.5, class: "gk-ring" });
      return;
    }
    const r = this.disc - (small ? 2.5 : 0);
    const shade = side === 1 ? "dark" : "light";
    svg(parent, "circle", { r, cy: 1.6, class: "gk-shadow" });
    svg(parent, "circle", { r: r - 0.65, class: `gk-disc gk-${shade}` });
    if (side === 2 && !small) svg(parent, "circle", { r: 0.62 * r - 0.6, class: "gk-inner" });
  }

  update(scene, extra) {
    const before = this.stones;
    const isFirst = before[0] === null;
    const still = isFirst || isStill();
    scene.stones.forEach((side, number) => {
      const was = before[number];
      if (side === was) return;
      const cell = this.cells[number];
      cell.group.dataset.gkStone = side;
      const old = cell.stone.cloneNode(true);
      cell.stone.replaceChildren();
      if (side) this.drawStone(cell.stone, side);
      if (!still) this.animate(cell, old, was, side, number, scene.last);
    });
    this.stones = scene.stones;
    this.mark(scene, extra);
  }

  animate(cell, old, was, side, number, last) {
    // The new stone stands at once; what moves is only its looks.
    const options = { duration: 260, easing: "ease-out", fill: "backwards" };
    if (was && side) {
      const apart = last === null ? 1 : Math.max(
        Math.abs((number % this.width) - (last % this.width)), Math.abs(Math.floor(number / this.width) - Math.floor(last / this.width)));
      options.delay = 45 * (apart - 1) + 60;
      cell.group.insertBefore(old, cell.above);
      old.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }], { ...options, fill: "both" })
        .finished.catch(() => {}).finally(() => old.remove());
      cell.stone.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(1)" }], options);
    } else if (side && this.face.falls) {
      const rows = Math.floor(number / this.width) + 1;
      cell.stone.animate([{ transform: `translateY(${-rows * CELL}px)` }, { transform: "none" }],
        { duration: 110 * Math.sqrt(rows) + 40, easing: "cubic-bezier(.5,0,.9,.6)", fill: "backwards" });
    } else if (side) {
      cell.stone.animate([{ transform: "scale(.3)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 160, easing: "ease-out" });
    }
  }

  // Marks: legal squares, last move, finished rows, hint, heat map and the line that the player expects.
  mark(scene, { position, thought }) {
    const open = !position.over && !position.thinking;
    const legal = new Set(scene.legal);
    const wins = new Set(scene.wins);
    const now = thought && thought.version === position.version;
    const shades = now && position.showing ? thought.shades : {};
    const longest = Math.max(0, ...Object.values(shades).map((shade) => shade.text.length));
    const size = Math.min(14, (this.face.cells === "squares" ? 33 : 27) / (0.62 * longest)); // one for all, so that they compare
    const line = now && position.showing && !longest ? numbered(thought.line, scene.turn) : new Map();
    this.cells.forEach((cell, number) => {
      cell.below.replaceChildren();
      cell.above.replaceChildren();
      const isLegal = legal.has(number) && !position.over;
      const data = cell.group.dataset;
      cell.group.classList.toggle("gk-open", isLegal && open);
      flag(data, "gkLegal", isLegal);
      flag(data, "gkLast", scene.last === number);
      flag(data, "gkHint", position.hint === number);
      flag(data, "gkWin", wins.has(number));
      const shade = shades[number];
      if (shade) data.gkHeat = shade.text; else delete data.gkHeat;
      if (wins.has(number) && this.isWritten)
        svg(cell.below, "rect", { x: -19, y: -19, width: 38, height: 38, class: "gk-win-tile" });
      if (shade) this.drawShade(cell.below, shade, size, number === bestOf(thought));
      else if (line.has(number)) this.drawLine(cell.below, line.get(number));
      else if (isLegal && this.face.shows_legal && open)
        svg(cell.below, "circle", { r: 4.5, class: scene.turn ? "gk-may gk-light-may" : "gk-may" });
      if (scene.forbidden[number])
        svg(cell.below, "path", { d: "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0m2.6-6.4 12.8 12.8", class: "gk-forbidden" });
      if (wins.has(number) && !this.isWritten) svg(cell.above, "circle", { r: this.disc, class: "gk-win" });
      if (scene.last === number) {
        if (this.isWritten) svg(cell.above, "path", { d: "M-17-9v-8h8", class: "gk-last-corner" });
        else svg(cell.above, "circle", { r: 5, class: "gk-last" });
      }
      if (position.hint === number) { // around what is written there, not over it
        if (this.face.cells === "squares") svg(cell.above, "rect", { x: -18, y: -18, width: 36, height: 36, rx: 3, class: "gk-hint" });
        else svg(cell.above, "circle", { r: this.disc + 1, class: "gk-hint" });
      }
      cell.group.setAttribute("aria-label", this.label(scene, number, isLegal, shade));
      cell.group.setAttribute("aria-disabled", String(!(isLegal && open)));
    });
    if (this.focus === null) this.moveFocus(scene.legal[0] ?? 0, false);
  }

  drawShade(parent, shade, size, isBest) { // never round: nobody shall take it for a stone
    const [half, rx] = this.face.cells === "squares" ? [19, 0] : [16, 7];
    svg(parent, "rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx, fill: shade.fill });
    svg(parent, "text", { y: 0.35 * size, fill: shade.ink, class: "gk-number", "font-size": size }).append(shade.text);
    if (isBest) svg(parent, "path", { d: "M-7 11H7", stroke: shade.ink, class: "gk-best" });
  }

  drawLine(parent, { order, side }) {
    const ghost = svg(parent, "g", { class: "gk-ghost" });
    this.drawStone(ghost, side, true);
    svg(ghost, "text", { y: 5, "font-size": 15, class: `gk-number gk-on-${this.isWritten ? "paper" : side === 1 ? "dark" : "light"}` }).append(order);
  }

  name(scene, number) {
    const [row, column] = [Math.floor(number / this.width), number % this.width];
    return scene.rows.length ? scene.columns[column] + scene.rows[row] : `column ${scene.columns[column]}, row ${this.height - row}`;
  }

  label(scene, number, isLegal, shade) {
    const said = [this.name(scene, number), SIDE[scene.stones[number]] || "empty"];
    if (isLegal) said.push("legal");
    if (scene.forbidden[number]) said.push(`forbidden, ${scene.forbidden[number]}`);
    if (scene.last === number) said.push("last move");
    if (shade) said.push(`value ${shade.text}`);
    return said.join(", ");
  }

  moveFocus(number, really = true) {
    if (this.focus !== null) this.cells[this.focus].group.setAttribute("tabindex", "-1");
    this.focus = number;
    const { group } = this.cells[number];
    group.setAttribute("tabindex", "0");
    if (really) group.focus({ preventScroll: false });
  }

  step(right, down) {
    const row = Math.min(this.height - 1, Math.max(0, Math.floor(this.focus / this.width) + down));
    const column = Math.min(this.width - 1, Math.max(0, (this.focus % this.width) + right));
    this.moveFocus(row * this.width + column);
  }
}

const flag = (data, name, on) => { if (on) data[name] = ""; else delete data[name]; };
const bestOf = (thought) => thought.line.length ? thought.line[0] : null;

// Cell -> {order, side} for the first moves of a line. A pass (null) changes the side but takes no number.
function numbered(line, turn) {
  const found = new Map();
  line.slice(0, LINE_SHOWN).forEach((cell, place) => {
    if (cell !== null && !found.has(cell)) found.set(cell, { order: found.size + 1, side: 1 + ((turn + place) % 2) });
  });
  return found;
}

// --- beside the board -----------------------------------------------------------------------------------------

const BUTTONS = [
  ["undo", "Undo", "Take back your last move (U)"],
  ["redo", "Redo", "Play again what was taken back (R)"],
  ["hint", "Hint", "Mark a good move (H)"],
  ["stop", "Stop", "Stop its thinking (S)"],
  ["swap", "Swap sides", "Play the other side"],
  ["new", "New game", "Begin again"],
];
const KEYS = { u: "undo", r: "redo", h: "hint", s: "stop", t: "show", ",": "back", ".": "forward" };
const STEPS = [["first", "«", "To the start"], ["back", "‹", "One move back (,)"], ["forward", "›", "One move on (.)"], ["last", "»", "To the end"]];

class Side {
  constructor(parent, ask) {
    const head = html(parent, "div", { class: "gk-head" });
    parent.prepend(head);
    this.root = html(parent, "div", { class: "gk-side" });
    this.players = html(head, "div", { class: "gk-players" });
    this.sides = [1, 2].map((side) => {
      const chip = html(this.players, "div", { class: "gk-player", "data-gk-side": SIDE[side] });
      const icon = svg(chip, "svg", { viewBox: "-20 -20 40 40", class: "gk-icon", "aria-hidden": "true" });
      return { chip, icon, name: html(chip, "span"), count: html(chip, "b", { "data-gk-count": SIDE[side] }) };
    });
    this.says = html(head, "p", { class: "gk-says", "data-gk-says": "", role: "status", "aria-live": "polite" });
    this.notice = html(head, "p", { class: "gk-notice", "data-gk-notice": "", role: "alert", hidden: "" });
    this.buttons = {};
    const row = html(this.root, "div", { class: "gk-buttons", role: "group", "aria-label": "Game" });
    for (const [action, text, title] of BUTTONS) {
      const button = html(row, "button", { type: "button", title, "data-gk-do": action }, text);
      button.addEventListener("click", () => ask({ do: button.dataset.gkDo }));
      this.buttons[action] = button;
    }
    const settings = html(this.root, "div", { class: "gk-settings" });
    this.levelLabel = html(settings, "label", {}, "Level ");
    this.level = html(this.levelLabel, "select", { "data-gk-level": "" });
    this.level.addEventListener("change", () => ask({ do: "level", level: Number(this.level.value) }));
    const showing = html(settings, "label", { class: "gk-check" });
    this.showing = html(showing, "input", { type: "checkbox", "data-gk-show": "" });
    this.showingText = html(showing, "span");
    this.showing.addEventListener("change", () => ask({ do: "show", on: this.showing.checked }));
    this.thought = html(this.root, "div", { class: "gk-thought", "data-gk-thought": "", hidden: "" });
    this.walk = new Walk(this.root, ask, this.buttons);
  }

  update(position, grid) {
    const { scene, can, human, two } = position;
    if (this.spoken !== position.spoken) this.says.textContent = position.says;
    this.spoken = position.spoken;
    this.sides.forEach(({ chip, icon, name, count }, side) => {
      if (!icon.childElementCount) grid.drawStone(icon, side + 1);
      const who = position.names ? position.names[side] : two ? "" : human === null || human !== side ? opponent(position) : "you";
      name.title = who;
      name.textContent = who ? `${SIDE[side + 1]} ${who}` : SIDE[side + 1];
      count.textContent = position.counts ? position.counts[side] : "";
      chip.classList.toggle("gk-turn", !position.over && scene.turn === side);
    });
    const { undo, redo, hint, stop, swap } = this.buttons;
    for (const one of ["undo", "redo", "new"]) this.buttons[one].hidden = Boolean(position.names);
    undo.disabled = !can.undo;
    redo.disabled = !can.redo;
    hint.disabled = !can.hint;
    swap.hidden = !can.swap;
    stop.hidden = two && !position.looking;
    stop.disabled = !can.go && !position.looking;
    stop.textContent = can.go ? "Go" : "Stop";
    stop.dataset.gkDo = can.go ? "go" : "stop";
    this.levelLabel.hidden = two;
    this.fillLevels(position);
    this.showing.checked = position.showing;
    this.showingText.textContent = two ? "Show what moves are worth" : "Show its thinking";
    this.walk.update(position);
  }

  fillLevels(position) {
    const options = position.levels.map((name, place) => [place + 1, `${place + 1} ${name}`]);
    if (position.player) options.unshift([0, position.player]);
    this.level.title = position.level ? "" : position.spec ?? "";
    const made = JSON.stringify(options);
    if (this.options !== made) {
      this.options = made;
      this.level.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    }
    this.level.value = position.level;
  }

  think(thought, position) {
    const has = thought && thought.names;
    const isOld = has && thought.version !== position.version && thought.purpose !== "move";
    this.thought.hidden = !has || isOld;
    if (!has || isOld) return;
    this.thought.replaceChildren();
    this.thought.dataset.gkDepth = thought.depth;
    this.thought.dataset.gkNodes = thought.nodes;
    const whose = thought.purpose === "move" ? `${thought.who} thinks` : `${thought.who} for you`;
    html(this.thought, "p", { class: "gk-quiet" }, `${whose}: depth ${thought.depth}, ${grouped(thought.nodes)} nodes, ${thought.seconds.toFixed(1)}\u00a0s`);
    html(this.thought, "p", {}, "").append(bold(`value ${`${thought.value} ${thought.unit ?? ""}`.trim()}`), ` for ${thought.side}, line `, thought.names.slice(0, 8).join(" "));
  }
}

// The game's moves: to go through them, with a graph of what the positions are worth to X.
class Walk {
  constructor(parent, ask, buttons) {
    this.ask = ask;
    const bar = html(parent, "div", { class: "gk-buttons gk-walk", role: "group", "aria-label": "Moves of the game" });
    for (const [action, text, title] of STEPS) {
      buttons[action] = html(bar, "button", { type: "button", title, "aria-label": title, "data-gk-do": action }, text);
      buttons[action].addEventListener("click", () => this.go({ first: 0, back: this.at - 1, forward: this.at + 1, last: this.all }[action]));
    }
    this.where = html(bar, "span", { class: "gk-quiet", "data-gk-where": "" });
    this.analyse = html(bar, "button", { type: "button", title: "What was every position worth?", "data-gk-do": "analyse" }, "Analyse");
    this.analyse.addEventListener("click", () => ask({ do: "analyse" }));
    this.graph = svg(parent, "svg", { viewBox: "0 0 240 48", preserveAspectRatio: "none", class: "gk-graph", "data-gk-graph": "", role: "img" });
    this.graph.addEventListener("click", (event) => {
      const edge = this.graph.getBoundingClientRect();
      this.go(Math.round((event.clientX - edge.left) / edge.width * this.all));
    });
    this.worth = html(parent, "p", { class: "gk-quiet", "data-gk-worth": "" });
    const more = html(parent, "details", { class: "gk-moves" });
    this.count = html(more, "summary");
    this.list = html(more, "p", { "data-gk-moves": "" });
    this.list.addEventListener("click", (event) => { if (event.target.dataset.gkPly) this.go(Number(event.target.dataset.gkPly)); });
    this.buttons = buttons;
  }

  go(ply) { this.ask({ do: "goto", ply: Math.max(0, Math.min(this.all, ply)) }); }

  update(position) {
    const game = position.game ?? position.moves, graph = position.graph ?? [];
    this.at = position.moves.length;
    this.all = game.length;
    for (const one of ["first", "back"]) this.buttons[one].disabled = !this.at;
    for (const one of ["forward", "last"]) this.buttons[one].disabled = this.at >= this.all;
    this.where.textContent = !this.all ? "no moves yet" : this.at === this.all ? `move ${this.at}` : `move ${this.at} of ${this.all}`;
    this.analyse.hidden = !this.all || graph.length > this.all;
    this.analyse.disabled = Boolean(position.analysing) || position.thinking;
    this.count.textContent = `Moves: ${this.all}`;
    if (this.shown !== game.join(" ")) {
      this.shown = game.join(" ");
      this.list.replaceChildren();
      game.forEach((name, at) => { html(this.list, "a", { "data-gk-ply": at + 1 }, name); this.list.append(" "); });
    }
    [...this.list.children].forEach((one, at) => one.toggleAttribute("aria-current", at + 1 === this.at));
    this.draw(graph, position.unit ?? "");
  }

  draw(graph, unit) {
    this.graph.replaceChildren();
    this.graph.toggleAttribute("hidden", graph.length < 2);
    const sizes = graph.map(([, value]) => Math.abs(value)).filter((size) => size < 1e8), top = Math.max(1, ...sizes) * 1.1;
    const x = (ply) => (240 * ply) / Math.max(1, this.all), y = (value) => 24 - 23 * Math.max(-1, Math.min(1, value / top));
    const path = graph.map(([ply, value], at) => `${at ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    if (path) svg(this.graph, "path", { d: `${path}V24H${x(graph[0][0])}Z`, class: "gk-area" });
    svg(this.graph, "path", { d: "M0 24H240", class: "gk-zero" });
    svg(this.graph, "path", { d: path, class: "gk-curve" });
    svg(this.graph, "path", { d: `M${x(this.at)} 0V48`, class: "gk-here" });
    const here = graph.find(([ply]) => ply === this.at);
    const text = here && Math.abs(here[1]) < 1e8 ? here[1].toFixed(Number.isInteger(here[1]) ? 0 : 2).replace("-", "−") : here ? (here[1] > 0 ? "+∞" : "−∞") : "";
    this.worth.textContent = here && graph.length > 1 ? `value for X here: ${text} ${unit}` : "";
    this.graph.setAttribute("aria-label", `value of the game for X, ${graph.length} positions of ${this.all + 1}${here ? `, here ${text}` : ""}`);
  }
}

const grouped = (number) => number.toLocaleString("en-US");
const opponent = (position) => position.level ? position.levels[position.level - 1] : position.player;
function bold(text) {
  const made = document.createElement("b");
  made.textContent = text;
  return made;
}

// Shift+Enter has gone on to the next cell: the keys are for the board that it made. Nobody who types is disturbed.
function isJustMade(model, root) {
  if (!(Math.abs(Date.now() / 1000 - model.get("born")) < 5)) return false;
  const cell = root.closest(".jp-Cell"), active = document.querySelector(".jp-Cell.jp-mod-active");
  const isNear = cell && (active === cell || active === cell.nextElementSibling);
  return Boolean(isNear) && !document.activeElement?.closest(".cm-editor, input, select, textarea");
}

// --- everything together --------------------------------------------------------------------------------------

function render({ model, el }) {
  const root = html(el, "div", { class: "gk-board", "data-gk-board": "", [OWN_KEYS]: "true" });
  const body = html(root, "div", { class: "gk-body" });
  const stage = html(body, "div", { class: "gk-stage" });
  body.style.setProperty("--gk-width", `${model.get("width")}px`);
  const waiting = new Map(); // messages that Python has not answered: number -> its timer
  let sent = 0;
  let clicked = null;
  let grid = null;
  let isLost = false; // the kernel that held the game is gone; only an answer from it proves the contrary

  const notice = (text) => {
    side.notice.hidden = !text;
    side.notice.textContent = text;
    root.toggleAttribute("data-gk-lost", isLost);
  };
  const ask = (message) => {
    const id = ++sent;
    if (isLost) notice(RESTARTED);
    waiting.set(id, setTimeout(() => notice(isLost ? RESTARTED : NO_ANSWER), PATIENCE));
    root.dataset.gkWaiting = waiting.size;
    try {
      model.send({ ...message, id });
    } catch {
      notice(RESTARTED);
    }
  };
  const side = new Side(body, ask);

  const draw = () => {
    const position = model.get("position");
    const { scene } = position;
    if (!scene) return;
    if (!grid || grid.game !== scene.game || grid.width !== scene.width || grid.height !== scene.height) {
      stage.replaceChildren();
      grid = new Grid(stage, scene, model.get("width"));
    }
    grid.update(scene, { position, thought: model.get("thought") });
    side.update(position, grid);
    side.think(model.get("thought"), position);
    Object.assign(root.dataset, {
      gkGame: scene.game, gkVersion: position.version, gkTurn: SIDE[scene.turn + 1], gkOver: position.over,
      gkThinking: position.thinking, gkLooking: position.looking, gkStones: scene.stones.join(""),
    });
    if (clicked && clicked.version !== position.version) {
      root.dataset.gkLatency = (performance.now() - clicked.at).toFixed(1);
      clicked = null;
    }
  };
  const rethink = () => {
    const position = model.get("position");
    if (!grid || !position.scene) return;
    side.think(model.get("thought"), position);
    if (position.showing) grid.mark(position.scene, { position, thought: model.get("thought") });
  };

  const play = (cell) => {
    const { version } = model.get("position");
    clicked = { at: performance.now(), version };
    ask({ do: "play", cell, version });
  };
  const cellOf = (target) => target.closest?.("[data-gk-cell]");
  stage.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    grid.moveFocus(Number(cell.dataset.gkCell), false);
    play(Number(cell.dataset.gkCell));
  });
  stage.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0] };
    if (arrows[event.key]) grid.step(...arrows[event.key]);
    else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) play(grid.focus);
    } else if (KEYS[event.key.toLowerCase()]) {
      const action = KEYS[event.key.toLowerCase()];
      if (action === "show") side.showing.click();
      else if (!side.buttons[action].disabled) side.buttons[action].click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const heard = (message) => {
    if (!message || message.answer === undefined) return;
    clearTimeout(waiting.get(message.answer));
    waiting.delete(message.answer);
    root.dataset.gkWaiting = waiting.size;
    root.dataset.gkAnswered = message.answer;
    root.dataset.gkTook = message.took;
    isLost = false;
    if (!waiting.size) notice("");
  };
  const lost = () => {
    if (isLost) return;
    isLost = true;
    notice(RESTARTED);
    ask({ do: "hello" });
  };
  // JupyterLab and Notebook tell what happens to the kernel; elsewhere only its silence does.
  const status = model.widget_manager?.context?.sessionContext?.statusChanged;
  const kernel = (_, now) => { if (["restarting", "autorestarting", "dead"].includes(now)) lost(); };
  status?.connect(kernel);
  model.on("change:position", draw);
  model.on("change:thought", rethink);
  model.on("msg:custom", heard);
  model.on("comm_live_update", lost);
  draw();
  setTimeout(() => { if (grid && isJustMade(model, root)) grid.cells[grid.focus].group.focus({ preventScroll: true }); }, 100); // once it is on the page
  return () => {
    for (const timer of waiting.values()) clearTimeout(timer);
    model.off("change:position", draw);
    model.off("change:thought", rethink);
    model.off("msg:custom", heard);
    model.off("comm_live_update", lost);
    status?.disconnect(kernel);
  };
}

export default { render };
