// The page's side of Predict. The right answer lives in Python and comes only after the learner's own.

const PATIENCE = 6000; // ms to wait for Python before saying that it does not answer

// Only `code` and **bold**: a question is a sentence, not a page.
function prose(text) {
  const made = document.createDocumentFragment();
  for (const piece of text.split(/(`[^`]+`|\*\*[^*]+\*\*)/)) {
    if (piece.startsWith("`") && piece.length > 2) made.append(element("code", {}, piece.slice(1, -1)));
    else if (piece.startsWith("**") && piece.length > 4) made.append(element("b", {}, piece.slice(2, -2)));
    else made.append(piece);
  }
  return made;
}

// --- one way of answering each: { box, read() -> answer or null, fill(given), lock(reply | null) } ----------

function typed(model, send) {
  const unit = model.get("unit");
  const field = element("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", size: 12, placeholder: "your guess",
    "aria-label": "your guess, a number", "data-gk-field": "",
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    send();
  });
  const box = element("span", { class: "gk-typed" }, field, ...(unit ? [element("span", {}, unit)] : []));
  return {
    box,
    read: () => field.value.trim() || null,
    fill: (given) => { field.value = given; },
    lock: (reply) => { field.readOnly = Boolean(reply); },
    focus: () => field.focus(),
  };
}

function chosen(model, send) {
  const box = element("div", { class: "gk-choices", role: "radiogroup", "aria-label": "your choice" });
  let picked = null;
  const buttons = model.get("choices").map((name) => {
    const look = { type: "button", role: "radio", "aria-checked": "false", "data-gk-choice": name };
    const one = element("button", look, name);
    one.addEventListener("click", () => { if (!one.hasAttribute("aria-disabled")) mark(name); });
    box.append(one);
    return one;
  });
  function mark(name) {
    picked = name;
    for (const one of buttons) {
      const isIt = one.dataset.gkChoice === name;
      one.setAttribute("aria-checked", isIt);
      one.tabIndex = isIt || (name === null && one === buttons[0]) ? 0 : -1;
    }
  }
  box.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && picked !== null) { event.preventDefault(); send(); }
    if (!way || buttons[0].hasAttribute("aria-disabled")) return;
    event.preventDefault();
    const next = buttons[(buttons.indexOf(event.target) + way + buttons.length) % buttons.length];
    mark(next.dataset.gkChoice);
    next.focus();
  });
  mark(null);
  return {
    box, read: () => picked, fill: mark, focus: () => buttons[0].focus(),
    lock: (reply) => buttons.forEach((one) => {
      if (reply) one.setAttribute("aria-disabled", "true"); else one.removeAttribute("aria-disabled");
      const isRight = reply?.right.includes(one.dataset.gkChoice);
      one.dataset.gkTruth = !reply ? "" : isRight ? "right" : one.dataset.gkChoice === picked ? "wrong" : "";
    }),
  };
}

function marked(model) {
  const tree = model.get("tree");
  const pickable = new Set(tree.pickable);
  const marks = new Set();
  let isLocked = false;
  const svg = drawn("svg", {
    viewBox: `-6 0 ${tree.width + 12} ${tree.height}`, role: "group",
    "aria-label": "the tree: mark nodes in it", "data-gk-tree": "",
  });
  svg.style.maxWidth = `${Math.round(tree.width * 1.3) + 12}px`;
  svg.style.minWidth = `${Math.round(tree.width * 0.92)}px`; // readable on a narrow page, where it scrolls
  const kids = tree.parent.map(() => []);
  tree.parent.forEach((above, node) => { if (above >= 0) kids[above].push(node); });
  const groups = tree.parent.map((above, node) => {
    const x = tree.x[node], y = tree.y[node], shape = tree.shape[node];
    if (above >= 0) svg.append(drawn("path", { d: `M${tree.x[above]} ${tree.y[above] + 26}L${x} ${y - 13}`, class: "gk-edge" }));
    const isOne = pickable.has(node);
    const group = drawn("g", { class: `gk-node gk-${shape}${isOne ? " gk-pickable" : ""}`, "data-gk-node": node });
    if (isOne) {
      group.setAttribute("role", "checkbox");
      group.setAttribute("aria-checked", "false");
      group.setAttribute("tabindex", "-1");
      group.setAttribute(OWN_KEYS, "true");
    }
    const words = [tree.path[node] || "start", shape === "leaf" ? tree.label[node] : shape].join(": ");
    group.setAttribute("aria-label", words);
    const wide = Math.max(30, 8 * tree.label[node].length + 14);
    if (shape === "leaf") group.append(drawn("rect", { x: x - wide / 2, y, width: wide, height: 24, rx: 6 }));
    else group.append(drawn("path", { d: shape === "max" ? `M${x - 16} ${y + 26}v-17l16-9l16 9v17z` : `M${x - 16} ${y}h32v17l-16 9l-16-9z` }));
    if (shape !== "leaf") group.append(drawn("text", { x, y: y + (shape === "max" ? 20 : 14), class: "gk-kind" }, shape));
    if (tree.label[node]) group.append(drawn("text", { x, y: y + 17, class: "gk-value" }, tree.label[node]));
    if (tree.name[node]) group.append(drawn("text", { x, y: y - 4, class: "gk-name" }, tree.name[node]));
    group.append(drawn("path", { d: `M${x - 8} ${y + 4}l16 16m0-16l-16 16`, class: "gk-cross" }));
    group.append(drawn("text", { x, y: y + 41, class: "gk-mark" }));
    group.addEventListener("click", () => toggle(node));
    return group;
  });
  svg.append(...groups); // above the edges
  const below = (node) => [node, ...kids[node].flatMap(below)].filter((one) => pickable.has(one));
  function toggle(node) {
    if (isLocked) return;
    // A node that cannot be marked itself stands for all that can below it.
    const these = pickable.has(node) ? [node] : below(node);
    const isOn = these.some((one) => !marks.has(one));
    these.forEach((one) => (isOn ? marks.add(one) : marks.delete(one)));
    show();
  }
  function show(truth) {
    for (const node of pickable) {
      const group = groups[node];
      group.setAttribute("aria-checked", marks.has(node));
      const isMarked = marks.has(node), ought = truth?.has(node);
      group.dataset.gkTruth = !truth ? "" : ought ? (isMarked ? "right" : "missed") : isMarked ? "wrong" : "";
      const sign = { right: "✓", missed: "!", wrong: "✗" }[group.dataset.gkTruth];
      group.querySelector(".gk-mark").textContent = sign ?? "";
    }
    count.textContent = marks.size === 1 ? "1 marked" : `${marks.size} marked`;
  }
  const order = tree.pickable;
  const focusOn = (node) => {
    order.forEach((one) => groups[one].setAttribute("tabindex", one === node ? 0 : -1));
  };
  svg.addEventListener("keydown", (event) => {
    const node = Number(event.target.dataset?.gkNode), at = order.indexOf(node);
    if (at < 0) return;
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (way) {
      const next = order[(at + way + order.length) % order.length];
      focusOn(next);
      groups[next].focus();
    }
    else if (event.key === " " || event.key === "Enter") toggle(node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  focusOn(order[0]);
  const count = element("span", { class: "gk-quiet", "data-gk-marked": "" });
  const box = element("div", { class: "gk-marks" }, element("div", { class: "gk-scroll" }, svg), count);
  show();
  return {
    box, read: () => [...marks].sort((a, b) => a - b), focus: () => groups[order[0]].focus(),
    fill: (given) => { marks.clear(); given.forEach((node) => marks.add(node)); show(); },
    lock: (reply) => { isLocked = Boolean(reply); show(reply ? new Set(reply.marks) : undefined); },
  };
}

// --- the card ---------------------------------------------------------------------------------------------

function render({ model, el }) {
  const root = element("section", {
    class: "gk-predict", "data-gk-widget": "predict", "data-gk-kind": model.get("kind"),
    [OWN_KEYS]: "true", "aria-label": "predict first",
  });
  el.append(root);
  const question = element("div", { class: "gk-question", "data-gk-question": "" });
  question.append(prose(model.get("question")));
  root.append(element("div", { class: "gk-kicker" }, "Predict first"), question);
  const ways = { number: () => typed(model, send), choice: () => chosen(model, send), tree: () => marked(model) };
  const way = ways[model.get("kind")]();
  const commit = element("button", { type: "button", class: "gk-commit", "data-gk-do": "answer" }, "That is my answer");
  const showIt = element("button", { type: "button", "data-gk-do": "tell" }, "Show the answer");
  const again = element("button", { type: "button", "data-gk-do": "again" }, "Try again");
  const problem = element("div", { class: "gk-problem", role: "alert", "data-gk-problem": "" });
  const reveal = element("div", { class: "gk-reveal", "aria-live": "polite", "data-gk-reveal": "" });
  root.append(way.box, element("div", { class: "gk-actions" }, commit, " ", showIt), problem, reveal, again);

  let waiting = 0;
  const tell = (text) => { clearTimeout(waiting); commit.disabled = false; problem.textContent = text; };
  function send() {
    const answer = way.read();
    if (answer === null) return tell(model.get("kind") === "choice" ? "Choose one first." : "There is no answer yet: type one.");
    post({ answer });
  }
  function post(message) {
    tell("");
    commit.disabled = true;
    clearTimeout(waiting);
    const silent = () => tell("The kernel does not answer. Run this cell again, then answer.");
    try { model.send(message); } catch { return silent(); }
    waiting = setTimeout(silent, PATIENCE);
  }
  function show() {
    const reply = model.get("reply");
    const isSecond = reply?.how === "again"; // one more guess, and only then the answer
    const isDone = Boolean(reply?.how) && !isSecond;
    tell("");
    if (reply?.how) way.fill(reply.given);
    way.lock(isDone ? reply : null);
    commit.hidden = isDone;
    commit.textContent = isSecond ? "That is my second guess" : "That is my answer";
    showIt.hidden = !isSecond;
    again.hidden = !isDone;
    root.dataset.gkHow = isDone ? reply.how : "";
    reveal.replaceChildren();
    if (isSecond) reveal.append(element("div", { class: "gk-hint", "data-gk-hint": "" }, reply.words));
    if (!isDone) return;
    const sign = { right: "✓", close: "≈", wrong: "✗" }[reply.how];
    const verdict = element(
      "div",
      { class: "gk-verdict", "data-gk-verdict": reply.how },
      element("span", { class: "gk-sign", "aria-hidden": "true" }, sign),
      element("span", {}, reply.words),
    );
    reveal.append(verdict);
    if (reply.reason) {
      const reason = element("div", { class: "gk-reason", "data-gk-reason": "" });
      reason.append(prose(reply.reason));
      reveal.append(reason);
    }
  }
  commit.addEventListener("click", send);
  showIt.addEventListener("click", () => post({ tell: true }));
  again.addEventListener("click", () => {
    way.lock(null);
    commit.hidden = false;
    again.hidden = true;
    root.dataset.gkHow = "";
    reveal.replaceChildren();
    way.focus();
  });
  const onMessage = (message) => {
    if (message?.problem) tell(message.problem);
    else if (message?.again) show();
  };
  model.on("msg:custom", onMessage);
  model.on("change:reply", show);
  show();
  root.dataset.gkReady = "1";
  return () => {
    clearTimeout(waiting);
    model.off("msg:custom", onMessage);
    model.off("change:reply", show);
  };
}

export default { render };
