// The film of a Monte Carlo tree search: a step is a simulation, and what stands in the nodes grows.

class Simulated {
  constructor(pack) {
    this.pack = pack;
    this.size = pack.parent.length;
    this.last = pack.paths.length - 1;
    this.children = Array.from({ length: this.size }, () => []);
    for (let i = 1; i < this.size; i++) this.children[pack.parent[i]].push(i);
    this.entered = new Int32Array(this.size).fill(-1);
    this.returned = new Int32Array(this.size).fill(-1);
    this.cutAt = new Int32Array(this.size).fill(-1);
    this.cuts = [];
    this.seen = Array.from({ length: this.size }, () => []); // of each node: the simulations through it,
    this.sums = Array.from({ length: this.size }, () => []); // and the points of whoever chose it, after each
    pack.kind = pack.paths.map(() => ENTER);
    pack.node = pack.paths.map((path) => path.at(-1));
    pack.at = pack.node;
    pack.paths.forEach((path, step) => path.forEach((node) => {
      if (this.entered[node] < 0) this.entered[node] = step;
      const above = pack.parent[node], gain = above < 0 || pack.mover[above] === 0 ? pack.points[step] : 1 - pack.points[step];
      this.sums[node].push((this.sums[node].at(-1) ?? 0) + gain);
      this.seen[node].push(step);
    }));
    this.onLine = new Set();
  }

  get lacksWords() { return false; }
  words(step) { return this.pack.words[step]; }
  isLeaf(node, step = this.last) { return !this.children[node].some((child) => this.entered[child] <= step); }
  isMax(node) { return this.pack.mover[node] === 0; }
  isDone() { return true; }
  hasWindow() { return false; }
  windowAt() { return [null, null]; }
  source() { return -1; }
  focus(step) { return this.pack.node[step]; }
  path(node) { return Film.prototype.path.call(this, node); }
  visits(node, step) {
    const { length } = this.seen[node];
    let low = 0, high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.seen[node][middle] <= step) low = middle + 1; else high = middle;
    }
    return low;
  }
  mainText(node, step) { return String(this.visits(node, step)); }
  smallText(node, step) {
    const visits = this.visits(node, step);
    return visits ? (this.sums[node][visits - 1] / visits).toFixed(2) : "";
  }
}

// The terms of UCB at each node of the path, as they were when the simulation chose.
function terms(host, film, step) {
  host.replaceChildren();
  for (const { at, side, total, rows } of film.pack.tables[step]) {
    const names = film.path(at).map((node) => film.pack.name[node]).filter(Boolean);
    const table = element("table", { class: "gk-terms", "data-gk-terms": at },
      element("caption", {}, `${names.length ? `after ${names.join(", ")}` : "at the start"}: ${side} chooses, ${total} visits so far`));
    const line = (kind, cells, isChosen = false) => {
      const row = element("tr", isChosen ? { class: "gk-chosen", "aria-current": "true" } : {});
      row.append(...cells.map((text) => element(kind, {}, text)));
      table.append(row);
    };
    line("th", ["move", "visits", "average", "+ curiosity", "= bound"]);
    for (const [name, visits, average, bonus, isChosen] of rows) {
      const figures = visits ? [average, bonus, average + bonus].map((x) => x.toFixed(2)) : ["", "", "first"];
      line("td", [(isChosen ? "▸ " : "") + name, String(visits), ...figures], Boolean(isChosen));
    }
    host.append(table);
  }
}
