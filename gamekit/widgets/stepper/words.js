// What happens at each step of a film, in words.

const SIDES = ["the first player", "the second player"];
const MOST_NAMES = 4;
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const counted = (count, thing) => `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;

function inWords(film, step) {
  if (step.kind === ENTER) return entering(film, step);
  if (step.kind === CUT) return cutting(film, step);
  return step.at < 0 ? ending(film, step) : comingUp(film, step);
}

// A node as cuts and values that come up name it: with the side, where values are the first player's.
function named(film, node) {
  const { pack } = film;
  if (pack.view !== "first" || pack.calls[node] !== undefined) return `node ${node}`;
  return `node ${node} ${film.wantsMuch(node) ? "(max)" : "(min)"}`;
}

function entering(film, { node, alpha, beta }) {
  const { pack } = film, call = pack.calls[node];
  const way = film.path(node).map((one) => pack.name[one]).filter(Boolean);
  const place = way.length ? `after ${way.join(", ")}` : "the start";
  if (call !== undefined) return `Node ${node}${way.length ? "" : ", the start"}: ${pack.function} is called with ${call}.`;
  if (film.isLeaf(node)) return `Node ${node}, ${place}: a leaf, the search looks no deeper.`;
  const wants = film.isMax(node) ? " and wants much (max)" : " and wants little (min)";
  const turn = { first: wants, mover: "; values here are from its view", none: "" }[pack.view];
  const window = film.hasWindows ? ` ${meaning(alpha, beta, pack.areWhole)}` : "";
  return `Node ${node}, ${place}: ${SIDES[pack.mover[node]]} moves${turn}.${window}`;
}

// What a window says.
function meaning(alpha, beta, areWhole) {
  const text = `Window ${windowText(alpha, beta)}`;
  const low = alpha !== null && alpha > -INF, high = beta !== null && beta < INF;
  if (low && high) {
    if (alpha >= beta) return `${text}: it is empty, no value can matter here.`;
    if (areWhole && beta === alpha + 1) return `${text}: the only question is whether the value is above ${figure(alpha)}.`;
    return `${text}: only a value between ${figure(alpha)} and ${figure(beta)} still matters.`;
  }
  if (low) return `${text}: only a value above ${figure(alpha)} still matters.`;
  return high ? `${text}: only a value below ${figure(beta)} still matters.` : `${text}: every value still matters.`;
}

function comingUp(film, step) {
  const { pack } = film, { node, at, alpha, beta } = step;
  const value = film.valueAbove(node), target = named(film, at);
  if (value === null) return `Node ${node} returns ${pack.others[node][1]} to ${target}.`;
  if (pack.view === "none") return `${figure(value)} comes up from node ${node} to ${target}.`;
  const isTurned = pack.view === "mover" && pack.mover[node] !== pack.mover[at];
  const begin = isTurned
    ? `${figure(pack.value[node])} for ${SIDES[pack.mover[node]]} comes up to ${target} as ${figure(value)}`
    : `${figure(value)} comes up from node ${node} to ${target}`;
  const isLast = film.children[at].at(-1) === node;
  const goesOn = isClosed(step) && !isLast
    ? ` alpha = ${figure(alpha)} and beta = ${figure(beta)} have met, so nothing more can matter here; but this search goes on.`
    : "";
  return `${begin}: ${compared(film, step)}${goesOn}`;
}

const isClosed = ({ alpha, beta }) => alpha !== null && beta !== null && alpha >= beta;

// Is the value that came up the best so far, and what does that do to the window?
function compared(film, { node, at, alpha, beta, best }) {
  const place = film.children[at].indexOf(node);
  const before = film.steps[place ? film.returned[film.children[at][place - 1]] : film.entered[at]];
  const more = film.wantsMuch(at) ? "more" : "less";
  if (before.best === best) return `no ${more} than ${figure(best)}, so nothing changes.`;
  const said = [before.best === null ? "the first value here, so it is the best so far."
    : `${more} than ${figure(before.best)}, so it is the best so far.`];
  if (alpha !== before.alpha) said.push(`alpha rises from ${figure(before.alpha)} to ${figure(alpha)}.`);
  if (beta !== before.beta) said.push(`beta falls from ${figure(before.beta)} to ${figure(beta)}.`);
  return said.join(" ");
}

function cutting(film, step) {
  const { node, alpha, beta } = step, names = film.pack.pruned[node], where = named(film, node);
  const listed = names.slice(0, MOST_NAMES).join(", ") + (names.length > MOST_NAMES ? ", ..." : "");
  const left = `${counted(names.length, "move")} ${names.length === 1 ? "is" : "are"} never looked at: ${listed}.`;
  if (alpha === null && beta === null) return `The search leaves ${where}. ${left}`;
  if (!isClosed(step)) return `The search leaves ${where}, though its window ${windowText(alpha, beta)} is still open. ${left}`;
  return `Cut at ${where}: ${reason(film, step)} ${left}`;
}

// Why nothing more can matter: what the mover has here, and what the other side has elsewhere.
function reason(film, { node, alpha, beta, best }) {
  const { pack } = film, mine = SIDES[pack.mover[node]], other = SIDES[1 - pack.mover[node]];
  const wantsMuch = film.wantsMuch(node), bound = wantsMuch ? beta : alpha;
  const source = film.source(film.cutAt[node]);
  let has = `${other} already has ${figure(bound)}`, here = `Here ${mine} gives at most ${figure(best)}`;
  if (pack.view === "mover") {
    [has, here] = [`${other} already has ${figure(less(bound))}`, `Here it gets at most ${figure(less(best))}`];
  } else if (wantsMuch) {
    [has, here] = [`${other} can already hold ${mine} to ${figure(bound)}`, `Here ${mine} gets at least ${figure(best)}`];
  }
  let whence = "so says the window it came with", far = "";
  if (source >= 0) {
    const promised = film.bestAt(source, film.cutAt[node]);
    const by = film.children[source].find((child) => film.valueAbove(child) === promised);
    const plies = film.depth[node] - film.depth[source];
    whence = `by ${pack.name[by]} at node ${source}`;
    if (plies > 1) far = ` That node is ${plies} plies up: a deep cut-off.`;
  }
  const test = `${figure(best)} ${wantsMuch ? ">= beta" : "<= alpha"} = ${figure(bound)}.`;
  return `${test} ${capital(has)} (${whence}).${far} ${here}, so ${other} will not come here.`;
}

function ending(film, { visited, cut }) {
  const { pack } = film, by = pack.name[film.bestChild[0]];
  const worth = pack.others[0]?.[1] ?? figure(pack.value[0]);
  const gone = cut ? `, ${counted(cut, "move")} never looked at` : "";
  return `Done: ${pack.function} returns ${worth}${by ? `, by ${by}` : ""}. ${counted(visited, "node")} visited${gone}.`;
}
