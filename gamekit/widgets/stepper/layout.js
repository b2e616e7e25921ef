// Where the nodes of a tree stand.

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const BOLD = `600 14px ${FONT}`, SMALL = `11px ${FONT}`, NAME = `600 11px ${FONT}`;
const TINY = `9px ${FONT}`;
const ROOF = 9;
const GHOST = [26, 20];

const ruler = document.createElement("canvas").getContext("2d");
const widths = new Map();
function textWidth(text, font) {
  const key = font + text;
  if (!widths.has(key)) { ruler.font = font; widths.set(key, ruler.measureText(text).width); }
  return widths.get(key);
}

// Items are what is drawn: nodes, and ghosts in the places of moves that were cut. Children stand side by
// side as close as their outlines allow, the parent above their middle.
function layout(film, shut) {
  const { pack } = film;
  const items = [];
  const itemOf = new Int32Array(film.size).fill(-1);
  const kids = [];
  const add = (item) => { items.push(item); kids.push([]); return items.length - 1; };
  for (let node = 0; node < film.size; node++) {
    const above = pack.parent[node] < 0 ? -1 : itemOf[pack.parent[node]];
    if (above === -1 && node > 0) continue; // inside a folded node
    const isShut = shut.has(node);
    const item = add({ node, ghost: false, above, level: film.depth[node], name: pack.name[node], x: 0 });
    items[item].box = boxSize(film, node);
    if (above >= 0) kids[above].push(item);
    if (!isShut) itemOf[node] = item;
    items[item].shut = isShut;
  }
  const shown = items.length;
  for (let item = 0; item < shown; item++) {
    const { node, shut: isShut } = items[item];
    const names = isShut ? null : pack.pruned[node];
    if (!names) continue;
    const ghosts = names.length <= MOST_GHOSTS ? names : [`${names.length} moves`];
    for (const name of ghosts) {
      const level = items[item].level + 1;
      const ghost = add({ node, ghost: true, above: item, level, name, x: 0, box: GHOST });
      kids[item].push(ghost);
    }
  }
  for (const item of items) item.wide = Math.max(item.box[0], item.name ? textWidth(item.name, NAME) + 4 : 0);
  place(items, kids);
  return arrange(film, items, kids);
}

function boxSize(film, node) {
  let width = textWidth(film.mainText(node, film.last), BOLD), height = 24;
  if (film.smallText(node, film.last)) {
    height += 14;
    width = Math.max(width, ...[film.entered[node], film.last].map((step) => textWidth(film.smallText(node, step), SMALL)));
  }
  if (!film.isLeaf(node)) height += ROOF;
  return [Math.max(30, width + 14), height];
}

function place(items, kids) {
  const GAP = 16; // room for a node's number
  const offset = new Float64Array(items.length); // from the parent's middle
  const left = new Array(items.length), right = new Array(items.length); // outlines by level below
  const order = []; // children before parents
  for (const stack = [0]; stack.length;) {
    const item = stack.pop();
    order.push(item);
    stack.push(...kids[item]);
  }
  for (let at = order.length - 1; at >= 0; at--) {
    const item = order[at], half = items[item].wide / 2;
    let l = [], r = [];
    for (const kid of kids[item]) {
      let shift = 0;
      const common = Math.min(r.length, left[kid].length);
      if (r.length) {
        shift = -Infinity;
        for (let d = 0; d < common; d++) shift = Math.max(shift, r[d] - left[kid][d] + GAP);
      }
      offset[kid] = shift;
      for (let d = l.length; d < left[kid].length; d++) l.push(left[kid][d] + shift);
      for (let d = 0; d < right[kid].length; d++) r[d] = right[kid][d] + shift;
      left[kid] = right[kid] = null;
    }
    if (kids[item].length) {
      const middle = (offset[kids[item][0]] + offset[kids[item].at(-1)]) / 2;
      for (const kid of kids[item]) offset[kid] -= middle;
      l = l.map((x) => x - middle); r = r.map((x) => x - middle);
    }
    l.unshift(-half); r.unshift(half);
    left[item] = l; right[item] = r;
  }
  const leftmost = Math.min(...left[0]);
  for (const item of order) {
    const { above } = items[item];
    items[item].x = above < 0 ? -leftmost : items[above].x + offset[item];
  }
}

// Plans of two trees: their nodes get the places that they have in the tree of both.
function align(plans) {
  const both = [], kids = [], known = new Map();
  const seen = plans.map(({ items }) => {
    const keys = [];
    items.forEach((item, at) => {
      const above = item.above < 0 ? "" : keys[item.above], own = `${above}/${item.ghost ? "~" : ""}${item.name}`;
      let key = own;
      for (let times = 1; keys.includes(key); times++) key = `${own}#${times}`;
      keys.push(key);
      const ghostless = key.replace(/~(?=[^/]*$)/, ""); // a move cut here and looked at there: one place
      const shared = known.get(ghostless) ?? both.length;
      if (shared === both.length) {
        known.set(ghostless, shared);
        both.push({ above: item.above < 0 ? -1 : known.get(above.replaceAll("~", "")), wide: 0, x: 0 });
        kids.push([]);
        if (item.above >= 0) kids[both[shared].above].push(shared);
      }
      both[shared].wide = Math.max(both[shared].wide, item.wide);
      keys[at] = key;
      item.shared = shared;
    });
    return keys;
  });
  if (seen.some((keys) => keys.length > 4000)) return; // too large to compare by eye
  place(both, kids);
  const width = Math.max(...both.map((one) => one.x + one.wide / 2));
  const levelHeight = Math.max(...plans.map((plan) => plan.levelHeight));
  const height = Math.max(...plans.map((plan) => plan.height + (plan.levels.length - 1) * (levelHeight - plan.levelHeight)));
  for (const plan of plans) {
    for (const item of plan.items) Object.assign(item, { x: both[item.shared].x, y: 20 + item.level * levelHeight });
    for (const level of plan.levels) level.sort((a, b) => plan.items[a].x - plan.items[b].x);
    Object.assign(plan, { width, height, levelHeight });
  }
}

function arrange(film, items, kids) {
  const levels = [];
  const levelHeight = film.hasWindows ? 88 : 72;
  let width = 0;
  const itemOf = new Map();
  items.forEach((item, i) => {
    item.y = 20 + item.level * levelHeight;
    (levels[item.level] ??= []).push(i);
    width = Math.max(width, item.x + item.wide / 2);
    if (!item.ghost) itemOf.set(item.node, i);
  });
  for (const level of levels) level.sort((a, b) => items[a].x - items[b].x);
  const lowest = Math.max(...(levels.at(-1) ?? []).map((i) => items[i].box[1]));
  return {
    items,
    kids,
    levels,
    itemOf,
    width,
    levelHeight,
    height: 20 + (levels.length - 1) * levelHeight + lowest + 8,
  };
}
