// A film: what is known of a search at each of its steps. Everything else reads it.

const ENTER = 0, RETURN = 1, CUT = 2;
const KINDS = ["enter", "return", "cut"];
const INF = 1e9;
const MOST_GHOSTS = 4; // more cut moves than this stand together as one
const SPEEDS = [1, 2, 5, 15, 60]; // steps a second
const PATIENCE = 4000; // ms to wait for Python before saying that it does not answer

const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// Three figures or so as Python's "%.3g" gives them: a tie goes to the even digit.
function short(x, digits) {
  const exact = x.toPrecision(60).replace(/e.*/, "").replace(/[-.]/g, "").replace(/^0+/, "");
  const isTie = /^50*$/.test(exact.slice(digits)) && "02468".includes(exact[digits - 1]);
  const text = (isTie ? x * (1 - 1e-9) : x).toPrecision(digits);
  if (text.includes("e")) return text.replace(/\.?0*e/, "e").replace(/e([+-])(\d)$/, "e$10$2");
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

// A number as people write it: what `number_text` in draw/traces.py gives.
function figure(x) {
  if (x === null || x === undefined) return "?";
  if (Math.abs(x) >= INF) return x > 0 ? "∞" : "−∞";
  if (Number.isInteger(x)) return String(x).replace("-", "−");
  const isFar = Math.abs(x) < 1e-4 || Math.abs(x) >= 1000;
  return short(isFar ? Number(x.toExponential(2)) : x, 3).replace("-", "−");
}

// The same for machines that read the page: inf, -inf, nothing.
function plain(x) {
  if (x === null || x === undefined) return "";
  return Math.abs(x) >= INF ? (x > 0 ? "inf" : "-inf") : String(x);
}

const windowText = (alpha, beta) => `(${figure(alpha)}, ${figure(beta)})`;

const unpack = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

const less = (x) => (x === null ? null : -x || 0);

// `pack` is what pack.py tells of the nodes; what happens at each step is worked out here.
class Film {
  constructor(pack, view = pack.view) {
    const { parent } = pack;
    this.told = pack;
    this.pack = { ...pack, view };
    this.size = parent.length;
    this.children = parent.map(() => []);
    this.depth = parent.map(() => 0);
    for (let i = 1; i < this.size; i++) {
      this.children[parent[i]].push(i);
      this.depth[i] = this.depth[parent[i]] + 1;
    }
    this.entered = new Int32Array(this.size).fill(-1);
    this.returned = new Int32Array(this.size).fill(-1);
    this.cutAt = new Int32Array(this.size).fill(-1);
    this.bestChild = new Int32Array(this.size).fill(-1);
    this.cuts = [];
    this.steps = []; // { kind, node, at, alpha, beta, best, visited, cut }: the window and the best value of `at`
    this.hasWindows = parent.some((_, node) => this.hasWindow(node));
    this.play(view !== pack.view);
    this.last = this.steps.length - 1;
    this.onLine = new Set();
    for (let node = 0; node >= 0; node = this.bestChild[node]) this.onLine.add(node);
  }

  // A node that maximises raises alpha, one that minimises lowers beta, as the textbook has it. A search that does
  // something else shows itself by windows and cuts that do not fit, and the words say so.
  play(isTurned) {
    const { pack } = this, { mover } = pack;
    if (isTurned) {
      const turned = (list, other = list) => list.map((x, node) => (mover[node] === 1 ? less(other[node]) : x));
      const { value, alpha, beta } = pack;
      Object.assign(pack, { value: turned(value), alpha: turned(alpha, beta), beta: turned(beta, alpha) });
    }
    let visited = 0, cut = 0;
    const step = (kind, node, at, frame) => this.steps.push({ kind, node, at, ...frame, visited, cut }) - 1;
    const enter = (node) => {
      const frame = { alpha: pack.alpha[node], beta: pack.beta[node], best: null };
      visited += 1;
      this.entered[node] = step(ENTER, node, node, frame);
      for (const child of this.children[node]) {
        enter(child);
        this.take(node, child, frame);
        this.returned[child] = step(RETURN, child, node, frame);
      }
      if (!pack.pruned[node]) return;
      cut += pack.pruned[node].length;
      this.cutAt[node] = step(CUT, node, node, frame);
      this.cuts.push(this.cutAt[node]);
    };
    enter(0);
    this.returned[0] = step(RETURN, 0, -1, { alpha: null, beta: null, best: pack.value[0] });
  }

  // A child's value comes up: is it the best so far, and does the window close?
  take(node, child, frame) {
    const value = this.valueAbove(child), wantsMuch = this.wantsMuch(node);
    if (value === null || this.pack.view === "none") return;
    if (frame.best === null || (wantsMuch ? value > frame.best : value < frame.best)) {
      frame.best = value;
      this.bestChild[node] = child;
    }
    if (wantsMuch && frame.alpha !== null) frame.alpha = Math.max(frame.alpha, frame.best);
    if (!wantsMuch && frame.beta !== null) frame.beta = Math.min(frame.beta, frame.best);
  }

  // Negamax always wants much.
  wantsMuch(node) { return this.pack.view !== "first" || this.isMax(node); }
  // A node's value as its parent sees it.
  valueAbove(node) {
    const { value, mover, parent, view } = this.pack;
    return view === "mover" && mover[node] !== mover[parent[node]] ? less(value[node]) : value[node];
  }

  isLeaf(node) { return !this.children[node].length; }
  isMax(node) { return this.pack.mover[node] === 0; }
  focus(step) {
    const { kind, at, node } = this.steps[step];
    return kind === RETURN && at >= 0 ? at : node;
  }

  path(node) {
    const found = [];
    for (; node >= 0; node = this.pack.parent[node]) found.push(node);
    return found.reverse();
  }

  // The last child whose value had come up by this step, or -1.
  lastBack(node, step) { return this.children[node].findLast((kid) => this.returned[kid] <= step) ?? -1; }

  windowAt(node, step) {
    const back = this.lastBack(node, step);
    if (back < 0) return [this.pack.alpha[node], this.pack.beta[node]];
    const { alpha, beta } = this.steps[this.returned[back]];
    return [alpha, beta];
  }

  bestAt(node, step) {
    const back = this.lastBack(node, step);
    return back < 0 ? null : this.steps[this.returned[back]].best;
  }

  // Whose promise is the bound that a cut met? The nearest node above that wants the opposite; -1 if none.
  source(step) {
    const { pack } = this, { node, alpha, beta } = this.steps[step], bound = this.wantsMuch(node) ? beta : alpha;
    return this.path(node).reverse().find((above) => {
      const best = pack.mover[above] === pack.mover[node] ? null : this.bestAt(above, step);
      return best !== null && (pack.view === "mover" ? -best : best) === bound;
    }) ?? -1;
  }

  words(step) { return inWords(this, this.steps[step]); }
  valueText(node) { return this.pack.others[node]?.[0] ?? figure(this.pack.value[node]); }

  // What stands in a node at a step: its value, and below it the window or nothing.
  mainText(node, step) {
    if (this.returned[node] <= step) return this.valueText(node);
    const open = this.bestAt(node, step);
    return open === null ? "…" : figure(open);
  }
  smallText(node, step) { return !this.isLeaf(node) && this.hasWindow(node) ? windowText(...this.windowAt(node, step)) : ""; }
  isDone(node, step) { return this.returned[node] <= step; }

  hasWindow(node) { return this.pack.alpha[node] !== null || this.pack.beta[node] !== null; }
}
