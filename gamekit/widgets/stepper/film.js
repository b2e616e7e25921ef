// A film: what is known of a search at each of its steps. Everything else reads it.

const ENTER = 0, RETURN = 1, CUT = 2;
const INF = 1e9;
const MOST_GHOSTS = 4; // more cut moves than this stand together as one
const SPEEDS = [1, 2, 5, 15, 60]; // steps a second
const PATIENCE = 4000; // ms to wait for Python before saying that it does not answer

const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function figure(x) {
  if (x === null || x === undefined) return "?";
  if (Math.abs(x) >= INF) return x > 0 ? "∞" : "−∞";
  const text = Number.isInteger(x) ? String(x) : String(Number(x.toPrecision(3)));
  return text.replace("-", "−");
}

// The same for machines that read the page: inf, -inf, nothing.
function plain(x) {
  if (x === null || x === undefined) return "";
  return Math.abs(x) >= INF ? (x > 0 ? "inf" : "-inf") : String(x);
}

const windowText = (alpha, beta) => `(${figure(alpha)}, ${figure(beta)})`;

// JupyterLab and Notebook look for shortcuts (arrows, space, c, d, f) from the focused element upwards and
// stop at this attribute, so whatever can have the focus must carry it itself.
const OWN_KEYS = "data-lm-suppress-shortcuts";

function element(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  if (/^(button|select|input|textarea|canvas)$/.test(tag)) made.setAttribute(OWN_KEYS, "true");
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside);
  return made;
}

const unpack = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

class Film {
  constructor(pack) {
    this.pack = pack;
    this.size = pack.parent.length;
    this.last = pack.kind.length - 1;
    this.children = Array.from({ length: this.size }, () => []);
    for (let i = 1; i < this.size; i++) this.children[pack.parent[i]].push(i);
    this.entered = new Int32Array(this.size).fill(-1);
    this.returned = new Int32Array(this.size).fill(-1);
    this.cutAt = new Int32Array(this.size).fill(-1);
    this.cuts = [];
    pack.kind.forEach((kind, step) => {
      const node = pack.node[step];
      if (kind === ENTER) this.entered[node] = step;
      else if (kind === RETURN) this.returned[node] = step;
      else { this.cutAt[node] = step; this.cuts.push(step); }
    });
    this.onLine = new Set(pack.line);
  }

  isLeaf(node) { return !this.children[node].length && !this.pack.folded[node]; }
  isMax(node) { return this.pack.mover[node] === 0; }
  focus(step) {
    const { kind, at, node } = this.pack;
    return kind[step] === RETURN && at[step] >= 0 ? at[step] : node[step];
  }

  path(node) {
    const found = [];
    for (; node >= 0; node = this.pack.parent[node]) found.push(node);
    return found.reverse();
  }

  // The last child whose value had come up by this step, or -1.
  lastBack(node, step) {
    const kids = this.children[node];
    let low = 0, high = kids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.returned[kids[middle]] <= step) low = middle + 1; else high = middle;
    }
    return low ? kids[low - 1] : -1;
  }

  windowAt(node, step) {
    const back = this.lastBack(node, step);
    if (back < 0) return [this.pack.alpha[node], this.pack.beta[node]];
    const when = this.returned[back];
    return [this.pack.stepAlpha[when], this.pack.stepBeta[when]];
  }

  bestAt(node, step) {
    const back = this.lastBack(node, step);
    return back < 0 ? null : this.pack.best[this.returned[back]];
  }

  // Whose promise is the bound that a cut met? The nearest node above that wants the opposite; -1 if none.
  source(step) {
    const { pack } = this, node = pack.node[step];
    const much = pack.view !== "first" || this.isMax(node), bound = much ? pack.stepBeta[step] : pack.stepAlpha[step];
    return this.path(node).reverse().find((above) => {
      const best = pack.mover[above] === pack.mover[node] ? null : this.bestAt(above, step);
      return best !== null && (pack.view === "mover" ? -best : best) === bound;
    }) ?? -1;
  }

  // A long film comes with the words of its first steps; the rest is asked for once it is on show.
  get lacksWords() { return this.pack.words.length <= this.last; }
  words(step) { return this.pack.words[step] ?? "…"; }

  // What stands in a node at a step: its value, and below it the window or nothing.
  mainText(node, step) {
    if (this.returned[node] <= step) return this.pack.valueText[node];
    const open = this.bestAt(node, step);
    return open === null ? "…" : figure(open);
  }
  smallText(node, step) { return !this.isLeaf(node) && this.hasWindow(node) ? windowText(...this.windowAt(node, step)) : ""; }
  isDone(node, step) { return this.returned[node] <= step; }

  hasWindow(node) { return this.pack.alpha[node] !== null || this.pack.beta[node] !== null; }
}
