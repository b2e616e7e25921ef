// The windows on the way to the current node, as bars on a number line.

const MOST_ROWS = 7;

class WindowLines {
  constructor(host) { this.host = host; }

  setFilm(film) {
    this.film = film;
    const { pack } = film;
    const found = new Set();
    for (const list of [pack.value, pack.alpha, pack.beta]) {
      for (const x of list) if (x !== null && Math.abs(x) < INF) found.add(x);
    }
    this.marks = [...found].sort((a, b) => a - b);
    this.isEven = this.marks.length <= 9; // few numbers stand evenly, so that each can be read
  }

  // 0 to 1 between the two infinities
  place(x) {
    const { marks } = this;
    if (Math.abs(x) >= INF || !marks.length) return x > 0 ? 1 : 0;
    const inside = (share) => 0.1 + 0.8 * share;
    const lowest = marks[0], highest = marks.at(-1);
    if (lowest === highest) return 0.5;
    if (!this.isEven) return inside((x - lowest) / (highest - lowest));
    let at = marks.findIndex((mark) => mark >= x);
    if (at < 0) at = marks.length - 1;
    const rank = marks[at] === x || at === 0 ? at : at - 1 + (x - marks[at - 1]) / (marks[at] - marks[at - 1]);
    return inside(Math.max(0, rank) / (marks.length - 1));
  }

  ticks() {
    const { marks } = this;
    if (this.isEven) return marks;
    const lowest = marks[0], highest = marks.at(-1);
    return lowest < 0 && highest > 0 ? [lowest, 0, highest] : [lowest, highest];
  }

  show(step) {
    const { film } = this;
    if (!film.hasWindows) { this.host.style.display = "none"; return; }
    const { pack } = film;
    const focus = film.focus(step);
    const path = film.path(focus);
    const rows = path.slice(-MOST_ROWS);
    const LEFT = 78, WIDTH = 236, ROW = 22, top = 6;
    const x = (value) => LEFT + this.place(value) * WIDTH;
    const parts = [];
    const esc = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;");
    const bottom = top + rows.length * ROW;
    let free = LEFT + 18; // where the next number may begin without touching the last
    for (const mark of this.ticks()) {
      parts.push(`<line x1="${x(mark)}" x2="${x(mark)}" y1="${top}" y2="${bottom}" class="gk-tick"/>`);
      const half = textWidth(figure(mark), SMALL) / 2;
      if (x(mark) - half < free || x(mark) + half > LEFT + WIDTH - 10) continue;
      parts.push(`<text x="${x(mark)}" y="${bottom + 13}" class="gk-scale">${figure(mark)}</text>`);
      free = x(mark) + half + 4;
    }
    parts.push(`<text x="${LEFT}" y="${bottom + 13}" class="gk-scale">−∞</text><text x="${LEFT + WIDTH}" y="${bottom + 13}" class="gk-scale">∞</text>`);
    rows.forEach((node, row) => {
      const y = top + row * ROW + ROW / 2;
      const isNow = node === focus;
      const side = pack.view === "mover" || film.isLeaf(node) ? "max" : film.isMax(node) ? "max" : "min";
      const name = pack.name[node] || (pack.parent[node] < 0 ? "start" : pack.function);
      parts.push(`<text x="${LEFT - 8}" y="${y + 4}" class="gk-row${isNow ? " gk-now" : ""}">${esc(name.length > 10 ? `${name.slice(0, 9)}…` : name)}</text>`);
      const [alpha, beta] = film.windowAt(node, step);
      if (alpha === null && beta === null) return;
      const from = x(alpha ?? -INF), to = x(beta ?? INF);
      if (alpha !== null && beta !== null && alpha >= beta) {
        parts.push(`<path d="M${to} ${y}H${from}" class="gk-closed-gap"/><path d="M${to} ${y - 8}v16M${from} ${y - 8}v16" class="gk-closed"/>`);
        const isLate = Math.max(from, to) > LEFT + WIDTH - 40; // no room to the right of it
        const [at, anchor] = isLate ? [Math.min(from, to) - 6, "end"] : [Math.max(from, to) + 6, "start"];
        parts.push(`<text x="${at}" y="${y + 4}" class="gk-shut" text-anchor="${anchor}">closed</text>`);
      } else {
        parts.push(`<rect x="${from}" y="${y - 5}" width="${Math.max(2, to - from)}" height="10" rx="2" class="gk-open gk-open-${side}${isNow ? " gk-now" : ""}"/>`);
        parts.push(`<path d="M${from} ${y - 8}v16M${to} ${y - 8}v16" class="gk-ends"/>`);
      }
      const best = film.bestAt(node, step);
      if (best !== null) parts.push(`<circle cx="${x(best)}" cy="${y}" r="4" class="gk-best"><title>best so far ${figure(best)}</title></circle>`);
    });
    const [alpha, beta] = film.windowAt(focus, step);
    const hidden = path.length - rows.length;
    this.host.innerHTML = `<div class="gk-head">What still matters: alpha to beta${hidden ? ` <span class="gk-quiet">…last ${rows.length}</span>` : ""}</div>
<svg viewBox="0 0 ${LEFT + WIDTH + 14} ${bottom + 18}" role="img" aria-label="window ${windowText(alpha, beta)}, from the start down to the current node">${parts.join("")}</svg>`;
  }
}
