// Plates and trees that a reader changes: the tree, its windows and its cuts follow at once.
//
// tracer.js searches; here are the two games, the words of gamekit/widgets/stepper/words.py for them, and what is
// typed and dragged. tests/test_changed_trees.py compares films and words with Python.

(() => {
  const { numberText: figure } = gamekit;
  const INF = 1e9, ENTER = 0, CUT = 2, MOST_NODES = 2000;
  const SEARCHES = ["minimax", "alphabeta", "negamax"];

  // --- the two games: read as gamekit.games reads them ------------------------------------------------------

  const pairs = (notes) => notes.flatMap((one, at) => notes.slice(at + 1).map((other) => [one, other]));
  const letter = (place) => String.fromCharCode(65 + place);
  const branch = (place) => (place < 26 ? letter(place).toLowerCase() : String(place + 1));
  const whole = (text) => {
    if (!/^\d{1,7}$/.test(text) || Number(text) > 1e6) throw new Error(`a note is a whole number from 0 to 1000000, not ${text || "nothing"}`);
    return Number(text);
  };
  const number = (text) => {
    const sign = text.match(/^\s*(-?)inf\s*$/i);
    if (sign) return sign[1] ? -INF : INF;
    if (!/^\s*-?\d+(\.\d+)?\s*$/.test(text) || Math.abs(text) >= INF) throw new Error(`a leaf is a number such as 5, 2.5 or inf, not ${text || "nothing"}`);
    return Number(text);
  };

  const GAMES = {
    plates: {
      read(text) {
        const plates = text.trim().split("/").map((plate) => plate.split(",").map((note) => whole(note.trim())));
        plates.forEach((notes, place) => {
          if (notes.length < 2 || notes.length > 20) throw new Error(`plate ${place + 1} has ${notes.length} note${notes.length === 1 ? "" : "s"}; a plate has 2 to 20`);
        });
        if (plates.length > 26) throw new Error(`there are ${plates.length} plates; at most 26 have names`);
        return plates;
      },
      write: (plates) => plates.map((notes) => notes.join(",")).join("/"),
      leaf: whole,
      state: (plates) => ({
        mover: 0,
        names: plates.map((_, place) => letter(place)),
        children: plates.map((notes) => ({
          mover: 1,
          names: pairs(notes).map((two) => two.join("+")),
          children: pairs(notes).map((two) => ({ mover: 0, names: two.map(String), children: two.map((value) => ({ mover: 1, value })) })),
        })),
      }),
      called: (place) => `plate ${letter(place.at(-1))}`,
      leafCalled: (place) => `note ${place[1] + 1} of plate ${letter(place[0])}`,
    },
    tree: {
      read(text) {
        let lists;
        const quoted = text.replace(/-?inf\b|-?\d+(\.\d+)?/gi, (one) => `"${one}"`);
        try { lists = JSON.parse(quoted); } catch { throw new Error("a tree is lists of numbers such as [[5, 3], [1, 9]]"); }
        const read = (one) => {
          if (Array.isArray(one) && !one.length) throw new Error("an empty list is neither a leaf nor a node with children");
          if (one === null || (typeof one === "object" && !Array.isArray(one))) throw new Error("a tree is made of lists and numbers");
          return Array.isArray(one) ? one.map(read) : number(String(one));
        };
        if (!Array.isArray(lists)) throw new Error("a tree begins with a list, such as [[5, 3], [1, 9]]");
        return read(lists);
      },
      write: (lists) => (Array.isArray(lists) ? `[${lists.map(GAMES.tree.write).join(", ")}]` : Math.abs(lists) >= INF ? (lists > 0 ? "inf" : "-inf") : String(lists)),
      leaf: number,
      state: (lists, mover = 0) => (Array.isArray(lists)
        ? { mover, names: lists.map((_, place) => branch(place)), children: lists.map((one) => GAMES.tree.state(one, 1 - mover)) }
        : { mover, value: lists }),
      called: (place) => `branch ${place.map(branch).join(".")}`,
      leafCalled: (place) => `leaf ${place.map(branch).join(".")}`,
    },
  };
  gamekit.readTree = (game, text) => GAMES[game].read(text);
  const size = ({ children = [] }) => children.reduce((sum, child) => sum + size(child), 1);
  const isWhole = ({ value = 0, children = [] }) => Number.isInteger(value) && children.every(isWhole);

  // --- a film: what pack.py gives the page ------------------------------------------------------------------

  const columns = (rows, names) => Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
  gamekit.filmOf = (search, game, things, { view = null, patient = false } = {}) => {
    const ownView = search === "negamax" ? "mover" : "first", shown = view ?? ownView, state = GAMES[game].state(things);
    const { nodes, steps } = gamekit.trace(search, state, shown !== ownView, patient ? (alpha, beta) => alpha > beta : undefined);
    const line = [0];
    while (nodes[line.at(-1)].bestChild >= 0) line.push(nodes[line.at(-1)].bestChild);
    const pack = {
      ...columns(nodes, ["parent", "depth", "number", "name", "mover", "value", "alpha", "beta", "folded", "bestChild"]),
      ...columns(steps, ["kind", "node", "at", "stepAlpha", "stepBeta", "best", "visited", "cut"]),
      pruned: Object.fromEntries(nodes.filter(({ names, looked }) => looked < names.length).map((one) => [one.number, one.names.slice(one.looked)])),
      valueText: nodes.map(({ value }) => figure(value)),
      ...{ function: search, view: shown, ownView, hasView: true, hasWindow: search !== "minimax", total: nodes.length },
      ...{ note: "", line, hasStates: false, words: [] },
    };
    pack.words = words(new gamekit.widgets.stepper.Film(pack), isWhole(state));
    return pack;
  };

  // --- words: as gamekit/widgets/stepper/words.py -----------------------------------------------------------

  const SIDES = ["the first player", "the second player"];
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const counted = (count, thing) => `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
  const range = (alpha, beta) => `(${figure(alpha)}, ${figure(beta)})`;

  function meaning(alpha, beta, areWhole) {
    const text = `Window ${range(alpha, beta)}`, low = alpha > -INF, high = beta < INF;
    if (low && high) {
      if (alpha >= beta) return `${text}: it is empty, no value can matter here.`;
      if (areWhole && beta === alpha + 1) return `${text}: the only question is whether the value is above ${figure(alpha)}.`;
      return `${text}: only a value between ${figure(alpha)} and ${figure(beta)} still matters.`;
    }
    if (low) return `${text}: only a value above ${figure(alpha)} still matters.`;
    return high ? `${text}: only a value below ${figure(beta)} still matters.` : `${text}: every value still matters.`;
  }

  function words(film, areWhole) {
    const { pack } = film, { name, mover, value } = pack;
    const forMover = pack.view === "mover";
    const wantsMuch = (node) => forMover || mover[node] === 0;
    const called = (node) => `node ${node}${forMover ? "" : wantsMuch(node) ? " (max)" : " (min)"}`;
    const valueAbove = (node) => (forMover ? -value[node] || 0 : value[node]);
    // What a node knew before a child's value came up: window, best value and whose it was.
    const before = (node, child) => {
      const kids = film.children[node], place = kids.indexOf(child);
      if (place < 1) return { alpha: pack.alpha[node], beta: pack.beta[node], best: null, by: -1 };
      const step = film.returned[kids[place - 1]], best = pack.best[step];
      return { alpha: pack.stepAlpha[step], beta: pack.stepBeta[step], best, by: kids.slice(0, place).find((one) => valueAbove(one) === best) };
    };

    function enter(step) {
      const node = pack.node[step], way = film.path(node).map((one) => name[one]).filter(Boolean);
      const where = `Node ${node}, ${way.length ? `after ${way.join(", ")}` : "the start"}`;
      if (film.isLeaf(node)) return `${where}: a leaf, the search looks no deeper.`;
      const turn = forMover ? "moves; values here are from its view" : `moves and wants ${mover[node] ? "little (min)" : "much (max)"}`;
      const window = pack.hasWindow ? ` ${meaning(pack.alpha[node], pack.beta[node], areWhole)}` : "";
      return `${where}: ${SIDES[mover[node]]} ${turn}.${window}`;
    }

    function comeUp(step) {
      const child = pack.node[step], at = pack.at[step], found = valueAbove(child), was = before(at, child);
      const begin = forMover ? `${figure(value[child])} for ${SIDES[mover[child]]} comes up to ${called(at)} as ${figure(found)}`
        : `${figure(found)} comes up from node ${child} to ${called(at)}`;
      const more = wantsMuch(at) ? "more" : "less", texts = [];
      if (was.best !== null && pack.best[step] === was.best) texts.push(`no ${more} than ${figure(was.best)}, so nothing changes.`);
      else {
        texts.push(was.best === null ? "the first value here, so it is the best so far." : `${more} than ${figure(was.best)}, so it is the best so far.`);
        if (pack.stepAlpha[step] !== was.alpha) texts.push(`alpha rises from ${figure(was.alpha)} to ${figure(pack.stepAlpha[step])}.`);
        if (pack.stepBeta[step] !== was.beta) texts.push(`beta falls from ${figure(was.beta)} to ${figure(pack.stepBeta[step])}.`);
      }
      const [alpha, beta] = [pack.stepAlpha[step], pack.stepBeta[step]];
      if (pack.hasWindow && alpha >= beta && film.children[at].at(-1) !== child) {
        texts.push(`alpha = ${figure(alpha)} and beta = ${figure(beta)} have met, so nothing more can matter here; but this search goes on.`);
      }
      return `${begin}: ${texts.join(" ")}`;
    }

    function cut(step) {
      const node = pack.node[step], names = pack.pruned[node], much = wantsMuch(node), source = film.source(step);
      const [best, bound] = [pack.best[step], much ? pack.stepBeta[step] : pack.stepAlpha[step]];
      const mine = SIDES[mover[node]], other = SIDES[1 - mover[node]];
      const [has, here] = forMover ? [`${other} already has ${figure(-bound)}`, `Here it gets at most ${figure(-best)}`]
        : much ? [`${other} can already hold ${mine} to ${figure(bound)}`, `Here ${mine} gets at least ${figure(best)}`]
          : [`${other} already has ${figure(bound)}`, `Here ${mine} gives at most ${figure(best)}`];
      let whence = "so says the window it came with", far = "";
      if (source >= 0) {
        whence = `by ${name[before(source, film.path(node)[pack.depth[source] + 1]).by]} at node ${source}`;
        const plies = pack.depth[node] - pack.depth[source];
        if (plies > 1) far = ` That node is ${plies} plies up: a deep cut-off.`;
      }
      const listed = names.slice(0, 4).join(", ") + (names.length > 4 ? ", ..." : "");
      return `Cut at ${called(node)}: ${figure(best)} ${much ? ">= beta" : "<= alpha"} = ${figure(bound)}. ${capital(has)} (${whence}).${far} `
        + `${here}, so ${other} will not come here. ${counted(names.length, "move")} ${names.length === 1 ? "is" : "are"} never looked at: ${listed}.`;
    }

    function done(step) {
      const best = pack.bestChild[0], gone = pack.cut[step] ? `, ${counted(pack.cut[step], "move")} never looked at` : "";
      return `Done: ${pack.function} returns ${figure(value[0])}${best >= 0 ? `, by ${name[best]}` : ""}. ${counted(pack.visited[step], "node")} visited${gone}.`;
    }
    return pack.kind.map((kind, step) => (kind === ENTER ? enter : kind === CUT ? cut : pack.at[step] < 0 ? done : comeUp)(step));
  }

  // --- what is typed and dragged ----------------------------------------------------------------------------

  const element = (tag, attributes, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };
  const choice = (label, what, options, chosen) => {
    const select = element("select", { "data-gk-change": what }, ...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
    return [element("label", {}, `${label} `, select), select];
  };

  // An editor for { game, text, search }; `changed(pack)` hears of every film.
  gamekit.editor = ({ game, text: first, search: usual }, changed) => {
    const { read, write, leaf, state, called, leafCalled } = GAMES[game];
    let things = read(first), view = null;
    const boxes = element("div", { class: "gk-boxes" }), said = element("output", { class: "gk-note", role: "status", "data-gk-said": "" });
    const [searchLabel, search] = choice("search", "search", SEARCHES.map((one) => [one, one]), usual);
    const [cutLabel, cut] = choice("cut when", "cut", [["", "alpha >= beta"], ["patient", "alpha > beta"]], "");
    const typed = element("input", { type: "text", "data-gk-change": "text", spellcheck: "false", autocomplete: "off" });
    const back = element("button", { type: "button", "data-gk-change": "back" }, "as it was");
    const root = element(
      "div",
      { class: "gk-editor", role: "group", "aria-label": `change the ${game}`, "data-gk-editor": game },
      boxes, searchLabel, cutLabel, element("label", { class: "gk-typed" }, "as text ", typed), back, said,
    );

    function follow(doDraw = true) {
      const nodes = size(state(things));
      cut.disabled = search.value === "minimax";
      if (doDraw) draw();
      if (document.activeElement !== typed) typed.value = write(things);
      typed.removeAttribute("aria-invalid");
      if (nodes > MOST_NODES) return refuse(new Error(`this tree has ${nodes.toLocaleString("en")} nodes; at most ${MOST_NODES.toLocaleString("en")} are drawn here`));
      const pack = gamekit.filmOf(search.value, game, things, { view, patient: cut.value === "patient" });
      const best = pack.bestChild[0] >= 0 ? ` by ${pack.name[pack.bestChild[0]]}` : "";
      said.textContent = `${counted(pack.total, "node")} of ${nodes.toLocaleString("en")} visited; value ${figure(pack.value[0])}${best}.`;
      changed(pack);
    }
    function refuse(problem, field = typed) {
      said.textContent = capital(problem.message) + ".";
      field.setAttribute("aria-invalid", "true");
    }

    // A number that is typed, stepped with the arrows or dragged sideways.
    function field(list, place, at) {
      const made = element("input", { type: "text", inputmode: "decimal", size: 3, "aria-label": leafCalled(at), "data-gk-leaf": at.join(".") });
      made.value = GAMES.tree.write(list[place]);
      const set = (value) => {
        try { list[place] = leaf(String(value)); } catch (problem) { refuse(problem, made); return; }
        made.removeAttribute("aria-invalid");
        follow(false);
      };
      const shift = (from, by) => {
        const value = game === "plates" ? Math.max(0, from + by) : from + by;
        if (Math.abs(from) >= INF || value === list[place]) return;
        made.value = value;
        set(value);
      };
      made.addEventListener("input", () => set(made.value));
      made.addEventListener("keydown", (event) => {
        const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
        event.stopPropagation(); // the arrows are the number's here, not the film's
        if (by) { event.preventDefault(); shift(list[place], by); }
      });
      let drag = null;
      made.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, from: list[place] }; });
      made.addEventListener("pointermove", (event) => {
        if (!drag || !event.buttons || (Math.abs(event.clientX - drag.x) < 6 && !drag.moves)) return;
        if (!drag.moves) made.setPointerCapture(event.pointerId);
        drag.moves = true;
        event.preventDefault();
        shift(drag.from, Math.round((event.clientX - drag.x) / 6));
      });
      for (const end of ["pointerup", "pointercancel"]) made.addEventListener(end, () => { drag = null; });
      return made;
    }
    function box(list, at = []) {
      const made = element("span", { class: "gk-box" });
      if (at.length) made.append(element("b", {}, game === "plates" ? letter(at.at(-1)) : branch(at.at(-1))));
      list.forEach((one, place) => {
        const here = [...at, place];
        if (place && Array.isArray(one) && Array.isArray(list[place - 1])) {
          const label = `swap ${called([...at, place - 1])} and ${called(here)}`;
          const swap = element("button", { type: "button", title: label, "aria-label": label, "data-gk-swap": here.join(".") }, "⇄");
          swap.addEventListener("click", () => {
            [list[place - 1], list[place]] = [list[place], list[place - 1]];
            follow();
            boxes.querySelector(`[data-gk-swap="${here.join(".")}"]`)?.focus();
          });
          made.append(swap);
        }
        made.append(Array.isArray(one) ? box(one, here) : field(list, place, here));
      });
      return made;
    }
    function draw() { boxes.replaceChildren(box(things)); }

    for (const one of [search, cut]) one.addEventListener("change", () => { view = null; follow(); });
    typed.addEventListener("input", () => {
      try { things = read(typed.value); } catch (problem) { refuse(problem); return; }
      follow();
    });
    typed.addEventListener("keydown", (event) => event.stopPropagation());
    back.addEventListener("click", () => {
      [things, search.value, cut.value, view] = [read(first), usual, "", null];
      follow();
    });
    draw();
    typed.value = write(things);
    cut.disabled = usual === "minimax";
    return { root, follow, showFrom: (which) => { view = which; follow(false); } };
  };
})();
