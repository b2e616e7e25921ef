// Plates and trees that a reader changes: the tree, its windows and its cuts follow at once.
//
// tracer.js searches; here are the two games, and what is typed and dragged. tests/test_changed_trees.py compares
// films with Python's.

(() => {
  const { Film, element, figure } = gamekit.widgets.stepper;
  const INF = 1e9, MOST_NODES = 2000;
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
      least: 0,
      label: letter,
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
      least: -INF,
      label: branch,
      state: (lists, mover = 0) => (Array.isArray(lists)
        ? { mover, names: lists.map((_, place) => branch(place)), children: lists.map((one) => GAMES.tree.state(one, 1 - mover)) }
        : { mover, value: lists }),
      called: (place) => `branch ${place.map(branch).join(".")}`,
      leafCalled: (place) => `leaf ${place.map(branch).join(".")}`,
    },
  };
  gamekit.readTree = (game, text) => GAMES[game].read(text);
  const size = ({ children = [] }) => children.reduce((sum, child) => sum + size(child), 1);

  // --- a film: what pack.py gives the page ------------------------------------------------------------------

  gamekit.filmOf = (search, game, things, isPatient = false) => {
    const state = GAMES[game].state(things);
    const nodes = gamekit.trace(search, state, isPatient ? (alpha, beta) => alpha > beta : undefined);
    const columns = ["parent", "name", "mover", "value", "alpha", "beta"].map((name) => [name, nodes.map((node) => node[name])]);
    const pruned = nodes.flatMap(({ names, looked }, node) => (looked < names.length ? [[node, names.slice(looked)]] : []));
    return {
      ...Object.fromEntries(columns), pruned: Object.fromEntries(pruned), areWhole: nodes.every(({ value }) => Number.isInteger(value)),
      function: search, view: search === "negamax" ? "mover" : "first", hasView: true, hasStates: false, others: {}, calls: {},
    };
  };
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const counted = (count, thing) => `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;

  // --- what is typed and dragged ----------------------------------------------------------------------------

  const choice = (label, what, options, chosen) => {
    const select = element("select", { "data-gk-change": what }, ...options.map(([value, text]) => new Option(text, value, false, value === chosen)));
    return [element("label", {}, `${label} `, select), select];
  };

  // An editor for { game, text, search }; `changed(pack, last step)` hears of every film.
  gamekit.editor = ({ game, text: first, search: usual }, changed) => {
    const { read, write, leaf, least, label, state, called, leafCalled } = GAMES[game];
    let things = read(first);
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
      const pack = gamekit.filmOf(search.value, game, things, cut.value === "patient"), film = new Film(pack);
      const best = film.bestChild[0] >= 0 ? ` by ${pack.name[film.bestChild[0]]}` : "";
      said.textContent = `${counted(film.size, "node")} of ${nodes.toLocaleString("en")} visited; value ${figure(pack.value[0])}${best}.`;
      changed(pack, film.last);
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
        const value = Math.max(least, from + by);
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
      if (at.length) made.append(element("b", {}, label(at.at(-1))));
      list.forEach((one, place) => {
        const here = [...at, place];
        if (place && Array.isArray(one) && Array.isArray(list[place - 1])) {
          const title = `swap ${called([...at, place - 1])} and ${called(here)}`;
          const swap = element("button", { type: "button", title, "aria-label": title, "data-gk-swap": here.join(".") }, "⇄");
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

    for (const one of [search, cut]) one.addEventListener("change", () => follow());
    typed.addEventListener("input", () => {
      try { things = read(typed.value); } catch (problem) { refuse(problem); return; }
      follow();
    });
    typed.addEventListener("keydown", (event) => event.stopPropagation());
    back.addEventListener("click", () => {
      [things, search.value, cut.value] = [read(first), usual, ""];
      follow();
    });
    draw();
    typed.value = write(things);
    cut.disabled = usual === "minimax";
    return root;
  };
})();
