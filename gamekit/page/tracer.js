// Searches of an explicit tree, recorded as trace() does in Python: for trees that a reader changes.
// A state is { mover, names, children }, or { mover, value } where the game ends: what the first player gets.
(() => {
  const INF = 1e9, { min, max } = Math;

  function minimax(film, state, above) {
    const node = film.enter(state, above);
    if (!state.children) return film.leave(node, state.value);
    let best = state.mover === 0 ? -INF : INF;
    for (const child of state.children) best = (state.mover === 0 ? max : min)(best, minimax(film, child, node));
    return film.leave(node, best);
  }
  function alphabeta(film, state, above, alpha = -INF, beta = INF) {
    const node = film.enter(state, above, alpha, beta);
    if (!state.children) return film.leave(node, state.value);
    let best = state.mover === 0 ? -INF : INF;
    for (const child of state.children) {
      best = (state.mover === 0 ? max : min)(best, alphabeta(film, child, node, alpha, beta));
      if (state.mover === 0) alpha = max(alpha, best); else beta = min(beta, best);
      if (film.meets(alpha, beta)) break;
    }
    return film.leave(node, best);
  }
  function negamax(film, state, above, alpha = -INF, beta = INF) {
    const node = film.enter(state, above, alpha, beta);
    if (!state.children) return film.leave(node, state.mover === 0 ? state.value : -state.value);
    let best = -INF;
    for (const child of state.children) {
      best = max(best, -negamax(film, child, node, -beta, -alpha));
      alpha = max(alpha, best);
      if (film.meets(alpha, beta)) break;
    }
    return film.leave(node, best);
  }

  // The nodes in the order of visits, with the names of the moves on offer and how many of them were looked at.
  gamekit.trace = (search, root, meets = (alpha, beta) => alpha >= beta) => {
    const nodes = [];
    ({ minimax, alphabeta, negamax })[search]({
      meets,
      enter({ mover, names = [] }, parent = -1, alpha = null, beta = null) {
        const above = nodes[parent], name = above ? above.names[above.looked++] : "";
        return nodes.push({ parent, name, mover, names, looked: 0, alpha, beta }) - 1;
      },
      leave(node, value) {
        nodes[node].value = value;
        return value;
      },
    }, root);
    return nodes;
  };
})();
