// The film of a Monte Carlo tree search: a step is a simulation, and what stands in the nodes grows.

class Simulated extends Film {
  play() {
    const { pack } = this;
    this.seen = pack.parent.map(() => []); // of each node: the simulations through it,
    this.sums = pack.parent.map(() => []); // and the points of whoever chose it, after each
    this.steps = pack.paths.map((path, step) => ({ kind: ENTER, node: path.at(-1), visited: step + 1 }));
    this.hasWindows = true; // two lines of writing in a node
    pack.paths.forEach((path, step) => path.forEach((node) => {
      if (this.entered[node] < 0) this.entered[node] = step;
      const above = pack.parent[node], gain = above < 0 || pack.mover[above] === 0 ? pack.points[step] : 1 - pack.points[step];
      this.sums[node].push((this.sums[node].at(-1) ?? 0) + gain);
      this.seen[node].push(step);
    }));
  }

  words(step) { return this.pack.words[step]; }
  isLeaf(node, step = this.last) { return !this.children[node].some((child) => this.entered[child] <= step); }
  isDone() { return true; }
  hasWindow() { return false; }
  windowAt() { return [null, null]; }
  source() { return -1; }
  visits(node, step) { return this.seen[node].findLastIndex((seen) => seen <= step) + 1; }
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
