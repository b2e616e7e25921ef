// The players of the book's boards, in a worker: rules and searches are the kit's own, as WebAssembly. What Python
// does around them (deepening, limits, when the solver takes over, which child of a tree is the answer) is here, each
// function as the Python of the same name. A test compares every answer.

(() => {
  const gamekit = (globalThis.gamekit ??= {});
  const INF = 1e9, MOST_DEPTH = 198, PASS = -1;
  const now = () => gamekit.seconds();
  const thinkingTime = (seconds) => seconds - Math.min(0.005, seconds / 4);
  const bestFirst = (values) => [...values].sort((a, b) => b[1] - a[1]);
  const result = (move, value, line = [move], depth = 0, nodes = 0, seconds = 0, values = []) =>
    ({ move, value, line, depth, nodes, seconds, values });

  // The rules of a module: states are what its functions take and give.
  class Rules {
    constructor(module) {
      this.module = module;
      this.facts = module.told.facts;
      this.out = module.record("look", 1);
      if (this.facts.changes) {
        const { block } = module.told.functions.look.arguments[0].parts[0];
        this.place = module.blocks[block];
        this.fresh = module.bytes.slice(this.place, this.place + module.told.blocks[block].bytes);
      }
    }
    after(moves) { // the state after these moves, from the start
      if (!this.facts.changes) return moves.reduce((state, move) => this.module.after(state, move), this.facts.start.map(BigInt));
      this.module.bytes.set(this.fresh, this.place);
      moves.forEach((move) => this.module.after(undefined, move));
      return undefined;
    }
    look(state) {
      this.module.look(state);
      const moves = Array.from({ length: this.out.get("count") }, (_, number) => this.out.get("moves", number));
      return { moves, over: this.out.get("over") !== 0, score: this.out.get("score"), turn: this.out.get("turn") };
    }
  }
  gamekit.Rules = Rules;

  function resetWork(work, nodes, deadline) {
    for (const name of ["nodes", "cutoffs", "hits", "stores", "collisions", "stop", "horizon"]) work.set(0, name);
    work.set(nodes || "9223372036854775807", "node_limit");
    work.set(Math.min(nodes || 1024, 1024), "next_look");
    work.set(deadline, "deadline");
  }

  // --- search/deepening.py --------------------------------------------------------------------------------

  class Searcher {
    constructor(rules) {
      Object.assign(this, { rules, module: rules.module, unit: rules.facts.unit });
      this.work = this.module.record("search", 5, "work");
    }
    value(state) { return this.module.value(state) / this.unit; }

    deepen(state, limits, report) {
      const { moves } = this.rules.look(state), begin = now();
      this.stopped = false;
      if (!moves.length) return result(null, this.value(state), []);
      resetWork(this.work, limits.nodes, limits.seconds ? begin + thinkingTime(limits.seconds) : 0);
      let best = result(moves[0], this.value(state));
      for (let depth = 1; depth <= Math.min(limits.depth ?? MOST_DEPTH, MOST_DEPTH); depth++) {
        this.work.set(0, "horizon");
        const found = this.module.search(state, depth);
        if (this.work.get("stop")) { this.stopped = true; break; }
        const line = Array.from({ length: this.work.get("length", 0) }, (_, place) => this.work.get("line", 0, place));
        this.longer(state, line, depth);
        best = result(line[0], found / this.unit, line, depth, this.work.get("nodes"), now() - begin);
        report?.(best);
        if (!this.work.get("horizon")) break;
      }
      return { ...best, nodes: this.work.get("nodes"), seconds: now() - begin };
    }

    longer(state, line, depth) {
      if (!this.module.recall) return;
      let at = line.reduce((before, move) => this.module.after(before, move), state);
      for (let seen; line.length < depth && !(seen = this.rules.look(at)).over;) {
        const move = this.module.recall(at, depth - line.length);
        if (!seen.moves.includes(move)) break;
        line.push(move);
        at = this.module.after(at, move);
      }
    }

    think(state, limits, report) { return this.deepen(state, limits, report); }

    analyse(state, limits, report) {
      const begin = now();
      let best = result(null, this.value(state), []), nodes = 0, order = this.rules.look(state).moves;
      for (let depth = 1; depth <= (limits.depth ?? MOST_DEPTH); depth++) {
        const values = new Map(), lines = new Map();
        let reachesTheEnd = true;
        for (const move of order) {
          const child = this.module.after(state, move), { over } = this.rules.look(child);
          if (over || depth === 1) {
            values.set(move, -this.value(child));
            lines.set(move, [move]);
            nodes += 1;
            reachesTheEnd &&= over;
            continue;
          }
          const left = { depth: depth - 1 };
          if (limits.nodes != null) left.nodes = limits.nodes - nodes;
          if (limits.seconds != null) left.seconds = limits.seconds - (now() - begin);
          if (left.nodes <= 0 || left.seconds <= 0) return { ...best, nodes, seconds: now() - begin };
          const found = this.deepen(child, left);
          nodes += found.nodes;
          if (this.stopped) return { ...best, nodes, seconds: now() - begin };
          values.set(move, -found.value);
          lines.set(move, [move, ...found.line]);
          reachesTheEnd &&= found.depth < depth - 1;
        }
        if (!values.size) break;
        const sorted = bestFirst(values), [move, value] = sorted[0];
        order = sorted.map(([one]) => one);
        best = result(move, value, lines.get(move), depth, nodes, now() - begin, sorted);
        report?.(best);
        if (reachesTheEnd) break;
      }
      return best;
    }
  }

  // --- othello/engine.py: where the solver takes over -----------------------------------------------------

  class Othello extends Searcher {
    constructor(rules) {
      super(rules);
      this.solving = this.module.record("solve", 5);
    }
    empties([player, opponent]) {
      let count = 64;
      for (let discs = player | opponent; discs; discs &= discs - 1n) count -= 1;
      return count;
    }
    load(state, limits) {
      const empties = this.empties(state), expected = 0.0025 * 2.35 ** (empties - 14);
      if (!this.rules.facts.endgame || (limits.depth != null && limits.depth < empties)) return Infinity;
      if (empties > 20) return Infinity; // the table of a page is no larger
      const byTime = limits.seconds ? 2 * expected / limits.seconds : 0; // a page takes twice the time
      return Math.max(byTime, limits.nodes ? expected * 8e6 / limits.nodes : 0);
    }
    share({ depth, nodes, seconds }) {
      return { depth, nodes: nodes && Math.max(Math.trunc(0.2 * nodes), 1), seconds: seconds && 0.2 * seconds };
    }
    ask(state, alpha, beta, longest = 1) {
      if (this.most != null && this.spent >= this.most) return null;
      const size = 64 * 2 ** Math.max(8, this.empties(state) - 2), table = Number(this.solving.get("table"));
      this.module.bytes.fill(0, table, table + size);
      this.solving.set(size - 64, "bucket_mask");
      for (const name of ["nodes", "stop", "root", "given_up", "answer", "length"]) this.solving.set(0, name);
      this.solving.set(this.most == null ? "9223372036854775807" : this.most - this.spent, "most_nodes");
      const value = this.module.solve(state[0], state[1], alpha, beta, longest), nodes = this.solving.get("nodes");
      this.spent += nodes;
      if (this.solving.get("stop")) return null;
      const line = Array.from({ length: this.solving.get("length") }, (_, place) => this.solving.get("line", place));
      return result(line[0] ?? null, value, line, this.empties(state), nodes);
    }

    think(state, limits, report) {
      const begin = now(), load = this.load(state, limits), seen = this.rules.look(state);
      if (limits.seconds && seen.moves.length === 1 && load > 0.02) return this.deepen(state, { depth: Math.min(limits.depth ?? 4, 4) }, report);
      if (seen.over || 0.2 * load > 0.5) return this.deepen(state, limits, report);
      const first = load > 0.02 ? this.deepen(state, this.share(limits), report) : this.deepen(state, { depth: 1 });
      Object.assign(this, { spent: first.nodes, most: limits.nodes });
      const best = this.solve(state, first, load > 0.5, report);
      return { ...best, nodes: this.spent, seconds: now() - begin };
    }
    solve(state, first, outcomeFirst, report) {
      let [best, low, high] = [first, -64, 64];
      if (outcomeFirst) {
        const found = this.ask(state, -2, 2);
        if (!found) return best;
        best = { ...first, depth: found.depth, nodes: this.spent };
        if (found.value < 0) [best.value, high] = [Math.min(first.value, -2), 0];
        else {
          Object.assign(best, { move: found.move, line: found.line });
          if (found.value === 0) [best.value, low, high] = [0, 0, 0];
          else [best.value, low] = [Math.max(first.value, 2), 0];
        }
        report?.(best);
      }
      const found = low < high ? this.ask(state, low, high) : null;
      if (!found) return best;
      best = { ...found, nodes: this.spent };
      report?.(best);
      return best;
    }

    analyse(state, limits, report) {
      const begin = now(), { moves } = this.rules.look(state), load = moves.length * this.load(state, limits);
      if (load > 0.5) return super.analyse(state, limits, report);
      const first = super.analyse(state, load > 0.02 ? this.share(limits) : { depth: 1 }, report);
      Object.assign(this, { spent: first.nodes, most: limits.nodes });
      const exact = this.exactValues(state, moves);
      return { ...(exact ?? first), nodes: this.spent, seconds: now() - begin };
    }
    exactValues(state, moves) { // null if the nodes are not enough
      const values = new Map(), lines = new Map();
      for (const move of moves) {
        const child = this.module.after(state, move), seen = this.rules.look(child);
        const found = seen.over ? result(null, seen.score, []) : this.ask(child, -64, 64, 128);
        if (!found) return null;
        values.set(move, -found.value);
        lines.set(move, [move, ...found.line]);
      }
      const sorted = bestFirst(values), [move, value] = sorted[0];
      return result(move, value, lines.get(move), this.empties(state), this.spent, 0, sorted);
    }
  }

  // --- search/mcts.py ----------------------------------------------------------------------------------

  class MCTS {
    constructor(rules) {
      Object.assign(this, { rules, module: rules.module, ofConnect4: rules.facts.kind === "connect4" });
      this.nodes = this.module.record("run", 0, "nodes");
    }
    // Connect Four's program keeps a board of its own, so the state is told when the tree is planted.
    run(state, count) { return this.module.run(undefined, this.ofConnect4 ? undefined : state, undefined, undefined, count); }
    plant(state) { if (this.ofConnect4) this.module.plant(undefined, undefined, undefined, undefined, undefined, state); else this.module.plant(); }
    advance(move) { if (this.ofConnect4) this.module.advance(undefined, undefined, move); else this.module.advance(undefined, move); }

    child(place) {
      const [move, visits, points, proof] = ["move", "visits", "points", "proof"].map((name) => this.nodes.entry(place, name));
      const value = proof < 0 ? (visits ? points / visits - 1 : 0) : proof - 1;
      const plies = this.nodes.entry(place, "plies");
      const certain = proof === 2 ? [2, -plies, visits] : proof === 0 ? [0, plies, visits] : [1, visits, 0];
      return { place, move, visits, value, certain };
    }
    children(place) {
      const first = this.nodes.entry(place, "first");
      const found = Array.from({ length: this.nodes.entry(place, "children") }, (_, number) => this.child(first + number));
      return found.sort((a, b) => a.move - b.move);
    }
    found(done, begin) {
      const line = [], isBetter = (a, b) => a.certain.find((part, at) => part !== b.certain[at]) > b.certain.find((part, at) => part !== a.certain[at]);
      let family = this.children(0);
      const known = family.filter(({ visits }) => visits > 0).map(({ move, value }) => [move, value]);
      while (family.length) {
        const best = family.reduce((one, other) => (isBetter(other, one) ? other : one));
        if (!best.visits) break;
        line.push(best.move);
        family = this.children(best.place);
      }
      return result(line[0], new Map(known).get(line[0]), line, line.length, done, now() - begin, known);
    }

    // The tree is kept where this state is one reply after our last answer.
    follow(state, moves) {
      const before = this.moves;
      if (before && this.answer !== undefined && moves.length === before.length + 2
        && before.every((move, at) => move === moves[at]) && moves[before.length] === this.answer) {
        this.advance(moves.at(-2));
        this.advance(moves.at(-1));
      } else if (!before || before.length !== moves.length || before.some((move, at) => move !== moves[at])) this.plant(state);
      if (this.nodes.entry(0, "proof") >= 0 && !this.nodes.entry(0, "children")) this.plant(state); // no move was tried
      this.moves = [...moves];
    }
    think(state, limits, report, moves) {
      const seen = this.rules.look(state), begin = now();
      if (seen.over) return result(null, Math.sign(seen.score), []);
      this.follow(state, moves);
      const end = limits.seconds == null ? Infinity : begin + thinkingTime(limits.seconds), most = limits.nodes ?? 2 ** 31;
      let done = 0, batch = 1, at = begin, told = begin;
      while (done < most && this.nodes.entry(0, "proof") < 0) {
        const before = at;
        batch = Math.min(batch, most - done);
        done += this.run(state, batch);
        at = now();
        if (at >= end) break;
        if (at >= told + 0.1) { told = at; report?.(this.found(done, begin)); }
        batch = Math.max(1, Math.floor(batch * Math.min(0.005, (end - at) / 4) / Math.max(at - before, 1e-5)));
      }
      const answer = this.found(done, begin);
      report?.(answer);
      this.answer = answer.move;
      return answer;
    }
    analyse(state, limits, report, moves) {
      const found = this.think(state, limits, report, moves);
      return { ...found, values: bestFirst(found.values) };
    }
  }

  // --- gomoku/engine.py -----------------------------------------------------------------------------------

  const WON = 1e6, SURE = WON - 1000;

  class Gomoku {
    constructor(rules) {
      Object.assign(this, { rules, module: rules.module, moveOf: rules.facts.moveOf });
      this.at = this.module.record("search", 0);
      this.work = this.module.record("search", 1);
    }
    search(depth) { return this.module.search(undefined, undefined, depth); }
    line(field = "line", length = "length") {
      return Array.from({ length: this.work.get(length, 0) }, (_, place) => this.moveOf[this.work.get(field, 0, place)]);
    }
    obey(limits, begin) { resetWork(this.work, limits.nodes, limits.seconds ? begin + thinkingTime(limits.seconds) : 0); }
    outcome(value) {
      if (Math.abs(value) > SURE) return Math.sign(value);
      return Math.max(-0.999, Math.min(0.999, Math.tanh(value / 2000)));
    }
    told(found) { return { ...found, value: this.outcome(found.value), values: found.values.map(([move, value]) => [move, this.outcome(value)]) }; }
    found(depth, value, begin) {
      const line = this.line();
      return result(line[0], value, line, depth, this.work.get("nodes"), now() - begin);
    }
    fives(side) { return (this.module.view.getBigInt64(this.at.place("tallies", side), true) & 1023n) !== 0n; }
    firstStone() {
      const { names, moveAt } = this.rules.facts;
      const move = moveAt[(moveAt.length - 1) / 2];
      return names[move] ? result(move, 0) : result(moveAt[0], 0);
    }

    think(state, limits, report) {
      const seen = this.rules.look(), begin = now();
      if (seen.over) return result(null, seen.score, []);
      this.module.set_up();
      if (this.at.get("count") === 0) return this.told(this.firstStone());
      resetWork(this.work, 0, 0);
      let best = this.found(1, this.search(1), begin);
      this.obey(limits, begin);
      const forced = this.rules.facts.threats && Math.abs(best.value) <= SURE ? this.winByForce(limits, begin) : null;
      if (forced) {
        report?.(this.told(forced));
        return this.told(forced);
      }
      report?.(this.told(best));
      const must = this.at.get("empties") === 1 || this.fives(1 - this.at.get("turn"));
      const last = Math.min(limits.depth ?? (must ? 4 : 62), 62);
      for (let depth = 2; depth <= last && Math.abs(best.value) <= SURE; depth++) {
        this.work.set(0, "horizon");
        const value = this.search(depth);
        if (this.work.get("stop")) { // a depth that was not finished: its first move was the best of the last
          const line = this.line();
          if (line.length) best = { ...best, move: line[0], line };
          break;
        }
        best = this.found(depth, value, begin);
        report?.(this.told(best));
        if (!this.work.get("horizon")) break;
      }
      return { ...this.told(best), nodes: this.work.get("nodes"), seconds: now() - begin };
    }

    winByForce(limits, begin) {
      let budget = 400000;
      if (limits.nodes != null) budget = Math.min(budget, Math.floor(limits.nodes * 0.1));
      if (limits.seconds != null) budget = Math.min(budget, Math.floor(limits.seconds * 400000 * 0.1));
      const failed = this.work.place("failed", 0);
      this.module.bytes.fill(0, failed, failed + 8 * 2 ** 14);
      const attack = (left, threes) => this.module.attack(undefined, undefined, 0, left, threes) !== 0;
      const forced = () => {
        const line = this.line("forced", "forced_length");
        return result(line[0], WON - line.length - 2, line, line.length, this.work.get("nodes"), now() - begin);
      };
      this.work.set(Math.floor(budget / 4), "threat_nodes");
      if (attack(31, 0)) return forced();
      this.work.set(this.work.get("threat_nodes") + budget - Math.floor(budget / 4), "threat_nodes");
      for (let left = 1; left < 32; left++) {
        this.work.set(0, "cut_short");
        if (attack(left, 1)) return forced();
        if (!this.work.get("cut_short")) break;
      }
      return null;
    }

    analyse(state, limits, report) {
      const seen = this.rules.look(), begin = now();
      if (seen.over) return result(null, seen.score, []);
      this.module.set_up();
      const count = this.at.get("count");
      if (count === 0) {
        const first = this.firstStone();
        return { ...first, values: [[first.move, first.value]] };
      }
      const cells = Array.from({ length: count }, (_, number) => this.at.get("candidates", number)).filter((cell) => this.at.get("board", cell) === 0);
      let best = result(null, 0, []);
      resetWork(this.work, 0, 0);
      for (let depth = 1; depth <= Math.min(limits.depth ?? 62, 62); depth++) {
        if (depth === 2) this.obey(limits, begin);
        const values = new Map(), lines = new Map();
        for (const cell of cells) {
          this.module.play_move(undefined, cell);
          let value = -this.search(depth - 1);
          this.module.take_back();
          if (Math.abs(value) > SURE) value -= Math.sign(value);
          values.set(this.moveOf[cell], value);
          lines.set(this.moveOf[cell], [this.moveOf[cell], ...this.line()]);
          if (depth > 1 && this.work.get("stop")) return { ...best, nodes: this.work.get("nodes"), seconds: now() - begin };
        }
        const sorted = bestFirst(values), [move, value] = sorted[0];
        best = this.told(result(move, value, lines.get(move), depth, this.work.get("nodes"), now() - begin, sorted));
        report?.(best);
        if (sorted.every(([, one]) => Math.abs(one) > SURE)) break;
      }
      return best;
    }
  }

  class Minimax { // search/minimax.py, `choose`
    constructor(rules) { this.rules = rules; }
    think(state, { depth }) {
      const { moves, turn, score } = this.rules.look(state), { minimax, after } = this.rules.module, begin = now();
      if (!moves.length) return result(null, score, []);
      const sign = turn === 0 ? 1 : -1;
      const values = moves.map((move) => [move, sign * minimax(after(state, move), depth - 1, turn !== 0)]);
      const [move, value] = bestFirst(values)[0];
      return result(move, value, [move], depth, 0, now() - begin, values);
    }
    analyse(state, limits) {
      const found = this.think(state, limits);
      return { ...found, values: bestFirst(found.values) };
    }
  }

  class RandomMover {
    constructor(rules) { this.rules = rules; }
    think(state) {
      const { moves } = this.rules.look(state);
      return result(moves[Math.floor(Math.random() * moves.length)], 0, undefined, 0, 0, 0, moves.map((move) => [move, 0]));
    }
    analyse(state) { return this.think(state); }
  }

  const KINDS = { search: Searcher, othello: Othello, mcts: MCTS, connect4: MCTS, gomoku: Gomoku, minimax: Minimax, random: RandomMover };

  // A player from a module: (moves since the start, limits, purpose, report) => what it found.
  gamekit.player = async (told) => {
    const rules = new Rules(await gamekit.load(told)), made = new KINDS[rules.facts.kind](rules);
    return (moves, limits, purpose = "move", report) => {
      const state = rules.after(moves);
      return purpose === "move" ? made.think(state, limits, report, moves) : made.analyse(state, limits, report, moves);
    };
  };

  if (typeof document === "undefined" && typeof importScripts !== "undefined") { // in a worker
    let ready = null;
    onmessage = async ({ data }) => {
      if (data.told) ready = gamekit.player(data.told);
      else {
        const tell = (found, running) => postMessage({ number: data.number, found, running });
        try { tell((await ready)(data.moves, data.limits, data.purpose, (found) => tell(found, true)), false); }
        catch (problem) { postMessage({ number: data.number, problem: problem.message }); }
      }
    };
  }
})();
