// Searches of an explicit tree, recorded as trace() and Playback do in Python: for trees that a reader changes.
// A state is { mover, names, children }, or { mover, value } where the game ends: what the first player gets.
(() => {
  const INF = 1e9, ENTER = 0, RETURN = 1, CUT = 2, { min, max } = Math;
  const less = (x) => (x === null ? null : -x || 0);

  function minimax(film, state, above) {
    const node = film.enter(state, above);
    if (!state.children) return film.leave(node, state.value);
    let best = state.mover === 0 ? -INF : INF;
    for (const child of state.children) {
      best = (state.mover === 0 ? max : min)(best, minimax(film, child, node));
      film.comeUp(node, best);
    }
    return film.leave(node, best);
  }
  function alphabeta(film, state, above, alpha = -INF, beta = INF) {
    const node = film.enter(state, above, alpha, beta);
    if (!state.children) return film.leave(node, state.value);
    let best = state.mover === 0 ? -INF : INF;
    for (const child of state.children) {
      best = (state.mover === 0 ? max : min)(best, alphabeta(film, child, node, alpha, beta));
      if (state.mover === 0) alpha = max(alpha, best); else beta = min(beta, best);
      film.comeUp(node, best, alpha, beta);
      if (film.meets(alpha, beta)) break;
    }
    return film.leave(node, best, alpha, beta);
  }
  function negamax(film, state, above, alpha = -INF, beta = INF) {
    const node = film.enter(state, above, alpha, beta);
    if (!state.children) return film.leave(node, state.mover === 0 ? state.value : -state.value);
    let best = -INF;
    for (const child of state.children) {
      best = max(best, -negamax(film, child, node, -beta, -alpha));
      alpha = max(alpha, best);
      film.comeUp(node, best, alpha, beta);
      if (film.meets(alpha, beta)) break;
    }
    return film.leave(node, best, alpha, beta);
  }

  // Nodes and steps as gamekit/widgets/stepper/pack.py names them. `turn`: shown from the other side than searched.
  gamekit.trace = (search, root, turn = false, meets = (alpha, beta) => alpha >= beta) => {
    const nodes = [], steps = [];
    let cut = 0;
    const seen = (node, value, alpha, beta) => ( // in the view that is shown
      turn && nodes[node].mover === 1 ? [less(value), less(beta), less(alpha)] : [value, alpha, beta]);
    const step = (kind, node, at, value, alpha, beta) => {
      const [best, stepAlpha, stepBeta] = seen(at < 0 ? node : at, value, alpha, beta);
      steps.push({ kind, node, at, stepAlpha, stepBeta, best, visited: nodes.length, cut });
    };
    ({ minimax, alphabeta, negamax })[search]({
      meets,
      enter({ mover, names = [] }, parent = -1, low = null, high = null) {
        const above = nodes[parent], number = nodes.length;
        const name = above ? above.names[above.looked++] : "", depth = above ? above.depth + 1 : 0;
        if (above) above.last = number;
        nodes.push({ parent, depth, number, name, mover, names, looked: 0, bestChild: -1, folded: 0 });
        [, nodes[number].alpha, nodes[number].beta] = seen(number, null, low, high);
        step(ENTER, number, number, null, low, high);
        return number;
      },
      comeUp(node, best, alpha = null, beta = null) {
        const here = nodes[node];
        if (here.looked === 1 || best !== here.best) here.bestChild = here.last;
        here.best = best;
        step(RETURN, here.last, node, best, alpha, beta);
      },
      leave(node, value, alpha, beta) {
        const rest = nodes[node].names.slice(nodes[node].looked);
        cut += rest.length;
        if (rest.length) step(CUT, node, node, value, alpha, beta);
        [nodes[node].value] = seen(node, value, null, null);
        if (node === 0) step(RETURN, 0, -1, value, null, null);
        return value;
      },
    }, root);
    return { nodes, steps };
  };
})();
