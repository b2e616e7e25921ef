// The players of the book's boards, in a worker: rules, searches and what drives them are the kit's own, as WebAssembly
// (`engines.py` and `thinking.py`). Here moves go in, and answers come out.

(() => {
  const gamekit = (globalThis.gamekit ??= {});

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

  // A tree is kept where a position is one reply after our last answer. As `MCTS._follow`, by the moves played.
  function follow(module, state, moves, last) {
    const isSame = (one, other) => one.length === other.length && one.every((move, at) => move === other[at]);
    if (last.answer !== undefined && isSame([...last.moves, last.answer], moves.slice(0, -1))) {
      moves.slice(-2).forEach((move) => module.advance(undefined, move));
    } else if (!last.moves || !isSame(last.moves, moves)) module.plant(undefined, state);
    last.moves = [...moves];
  }

  function random(rules, state) {
    const { moves } = rules.look(state), move = moves[Math.floor(Math.random() * moves.length)];
    return { move, value: 0, line: [move], depth: 0, nodes: 0, seconds: 0, values: moves.map((one) => [one, 0]) };
  }

  // A player from a module: (moves since the start, limits, purpose, report) => what it found.
  gamekit.player = async (told) => {
    const module = await gamekit.load(told), rules = new Rules(module), last = {};
    if (!module.think) return (moves) => random(rules, rules.after(moves));
    const out = module.record("think", 3);
    const list = (field, length) => Array.from({ length: out.get(length) }, (_, place) => out.get(field, place));
    const answer = () => {
      const line = list("line", "length"), values = list("values", "count");
      const [value, depth, nodes, seconds] = ["value", "depth", "nodes", "seconds"].map((name) => out.get(name));
      return { move: line[0] ?? null, value, line, depth, nodes, seconds, values: list("moves", "count").map((move, at) => [move, values[at]]) };
    };
    return (moves, { depth = 0, nodes = 0, seconds = 0 }, purpose = "move", report) => {
      const state = rules.after(moves);
      if (module.plant) follow(module, state, moves, last);
      module.tell = () => report?.(answer());
      module.think(state, purpose !== "move", [depth, nodes, seconds]);
      const found = answer();
      last.answer = found.move;
      return found;
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
