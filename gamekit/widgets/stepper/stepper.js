// The page's side of Stepper and SideBySide. Python sends finished films (see pack.py); everything that
// happens while the reader steps happens here, so it is quick and goes on without a kernel. Only pictures of
// states are asked from Python.
//
// The page gets the files of this folder joined in the order film, words, simulations, layout, tree, windows, player, stepper.

// --- what both widgets share ------------------------------------------------------------------------------

function frame(el, kind) {
  const root = element("div", { class: "gk-stepper", "data-gk-widget": kind, [OWN_KEYS]: "true", role: "group" });
  el.append(root);
  return root;
}

function keys(root, actions) {
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select")) return;
    if (event.key === " " && event.target.closest("button, summary")) return;
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
}

const usualKeys = (player) => ({
  ArrowRight: () => player.do("forward"),
  ArrowLeft: () => player.do("back"),
  Home: () => player.do("first"),
  End: () => player.do("last"),
  PageDown: () => player.jump(player.step + 10),
  PageUp: () => player.jump(player.step - 10),
  " ": () => player.do("play"),
});

const zoomKeys = (views) => ({
  "+": () => views.forEach((view) => view.zoom(1.25)),
  "-": () => views.forEach((view) => view.zoom(0.8)),
  0: () => views.forEach((view) => view.backToSearch()),
});

// What each key does, on a card that ? opens.
const KEYS_OF_ALL = [["→ ←", "one step on, one back"], ["space", "play, pause"], ["Home End", "to the start, to the end"],
  ["Page Down, Page Up", "ten steps"], ["+ −", "larger, smaller"], ["0", "back to the current node"]];
function keyCard(player, more) {
  const card = element("dl", { class: "gk-keys", "data-gk-keys": "", hidden: "" });
  for (const [key, does] of [...KEYS_OF_ALL, ...more]) card.append(element("dt", {}, key), element("dd", {}, does));
  const open = element("button", { type: "button", "data-gk-do": "keys", title: "keys (?)", "aria-label": "keys", "aria-expanded": "false" }, "?");
  const toggle = () => { card.toggleAttribute("hidden"); open.setAttribute("aria-expanded", String(!card.hidden)); };
  open.addEventListener("click", toggle);
  player.bar.parentElement.querySelector(".gk-zoom").append(open);
  player.bar.after(card);
  return toggle;
}

// Redraw when the size of the place or the colours of the page change.
function watch(root, views) {
  const sizes = new ResizeObserver(() => views.forEach((view) => view.resize()));
  sizes.observe(root);
  const themes = new MutationObserver(() => views.forEach((view) => { view.readColours(); view.redraw(); }));
  themes.observe(
    document.body,
    { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name", "class"] },
  );
  return () => { sizes.disconnect(); themes.disconnect(); };
}

// The step that is shown and the one that Python knows follow each other; what comes back ends it all.
function begin(model, root, player, views) {
  const onStep = () => {
    if (model.get("step") !== player.step && !player.isPlaying) player.go(model.get("step"));
  };
  model.on("change:step", onStep);
  const unwatch = watch(root, views);
  views.forEach((view) => view.resize());
  player.go(model.get("step"));
  root.dataset.gkReady = "1";
  return () => {
    player.stop();
    unwatch();
    model.off("change:step", onStep);
  };
}
const keepStep = (model) => (step) => {
  if (model.get("step") === step) return;
  model.set("step", step);
  model.save_changes();
};

function zoomButtons(views, focus) {
  const made = element("div", { class: "gk-zoom" });
  const button = (what, text, title, act) => {
    const one = element("button", { type: "button", "data-gk-do": what, title, "aria-label": title }, text);
    one.addEventListener("click", () => views.forEach(act));
    made.append(one);
  };
  button("in", "+", "larger (+)", (view) => view.zoom(1.25));
  button("out", "−", "smaller (−)", (view) => view.zoom(0.8));
  button("fit", "all", "the whole tree", (view) => view.fit(true));
  button("follow", "follow", "back to the current node (0)", (view) => view.backToSearch());
  button("fold", "fold", "fold or unfold the current node (f, or double click)", (view) => view.fold(focus(view)));
  return made;
}

const describe = (film) => `search tree of ${film.pack.function}, ${film.size.toLocaleString("en")} nodes`;

function crumbs(host, film, focus, pick) {
  host.replaceChildren();
  const path = film.path(focus);
  path.forEach((node, at) => {
    if (at) host.append(element("span", { "aria-hidden": "true", class: "gk-quiet" }, "›"));
    const name = film.pack.name[node] || (at ? film.pack.function : "start");
    const look = { type: "button", class: "gk-crumb", "data-gk-node": node, title: `node ${node}` };
    const one = element("button", look, name);
    if (at === path.length - 1) one.setAttribute("aria-current", "true");
    one.addEventListener("click", () => pick(node));
    host.append(one);
  });
}

// --- one film ---------------------------------------------------------------------------------------------

function renderOne({ model, el }) {
  const root = frame(el, "stepper");
  const told = unpack(model.get("packs")[0]), isSimulated = Boolean(told.paths);
  let film = isSimulated ? new Simulated(told) : new Film(told);
  let byNodes = false;
  root.setAttribute("aria-label", describe(film));

  const neighbour = (step, way) => {
    let at = step + way;
    while (byNodes && at > 0 && at < film.last && film.steps[at].kind !== ENTER) at += way;
    return Math.max(0, Math.min(film.last, at));
  };
  const player = new Player(root, film.last + 1, {
    show, next: neighbour, stops: () => false, rest,
    extra: isSimulated ? [] : [
      ["finish", "finish this node: go to where its value is known (down arrow)", "finish node"],
      ["cut", "go to the next cut (c)", "next cut"],
    ],
  });
  const by = element("select", { "data-gk-choose": "by", "aria-label": "step by", title: "what counts as a step" },
    element("option", { value: "events" }, "every event"), element("option", { value: "nodes" }, "nodes only"));
  by.addEventListener("change", () => { byNodes = by.value === "nodes"; });
  const view = element("select", { "data-gk-choose": "view", "aria-label": "values as seen by", title: "whose values are shown" },
    element("option", { value: "first" }, "values: first player"), element("option", { value: "mover" }, "values: side to move"));
  view.value = film.pack.view;
  view.addEventListener("change", () => setFilm(new Film(film.told, view.value)));
  if (!isSimulated) player.bar.append(by);
  if (film.pack.hasView) player.bar.append(view);

  const words = element("div", { class: "gk-words", "data-gk-words": "", "aria-live": "polite" });
  const note = element("div", { class: "gk-note", "data-gk-note": "" });
  const left = element("div", { class: "gk-left" }), side = element("div", { class: "gk-side" });
  root.append(words, note, element("div", { class: "gk-main" }, left, side));
  const sayNothing = () => { note.textContent = film.pack.note ?? ""; };
  sayNothing();

  // A click on a node goes to another time: say so, and lead back.
  let before = 0;
  const travel = (step, node) => {
    before = player.step;
    player.jump(step);
    if (step === before) return;
    const back = element("button", { type: "button", "data-gk-do": "return" }, `return to step ${before + 1}`);
    back.addEventListener("click", () => { sayNothing(); player.jump(before); });
    note.replaceChildren(`${step < before ? "Back" : "On"} to step ${step + 1}, when node ${node} was first looked at. `, back);
  };

  const counts = element("div", { class: "gk-counts" });
  const way = element("div", { class: "gk-crumbs", "aria-label": "the moves that lead here" });
  const lines = element("div", { class: "gk-lines" });
  const state = element("div", { class: "gk-state", "data-gk-state": "" });
  const code = element("pre", { class: "gk-code", "data-gk-code": "", "aria-label": "the lines that act" });
  (film.pack.code ?? []).forEach((line) => code.append(element("span", {}, `${line}\n`)));
  code.toggleAttribute("hidden", !film.pack.code?.length);
  side.append(counts, way, lines, code);
  const counter = (what, thing, done) => {
    const figures = element("b", { "data-gk-count": what }), label = element("span");
    counts.append(element("span", {}, figures, label));
    return (count) => {
      figures.textContent = count.toLocaleString("en");
      label.textContent = ` ${thing}${count === 1 ? "" : "s"} ${done}`;
    };
  };
  const showVisited = counter("visited", isSimulated ? "simulation" : "node", isSimulated ? "" : "visited");
  const showCut = isSimulated ? () => {} : counter("pruned", "move", "cut");

  const tree = new TreeView(
    left,
    film,
    { label: describe(film), onPick: (node) => travel(film.entered[node], node), onStep: (step) => player.jump(step) },
  );
  player.mark(film.cuts);
  left.append(state);
  left.prepend(zoomButtons([tree], () => film.focus(player.step)));
  const windowLines = new WindowLines(lines);
  if (!isSimulated) windowLines.setFilm(film);

  const finish = () => {
    const focus = film.focus(player.step);
    const goal = film.returned[focus] > player.step ? film.returned[focus] : neighbour(player.step, 1);
    player.jump(goal < 0 ? film.last : goal);
  };
  const nextCut = () => player.jump(film.cuts.find((step) => step > player.step) ?? film.last);
  player.onExtra = (what) => ({ finish, cut: nextCut })[what]();
  player.onPlaying = (isPlaying) => words.setAttribute("aria-live", isPlaying && player.speed > 1 ? "off" : "polite");
  const showKeys = keyCard(player, isSimulated ? [] : [["↓", "finish this node"], ["↑", "to the node above"], ["c", "to the next cut"], ["f", "fold or unfold"]]);
  keys(root, {
    ...usualKeys(player),
    "?": showKeys,
    ArrowDown: finish,
    ArrowUp: () => player.jump(film.entered[Math.max(0, film.pack.parent[film.focus(player.step)])]),
    ...zoomKeys([tree]),
    c: nextCut,
    f: () => tree.fold(film.focus(player.step)),
  });

  function show(step, isQuick) {
    const { pack } = film, now = film.steps[step];
    const focus = film.focus(step);
    const kind = KINDS[now.kind];
    words.textContent = film.words(step);
    words.dataset.gkKind = kind;
    showVisited(now.visited);
    showCut(now.cut);
    const lit = new Set(pack.lit?.[step] ?? []);
    [...code.children].forEach((line, at) => line.toggleAttribute("data-gk-lit", lit.has(at)));
    crumbs(way, film, focus, (node) => travel(film.entered[node], node));
    if (isSimulated) terms(lines, film, step); else windowLines.show(step);
    tree.show(step, isQuick);
    const [alpha, beta] = film.windowAt(focus, step);
    const data = {
      gkStep: step,
      gkSteps: film.last + 1,
      gkKind: kind,
      gkNode: focus,
      gkVisited: now.visited,
      gkPruned: now.cut ?? 0,
      gkAlpha: plain(alpha),
      gkBeta: plain(beta),
      gkView: pack.view,
      gkValue: step === film.last && !isSimulated ? plain(pack.value[0]) : "",
    };
    Object.assign(root.dataset, data);
    player.slider.setAttribute("aria-valuetext", `step ${step + 1} of ${film.last + 1}, node ${focus}`);
    if (!isQuick) showState(focus);
  }

  // Pictures of states come from Python, each once, and only where the reader stays.
  const pictures = new Map();
  let wanted = -1;
  function showState(node) {
    if (!film.pack.hasStates) { state.style.display = "none"; return; }
    wanted = node;
    const known = pictures.get(node);
    if (known?.svg) {
      const image = element("img", { alt: known.text, "data-gk-state-node": node });
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(known.svg)}`;
      state.replaceChildren(image);
    } else if (known) state.replaceChildren(element("pre", { "data-gk-state-node": node }, known.text));
  }
  function rest(step) {
    const node = film.focus(step);
    showState(node);
    if (film.pack.hasStates && !pictures.has(node)) ask({ ask: "state", node, film: 0 });
    keepStep(model)(step);
  }
  let waiting = 0;
  function ask(message) {
    try { model.send(message); } catch { return silent(); }
    clearTimeout(waiting);
    waiting = setTimeout(silent, PATIENCE);
  }
  function silent() {
    note.textContent = "The kernel does not answer, so boards are missing. Stepping goes on; run the cell again for the rest.";
  }

  const onMessage = (message) => {
    if (message?.state === undefined) return;
    clearTimeout(waiting);
    sayNothing();
    pictures.set(message.state, message);
    if (wanted === message.state) showState(wanted);
  };
  function setFilm(next) {
    film = next;
    view.value = film.pack.view;
    windowLines.setFilm(film);
    tree.setFilm(film);
    player.setCount(film.last + 1);
    player.mark(film.cuts);
  }
  // The reader has changed the tree: the view stays, unless the search is of another style.
  const onPacks = () => {
    const pack = unpack(model.get("packs")[0]);
    pictures.clear();
    setFilm(new Film(pack, pack.view === film.told.view ? film.pack.view : pack.view));
  };
  model.on("msg:custom", onMessage);
  model.on("change:packs", onPacks);
  root.gk = { player, tree, film: () => film };
  const end = begin(model, root, player, [tree]);
  return () => {
    end();
    clearTimeout(waiting);
    model.off("msg:custom", onMessage);
    model.off("change:packs", onPacks);
  };
}

// --- two films side by side -------------------------------------------------------------------------------

function renderTwo({ model, el }) {
  const root = frame(el, "side-by-side");
  const films = model.get("packs").map((bytes) => new Film(unpack(bytes)));
  const moments = model.get("moments"), parts = model.get("differences"), titles = model.get("titles");
  const partAt = new Map(parts.map(([moment, , text], order) => [moment, { order, text }]));
  root.setAttribute("aria-label", `${titles[0]} beside ${titles[1]}`);

  const player = new Player(root, moments.length, {
    show, rest: keepStep(model), stops: (step) => partAt.has(step),
    next: (step, way) => Math.max(0, Math.min(moments.length - 1, step + way)),
    extra: [["part", "go on to the next place where they part (d)", parts.length ? "to the first difference" : "they never part"]],
  });
  const goOn = player.bar.querySelector('[data-gk-do="part"]');
  goOn.disabled = !parts.length;
  const verdict = element("div", { class: "gk-verdict", "data-gk-difference": "", "aria-live": "assertive" });
  root.append(verdict);
  const main = element("div", { class: "gk-pair" });
  root.append(main);
  const columns = films.map((film, side) => {
    const words = element("div", { class: "gk-words", "data-gk-words": side, "aria-live": "off" });
    const head = element("div", { class: "gk-title" }, element("b", {}, titles[side]));
    const visited = element("span", { class: "gk-quiet", "data-gk-count": "visited" });
    head.append(visited);
    const way = element("div", { class: "gk-crumbs" }), holder = element("div", { class: "gk-left" }), lines = element("div", { class: "gk-lines" });
    main.append(element("div", { class: "gk-column", "data-gk-side": side ? "learner" : "reference" }, head, holder, words, way, lines));
    const pick = (node) => {
      const at = moments.findIndex((pair) => pair[side] >= film.entered[node]);
      player.jump(at < 0 ? moments.length - 1 : at);
    };
    const tree = new TreeView(holder, film, {
      label: `${titles[side]}: ${describe(film)}`,
      onPick: pick,
      onStep: (step) => player.jump(Math.max(0, moments.findIndex((pair) => pair[side] >= step))),
    });
    const windowLines = new WindowLines(lines);
    windowLines.setFilm(film);
    return { film, words, visited, way, tree, windowLines, pick };
  });
  const views = columns.map((column) => column.tree);
  views.forEach((view) => { view.mates = views; });
  views[0].alignAll();
  player.mark(parts.map(([moment]) => moment));
  root.insertBefore(zoomButtons(views, (view) => view.film.focus(view.step)), main);

  const nextPart = () => {
    const next = parts.find(([moment]) => moment > player.step);
    player.jump(next ? next[0] : moments.length - 1);
  };
  player.onExtra = nextPart;
  const showKeys = keyCard(player, [["d", "to the next difference"]]);
  keys(root, { ...usualKeys(player), "?": showKeys, d: nextPart, ...zoomKeys(views) });

  function show(moment, isQuick) {
    const before = moment ? moments[moment - 1] : [-1, -1];
    columns.forEach((column, side) => {
      const { film } = column, step = moments[moment][side];
      const waits = before[side] === step;
      column.words.textContent = waits ? "(waits)" : film.words(step);
      column.words.dataset.gkKind = waits ? "wait" : KINDS[film.steps[step].kind];
      const { visited } = film.steps[step];
      column.visited.textContent = `${visited.toLocaleString("en")} node${visited === 1 ? "" : "s"}`;
      crumbs(column.way, film, film.focus(step), column.pick);
      column.windowLines.show(step);
      column.tree.show(step, isQuick || waits);
    });
    const part = partAt.get(moment);
    root.dataset.gkParted = part ? "1" : "0";
    if (part) verdict.textContent = `${part.text}${parts.length > 1 ? `  (difference ${part.order + 1} of ${parts.length})` : ""}`;
    else if (!parts.length) verdict.textContent = titles[2];
    else if (moment < parts[0][0]) verdict.textContent = "The same so far. Play, or go to the first difference.";
    else verdict.textContent = moment === moments.length - 1 ? titles[2] : "Going on after a difference.";
    if (parts.length) {
      const isMore = parts.some(([at]) => at > moment);
      goOn.textContent = moment < parts[0][0] ? "to the first difference" : isMore ? "go on to the next difference" : "go on to the end";
    }
    Object.assign(root.dataset, {
      gkStep: moment,
      gkSteps: moments.length,
      gkDifferences: parts.length,
      gkVisited: columns.map((c, side) => c.film.steps[moments[moment][side]].visited).join(" "),
    });
    player.slider.setAttribute("aria-valuetext", `moment ${moment + 1} of ${moments.length}`);
  }
  root.gk = { player, trees: views };
  return begin(model, root, player, views);
}

export default {
  Film,
  element,
  figure,
  short,
  render(context) { return context.model.get("packs").length > 1 ? renderTwo(context) : renderOne(context); },
};
