// The tree on its canvas: only what is in view is drawn, so size costs nothing.

// The middle of a view that shows nothing beyond the ends, where it is smaller than the whole.
const inside = (middle, whole, view) => (view >= whole ? whole / 2 : Math.max(view / 2 - 8, Math.min(whole - view / 2 + 8, middle)));

class TreeView {
  constructor(host, film, options) {
    this.film = film;
    this.options = options; // { label, onPick(node), onStep(step) }
    this.shut = new Set();
    this.step = 0;
    this.rise = 1; // how far the value that comes up has come
    this.promise = -1; // the node whose promise caused the cut under the pointer
    this.isFree = false; // the reader has moved the picture: do not follow
    this.canvas = element("canvas", {
      tabindex: 0, role: "img", class: "gk-tree", "data-gk-tree": "", "aria-label": options.label,
    });
    this.map = element("canvas", {
      class: "gk-map", "aria-hidden": "true", title: "the whole tree: click to look there",
    });
    host.append(this.canvas, this.map);
    this.pen = this.canvas.getContext("2d");
    this.camera = null;
    this.relayout();
    this._listen();
  }

  relayout() {
    this.plan = layout(this.film, this.shut);
    if (this.mates) this.alignAll();
    this._mapImage = null;
    this.map.style.display = this.plan.items.length > 60 ? "" : "none";
  }

  // Two trees that are compared: equal nodes stand at equal places, in one scale and one height.
  alignAll() {
    align(this.mates.map((view) => view.plan));
    for (const view of this.mates) { view._mapImage = null; if (view.width) view.resize(); }
  }

  setFilm(film) { this.film = film; this.promise = -1; this.relayout(); this.resize(); }

  // --- size and camera

  resize() {
    const width = this.canvas.clientWidth;
    if (!width) return;
    const scale = Math.min(1.15, (width - 16) / this.plan.width); // as high as the tree, where all of it is shown
    const wanted = Math.max(150, Math.min(440, this.plan.height * (scale < 0.6 ? 0.85 : scale) + 16));
    this.canvas.style.height = `${wanted}px`;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(wanted * ratio);
    this.map.width = Math.round(width * ratio); this.map.height = Math.round(34 * ratio);
    [this.width, this.height, this.ratio] = [width, wanted, ratio];
    this._mapImage = null;
    this.readColours();
    if (!this.camera || !this.isFree) this.fit();
    this.redraw();
  }

  fitScale() {
    return Math.min(1.15, (this.width - 16) / this.plan.width, (this.height - 8) / this.plan.height);
  }

  // The whole tree where that can be read; else readable, and following the search.
  fit(whole = false) {
    const scale = this.fitScale();
    this.isFree = whole && scale < 0.6;
    this.camera = { x: this.plan.width / 2, y: this.plan.height / 2, scale: scale >= 0.6 || whole ? scale : 0.85 };
    if (scale >= 0.6 || whole) this.target = null; else this.follow(true);
    this.redraw();
  }

  backToSearch() {
    this.isFree = false;
    this.fit();
  }

  // About the current node, or about the pointer.
  zoom(factor, at = null) {
    const item = this.plan.items[this.itemOf(this.film.focus(this.step))];
    const [x, y] = this.toPage(item.x, item.y + item.box[1] / 2), isSeen = x > 0 && x < this.width && y > 0 && y < this.height;
    if (!at && !isSeen) Object.assign(this.camera, { x: item.x, y: item.y + item.box[1] / 2 });
    at ??= isSeen ? [x, y] : [this.width / 2, this.height / 2];
    const before = this.toTree(at);
    this.camera.scale = Math.max(Math.min(this.fitScale(), 0.5), Math.min(2.5, this.camera.scale * factor));
    const after = this.toTree(at);
    this.camera.x += before[0] - after[0];
    this.camera.y += before[1] - after[1];
    this.target = null;
    this.redraw();
  }

  toTree([x, y]) {
    return [
      (x - this.width / 2) / this.camera.scale + this.camera.x,
      (y - this.height / 2) / this.camera.scale + this.camera.y,
    ];
  }
  toPage(x, y) {
    return [
      (x - this.camera.x) * this.camera.scale + this.width / 2,
      (y - this.camera.y) * this.camera.scale + this.height / 2,
    ];
  }

  // Where a node stands on the page (for those who look from outside, such as tests).
  where(node) {
    const item = this.plan.items[this.itemOf(node)];
    const [x, y] = this.toPage(item.x, item.y + item.box[1] / 2);
    const edge = this.canvas.getBoundingClientRect();
    return { x: edge.left + x, y: edge.top + y };
  }

  // A node's item, or that of the folded node it is hidden in.
  itemOf(node) {
    while (!this.plan.itemOf.has(node)) node = this.film.pack.parent[node];
    return this.plan.itemOf.get(node);
  }

  follow(atOnce = false) {
    if (this.isFree || !this.camera || !this.width) return;
    const item = this.plan.items[this.itemOf(this.film.focus(this.step))];
    const { scale } = this.camera;
    if (this.plan.width * scale <= this.width && this.plan.height * scale <= this.height) return;
    const now = this.target ?? this.camera;
    const goal = { x: now.x, y: now.y };
    const dx = (item.x - now.x) * scale, dy = (item.y + item.box[1] / 2 - now.y) * scale;
    if (Math.abs(dx) > this.width * 0.3) goal.x = item.x;
    if (this.plan.height * scale <= this.height) goal.y = this.plan.height / 2;
    else if (Math.abs(dy) > this.height * 0.28) goal.y = item.y + item.box[1] / 2;
    if (this.plan.width * scale <= this.width) goal.x = this.plan.width / 2;
    goal.x = inside(goal.x, this.plan.width, this.width / scale);
    goal.y = inside(goal.y, this.plan.height, this.height / scale);
    this.target = goal;
    if (atOnce || calm()) { Object.assign(this.camera, goal); this.target = null; }
  }

  show(step, isQuick) {
    this.step = step;
    this.rise = this.film.steps[step].kind === RETURN && !isQuick && !calm() ? 0 : 1;
    this._riseFrom = performance.now();
    this.follow();
    this.redraw();
  }

  fold(node) {
    if (this.film.isLeaf(node)) return;
    if (this.shut.has(node)) this.shut.delete(node); else this.shut.add(node);
    const before = this.plan.items[this.itemOf(node)];
    this.relayout();
    const after = this.plan.items[this.itemOf(node)];
    this.camera.x += after.x - before.x; // the node stays where the reader looks at it
    this.follow();
    this.redraw();
  }

  // --- drawing

  readColours() {
    const style = getComputedStyle(this.canvas);
    const read = (name) => style.getPropertyValue(name).trim();
    const names = ["ink", "quiet", "faint", "paper", "max", "max-fill", "min", "min-fill", "leaf-fill", "now", "cut"];
    this.colours = Object.fromEntries(names.map((name) => [name, read(`--gk-tree-${name}`)]));
    this._mapImage = null;
  }

  redraw() {
    if (this._asked) return;
    this._asked = requestAnimationFrame(() => { this._asked = 0; this.draw(); });
  }

  draw() {
    if (!this.width || !this.camera) return;
    let isMoving = false;
    if (this.target) {
      const dx = this.target.x - this.camera.x, dy = this.target.y - this.camera.y;
      if (Math.hypot(dx, dy) * this.camera.scale < 1) {
        Object.assign(this.camera, this.target);
        this.target = null;
      }
      else { this.camera.x += dx * 0.25; this.camera.y += dy * 0.25; isMoving = true; }
    }
    if (this.rise < 1) {
      this.rise = Math.min(1, (performance.now() - this._riseFrom) / 300);
      isMoving = true;
    }
    const { pen, ratio, camera } = this;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    pen.translate(this.width / 2, this.height / 2);
    pen.scale(camera.scale, camera.scale);
    pen.translate(-camera.x, -camera.y);
    const visible = this._visible();
    this.onPath = new Set(this.film.path(this.film.focus(this.step)));
    const now = this.film.steps[this.step];
    if (now.kind === RETURN) this.onPath.add(now.node);
    for (const i of visible) this._edges(i);
    for (const i of visible) this._item(this.plan.items[i]);
    this._comingUp();
    this._drawMap();
    if (isMoving) this.redraw();
  }

  // The items on the canvas; of those closer than a pixel only one.
  _visible() {
    const { camera, plan } = this;
    const half = this.width / 2 / camera.scale, top = camera.y - this.height / 2 / camera.scale, bottom = camera.y + this.height / 2 / camera.scale;
    const from = camera.x - half, to = camera.x + half, least = 1 / camera.scale;
    const found = [];
    plan.levels.forEach((level, depth) => {
      const y = 20 + depth * plan.levelHeight;
      if (y > bottom + 10 || y + 60 < top) return;
      let last = -Infinity;
      for (const i of level) {
        const { x } = plan.items[i];
        if (x + 60 < from || x - 60 > to || x - last < least) continue;
        found.push(i);
        last = x;
      }
    });
    this._seen = new Set(found);
    return found;
  }

  _edges(i) {
    const item = this.plan.items[i];
    if (item.above >= 0) this._edge(item, this.plan.items[item.above]);
    if (!item.shut && this.camera.scale > 0.2) {
      for (const kid of this.plan.kids[i]) if (!this._seen.has(kid)) this._edge(this.plan.items[kid], item);
    }
  }

  _edge(item, above) {
    const { pen, film, step, colours } = this;
    if (!this._isKnown(item)) return;
    const isOpen = film.entered[item.node] <= step;
    const isGone = item.ghost && film.cutAt[item.node] >= 0 && film.cutAt[item.node] <= step;
    const isFaint = item.ghost || !isOpen;
    const isBest = !isFaint && film.bestChild[above.node] === item.node && film.returned[above.node] >= 0 && film.returned[above.node] <= step;
    const onPath = !isFaint && this.onPath.has(item.node) && this.onPath.has(above.node);
    pen.beginPath();
    pen.moveTo(above.x, above.y + above.box[1]);
    pen.lineTo(item.x, item.y - (item.name && this.camera.scale > 0.4 ? 13 : 0));
    pen.strokeStyle = onPath ? colours.now : isBest ? colours.ink : isFaint ? colours.faint : colours.quiet;
    pen.lineWidth = onPath ? 3 : isBest ? (film.onLine.has(item.node) && film.onLine.has(above.node) ? 3 : 2) : 1;
    pen.setLineDash(isFaint ? [4, 3] : []);
    pen.stroke();
    pen.setLineDash([]);
    if (isGone && this.camera.scale > 0.25) { // the cut: a bar across the edge
      const x = above.x + (item.x - above.x) * 0.5, y = above.y + above.box[1] + (item.y - 13 - above.y - above.box[1]) * 0.5;
      pen.strokeStyle = colours.cut; pen.lineWidth = 2.5;
      pen.beginPath(); pen.moveTo(x - 6, y + 3.5); pen.lineTo(x + 6, y - 3.5); pen.stroke();
    }
  }

  _item(item) {
    const { pen, film, step, colours, camera } = this;
    const [w, h] = item.box;
    const x = item.x - w / 2, { y } = item;
    const isReadable = camera.scale > 0.33;
    if (!this._isKnown(item)) return;
    const entered = film.entered[item.node] <= step;
    if (item.ghost) {
      const isGone = film.cutAt[item.node] >= 0 && film.cutAt[item.node] <= step;
      this._onOffer(item, isGone ? colours.cut : colours.faint, isReadable);
      if (isGone && isReadable) {
        const middle = y + GHOST[1] / 2;
        pen.strokeStyle = colours.cut; pen.lineWidth = 1.4;
        pen.beginPath(); pen.moveTo(item.x - 4, middle - 4); pen.lineTo(item.x + 4, middle + 4);
        pen.moveTo(item.x + 4, middle - 4); pen.lineTo(item.x - 4, middle + 4); pen.stroke();
      }
      return;
    }
    const isPlain = film.isLeaf(item.node, step) || film.pack.mover[item.node] < 0;
    const shape = isPlain ? "leaf" : film.isMax(item.node) ? "max" : "min";
    if (!entered) return this._onOffer(item, colours.faint, isReadable);
    const isDone = film.isDone(item.node, step);
    const isNow = film.focus(step) === item.node || (item.shut && this.itemOf(film.focus(step)) === this.plan.itemOf.get(item.node));
    const isPromise = item.node === this.promise;
    const rim = isPromise ? colours.cut : isNow ? colours.now : shape === "leaf" ? colours.quiet : colours[shape];
    const thick = isNow || isPromise ? 3.5 : this.onPath.has(item.node) ? 2 : 1.3;
    this._outline(shape, x, y, w, h, colours[`${shape}-fill`], rim, thick, false);
    if (!isReadable) return;
    this._name(item, colours.ink);
    pen.font = TINY; pen.textAlign = "left"; pen.fillStyle = colours.quiet;
    pen.fillText(item.node, x + w + 1.5, y + 8); // as the words call it
    let line = y + (shape === "max" ? ROOF : 0) + 17;
    pen.textAlign = "center";
    pen.font = BOLD;
    pen.fillStyle = isDone ? colours.ink : colours.quiet;
    pen.fillText(film.mainText(item.node, step), item.x, line);
    pen.font = SMALL;
    pen.fillStyle = isDone ? colours.quiet : colours.ink;
    const small = film.smallText(item.node, step);
    if (small) pen.fillText(small, item.x, (line += 14));
    if (item.shut) {
      pen.font = NAME; pen.fillStyle = colours.quiet;
      pen.fillText(`▾ ${this._below(item.node).toLocaleString("en")} folded`, item.x, y + h + 12);
    }
  }

  // Is it on the table yet? The root, and the moves of nodes that were entered. More would give away what
  // will be cut.
  _isKnown(item) {
    if (this.film.pack.paths) return this.film.entered[item.node] <= this.step;
    return item.above < 0 || this.film.entered[this.plan.items[item.above].node] <= this.step;
  }

  // A move that was not looked at, so far or for good.
  _onOffer(item, colour, isReadable) {
    this._outline("leaf", item.x - GHOST[0] / 2, item.y, ...GHOST, null, colour, 1, true);
    if (isReadable) this._name(item, colour);
  }

  _below(node) {
    let count = 0;
    const { depth } = this.film;
    for (let i = node + 1; depth[i] > depth[node]; i++) count += 1;
    return count;
  }

  _name(item, colour) {
    if (!item.name) return;
    const { pen, colours } = this;
    pen.font = NAME; pen.textAlign = "center";
    pen.lineWidth = 3; pen.strokeStyle = colours.paper; pen.lineJoin = "round";
    pen.strokeText(item.name, item.x, item.y - 4);
    pen.fillStyle = colour;
    pen.fillText(item.name, item.x, item.y - 4);
  }

  // Max points up, min points down, as in the still pictures.
  _outline(shape, x, y, w, h, fill, rim, thick, isDashed) {
    const { pen } = this;
    pen.beginPath();
    if (this.camera.scale < 0.12) pen.rect(x, y, w, h);
    else if (shape === "leaf") pen.roundRect(x, y, w, h, 6);
    else {
      const [tip, eaves, base] = shape === "max" ? [y, y + ROOF, y + h] : [y + h, y + h - ROOF, y];
      pen.moveTo(x, base);
      for (const [a, b] of [[x, eaves], [x + w / 2, tip], [x + w, eaves], [x + w, base]]) pen.lineTo(a, b);
      pen.closePath();
    }
    if (fill) { pen.fillStyle = this.colours.paper; pen.fill(); pen.fillStyle = fill; pen.fill(); }
    pen.strokeStyle = rim; pen.lineWidth = thick;
    pen.setLineDash(isDashed ? [4, 3] : []);
    pen.stroke();
    pen.setLineDash([]);
  }

  // The value on its way from a child to its parent.
  _comingUp() {
    const { film, step, pen, colours } = this, { kind, node, at } = film.steps[step];
    if (kind !== RETURN || at < 0 || this.camera.scale < 0.33) return;
    const from = this.plan.items[this.itemOf(node)], to = this.plan.items[this.itemOf(at)];
    if (from === to) return;
    const share = 0.08 + 0.47 * this.rise * (2 - this.rise);
    const top = to.y + to.box[1], x = from.x + (to.x - from.x) * share, y = from.y - 13 + (top - from.y + 13) * share;
    const text = "↑ " + (film.pack.others[node]?.[0] ?? figure(film.valueAbove(node)));
    pen.font = BOLD; pen.textAlign = "center";
    const w = textWidth(text, BOLD) + 14;
    pen.beginPath(); pen.roundRect(x - w / 2, y - 11, w, 22, 11);
    pen.fillStyle = colours.now; pen.fill();
    pen.fillStyle = colours.paper; pen.fillText(text, x, y + 5);
  }

  _drawMap() {
    if (this.map.style.display === "none") return;
    const pen = this.map.getContext("2d"), { plan, colours, ratio } = this;
    const sx = this.map.width / plan.width, sy = this.map.height / (plan.levels.length + 0.5);
    const dot = Math.max(1, Math.min(3, ratio));
    if (!this._mapImage) {
      this._mapImage = element("canvas", { width: this.map.width, height: this.map.height });
      const ink = this._mapImage.getContext("2d");
      for (const item of plan.items) {
        ink.fillStyle = item.ghost ? colours.faint : colours.quiet;
        ink.fillRect(item.x * sx - dot / 2, (item.level + 0.4) * sy, dot, Math.max(1, sy * 0.5));
      }
    }
    pen.clearRect(0, 0, this.map.width, this.map.height);
    pen.drawImage(this._mapImage, 0, 0);
    const half = this.width / 2 / this.camera.scale;
    pen.strokeStyle = colours.ink; pen.lineWidth = ratio;
    pen.strokeRect((this.camera.x - half) * sx, 1, Math.max(3, 2 * half * sx), this.map.height - 2);
    pen.fillStyle = colours.now;
    for (const node of this.film.path(this.film.focus(this.step))) {
      const item = plan.items[this.itemOf(node)];
      pen.fillRect(item.x * sx - 2 * ratio, (item.level + 0.25) * sy, 4 * ratio, Math.max(3, sy * 0.8));
    }
  }

  // --- mouse

  hit(event) {
    const edge = this.canvas.getBoundingClientRect();
    const [x, y] = this.toTree([event.clientX - edge.left, event.clientY - edge.top]);
    const level = this.plan.levels[Math.max(0, Math.floor((y - 4) / this.plan.levelHeight))] ?? [];
    const slack = 4 / this.camera.scale;
    const isThere = (item) => Math.abs(item.x - x) <= item.wide / 2 + slack && y >= item.y - 16 && y <= item.y + item.box[1] + 14;
    return level.map((i) => this.plan.items[i]).find((item) => this._isKnown(item) && isThere(item));
  }

  // A cut that has been made: point out the node whose promise caused it.
  point(item) {
    const { film, step } = this, cut = item?.ghost ? film.cutAt[item.node] : -1;
    const promise = cut >= 0 && cut <= step ? film.source(cut) : -1;
    if (promise !== this.promise) { this.promise = promise; this.redraw(); }
    this.canvas.dataset.gkPromise = promise < 0 ? "" : promise;
    return cut >= 0 && cut <= step ? film.words(cut) : "";
  }

  _listen() {
    const { canvas } = this;
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, y: event.clientY, isDrag: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (drag) {
        const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
        if (!drag.isDrag && Math.hypot(dx, dy) < 4) return;
        Object.assign(drag, { isDrag: true, x: event.clientX, y: event.clientY });
        this.isFree = true; this.target = null;
        this.camera.x -= dx / this.camera.scale; this.camera.y -= dy / this.camera.scale;
        this.redraw();
        return;
      }
      const item = this.hit(event);
      canvas.style.cursor = item && !item.ghost ? "pointer" : "grab";
      const why = this.point(item);
      canvas.title = why || (item && !item.ghost ? this.tip(item.node) : "");
    });
    canvas.addEventListener("pointerleave", () => this.point(null));
    canvas.addEventListener("pointerup", (event) => {
      const item = drag && !drag.isDrag ? this.hit(event) : null;
      drag = null;
      if (!item) return;
      if (item.ghost) { // a touch cannot hover: go to the cut, whose words say why
        if (this.point(item)) this.options.onStep(this.film.cutAt[item.node]);
        return;
      }
      const when = performance.now();
      if (when - (this._picked?.when ?? 0) > 500) this._picked = { when, from: this.step };
      this.isFree = false;
      this.options.onPick(item.node);
    });
    canvas.addEventListener("pointercancel", () => { drag = null; });
    canvas.addEventListener("dblclick", (event) => {
      const item = this.hit(event);
      if (!item || item.ghost) return;
      this.options.onStep(this._picked?.from ?? this.step); // the first click of the two went to the node
      this.fold(item.node);
    });
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // plain scrolling belongs to the notebook
      event.preventDefault();
      const edge = canvas.getBoundingClientRect();
      this.isFree = true;
      this.zoom(Math.exp(-event.deltaY / 300), [event.clientX - edge.left, event.clientY - edge.top]);
    }, { passive: false });
    this.map.addEventListener("click", (event) => {
      this.isFree = true; this.target = null;
      this.camera.x = event.offsetX / this.map.clientWidth * this.plan.width;
      this.redraw();
    });
  }

  tip(node) {
    const { film, step } = this;
    const names = film.path(node).map((i) => film.pack.name[i]).filter(Boolean).join(", ");
    const head = `node ${node}${names ? `: ${names}` : ""}`;
    if (film.entered[node] > step) return `${head} (not reached yet; click to go there)`;
    if (film.pack.paths) return `${head}, ${film.mainText(node, step)} visits, average ${film.smallText(node, step)}`;
    const window = film.hasWindow(node) ? `, window ${windowText(...film.windowAt(node, step))}` : "";
    return film.returned[node] <= step ? `${head}, value ${film.valueText(node)}${window}` : `${head}${window}`;
  }
}
