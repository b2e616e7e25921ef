// A board in the book: the game and its talk, as gamekit/widgets/board/session.py has them in a notebook. The rules are
// a module of their own here; a player thinks in a worker, so that the page never freezes.

(() => {
  const SIDES = "XO", PASS = -1, HINT_LEVEL = 4, LEAST_SECONDS = 0.15, MOST_VALUES = 40, BEST_SHOWN = 12;
  const GOOD = [0x00, 0x72, 0xb2], BAD = [0xd5, 0x5e, 0x00], MIDDLE = [0xf7, 0xf5, 0xef], INK = "#2B2A27"; // draw/style.py
  const gamekit = globalThis.gamekit;
  const isSearching = (spec) => !/^(random|minimax)\b/.test(spec);
  const numberText = (value) => {
    const text = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2);
    return Number(text) ? (value > 0 ? "+" : "−") + text : "0";
  };

  // As gamekit/draw/heat.py.
  function shades(heat) {
    const sizes = heat.map(([, value]) => Math.abs(value)), top = Math.max(0, ...sizes) || 1;
    const decimals = heat.every(([, value]) => Number.isInteger(value)) || top >= 20 ? 0 : top >= 2 ? 1 : 2;
    return Object.fromEntries(heat.map(([cell, value]) => {
      const end = value > 0 ? GOOD : BAD, share = 0.65 * Math.abs(value / top);
      const fill = `rgb(${MIDDLE.map((part, at) => Math.round(part + (end[at] - part) * share)).join(" ")})`;
      const text = Math.abs(value).toFixed(decimals);
      return [cell, { text: Number(text) ? (value > 0 ? "+" : "−") + text : "0", fill, ink: INK }];
    }));
  }

  class Session {
    constructor(told, rules, model) {
      const { position } = told.model;
      Object.assign(this, { told, rules, model, facts: rules.facts, human: position.human, level: position.level });
      Object.assign(this, { two: position.two, showing: position.showing, stopped: false, hint: null, version: 0, spoken: 0 });
      this.isReplay = Boolean(position.names ?? (position.two && told.played < told.moves.length));
      this.values = {}; // what positions are worth to X, by plies played; of the adviser
      this.isAnalysing = false;
      this.moves = told.moves.slice(0, told.played);
      this.undone = told.moves.slice(told.played).reverse();
      this.number = 0; // of the thought that is awaited
      this.purpose = null;
      this.look();
    }
    get spec() { return this.level ? this.told.levels[this.level - 1] : this.told.player; }
    // Who tells what moves are worth: heat map, hint and graph, so that they agree.
    get adviser() { return !this.level && !this.two && isSearching(this.spec) ? this.spec : this.told.levels[HINT_LEVEL - 1]; }
    get game() { return [...this.moves, ...[...this.undone].reverse()]; }
    get isThinking() { return this.purpose === "move"; }
    get isPlayersTurn() { return !this.two && !this.seen.over && (this.human === null || this.seen.turn !== this.human); }

    // --- the position ---

    look() {
      this.state = this.rules.after(this.moves);
      this.seen = this.rules.look(this.state);
      this.stones = this.stonesOf(this.state, this.seen.turn);
    }
    stonesOf(state, turn) {
      if (this.facts.changes) {
        const { module, place } = this.rules, [, offset] = module.told.functions.look.arguments[0].parts[0].fields.board;
        return this.facts.moveAt.map((move) => module.bytes[place + offset + move]);
      }
      const words = Math.floor(state.length / 2);
      const has = (side, bit) => (state[side * words + (bit >> 6)] >> BigInt(bit & 63)) & 1n;
      return this.facts.bits.map((bit) => (has(0, bit) ? 1 + turn : has(1, bit) ? 2 - turn : 0));
    }
    // Where a move goes; where pieces fall, to the lowest free cell, or (played already) the highest that is taken.
    cellOf(move, stones, isPlayed = false) {
      const cells = this.facts.moveAt.flatMap((one, cell) => (one === move ? [cell] : []));
      if (cells.length < 2) return cells[0] ?? null;
      return isPlayed ? cells.find((cell) => stones[cell]) : cells.findLast((cell) => !stones[cell]) ?? null;
    }
    wins() { // the cells of a finished row
      const { width, height } = this.model.get("position").scene, { row } = this.facts, found = new Set();
      if (!row || !this.seen.over) return [];
      for (let cell = 0; cell < this.stones.length; cell++) {
        for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
          const line = [];
          for (let x = cell % width, y = Math.floor(cell / width); x >= 0 && x < width && y < height && this.stones[cell]
            && this.stones[y * width + x] === this.stones[cell]; x += dx, y += dy) line.push(y * width + x);
          if (line.length >= row) line.forEach((one) => found.add(one));
        }
      }
      return [...found];
    }
    name(move) { return this.facts.names[move]; }

    // --- what a person does: the names are those of the page's messages ---

    play({ cell, version }) {
      if (version !== this.version) return;
      if (this.isReplay) return this.tell("This game has been played: step through it with the arrows below the board.");
      if (this.seen.over) return this.tell(`${this.result()} Press New game to play again.`);
      if (this.isThinking) return this.tell("It is thinking: wait for its move, or press Stop.");
      const move = this.facts.moveAt[cell];
      if (!this.seen.moves.includes(move)) return this.tell(this.whyNot(move, cell));
      this.push(move);
      this.goOn("");
    }
    whyNot(move, cell) {
      const { face } = this.model.get("position").scene;
      if (face.falls) return `Column ${this.name(move)} is full: choose another one.`;
      if (this.stones[cell]) return `There is a stone on ${this.name(move)} already: choose a marked square.`;
      const refusal = face.refusal.replace("{name}", this.name(move)).replace("{reason}", "");
      return `${refusal}: choose ${face.shows_legal ? "a marked" : "another"} square.`;
    }
    isAChoice() { return !this.isPlayersTurn && !(this.seen.moves.length === 1 && this.seen.moves[0] === PASS); }
    travel(from, to, sentence) {
      if (!from.length) return this.tell(sentence);
      do { to.push(from.pop()); this.look(); } while (from.length && !this.isAChoice());
      this.changed();
      this.stopped = this.isPlayersTurn;
      this.goOn("");
    }
    undo() { this.travel(this.moves, this.undone, "There is no move to take back: the game is at its start."); }
    redo() { this.travel(this.undone, this.moves, "There is no move to play again: nothing was taken back."); }
    goto({ ply }) {
      const isBack = ply < this.moves.length, [from, to] = isBack ? [this.moves, this.undone] : [this.undone, this.moves];
      this.cancel();
      while (from.length) {
        to.push(from.pop());
        this.look();
        const isThere = isBack ? this.moves.length <= ply : this.moves.length >= ply;
        if (isThere && (this.seen.over || this.seen.moves[0] !== PASS)) break;
      }
      this.changed();
      this.stopped = this.isPlayersTurn && this.undone.length > 0;
      this.goOn("");
    }
    analyse() {
      this.isAnalysing = true;
      if (!this.purpose) this.lookThrough();
      this.tell(this.whoseTurn());
    }
    lookThrough() { // the next position that has no value yet
      const { game } = this;
      for (let ply = 0; ply <= game.length; ply++) {
        if (ply in this.values) continue;
        const seen = this.rules.look(this.rules.after(game.slice(0, ply)));
        const isResult = !["moves", "points"].includes(this.told.engines[this.adviser].unit); // others are opinions
        if (seen.over && isResult) this.values[ply] = seen.turn ? -seen.score : seen.score;
        else if (seen.over || seen.moves[0] === PASS) this.values[ply] = this.values[ply - 1] ?? 0;
        else {
          Object.assign(this, { ply, plyTurn: seen.turn });
          this.rules.after(this.moves); // a game whose states change in place
          this.think("graph", this.adviser, { seconds: 0.15 }, game.slice(0, ply));
          return;
        }
      }
      this.rules.after(this.moves);
      this.isAnalysing = false;
    }
    forget() { for (const ply of Object.keys(this.values)) if (ply >= Math.max(1, this.moves.length)) delete this.values[ply]; }
    new() {
      this.moves = [];
      this.undone = [];
      this.forget();
      this.changed();
      this.stopped = false;
      this.goOn("A new game. ");
    }
    swap() {
      this.cancel();
      this.human = 1 - this.human;
      this.stopped = false;
      this.goOn(`You play ${SIDES[this.human]} now. `);
    }
    stop() {
      if (!this.purpose) return;
      this.stopped = this.isThinking;
      this.isAnalysing = false;
      this.cancel();
      this.tell(this.stopped ? this.whoseTurn() : "Stopped.");
    }
    go() { this.stopped = false; this.goOn(""); }
    setLevel({ level }) {
      const wasThinking = this.isThinking, before = this.adviser;
      this.cancel();
      this.level = level;
      if (this.adviser !== before) this.values = {}; // others count otherwise
      const name = level ? `Level ${level}, ${this.model.get("position").levels[level - 1]}` : this.who(this.told.player);
      if (wasThinking || this.showing) this.goOn(`${name}. `); else this.tell(`${name}. ${this.whoseTurn()}`);
    }
    show({ on }) {
      this.showing = Boolean(on);
      if (this.showing && !this.purpose && !this.seen.over) this.lookAtEveryMove();
      else if (!this.showing && this.purpose && !this.isThinking) this.cancel();
      this.tell(this.whoseTurn());
    }
    giveHint() {
      if (this.seen.over || this.isThinking) return;
      this.think("hint", this.adviser, { seconds: 0.7 });
      this.tell("Looking for a good move ...");
    }

    // --- the game ---

    push(move) {
      this.moves.push(move);
      this.undone = [];
      this.forget();
      this.stopped = false;
      this.changed();
    }
    changed() {
      this.cancel();
      this.look();
      this.version += 1;
      this.hint = null;
    }
    goOn(before) {
      let said = before;
      while (!this.seen.over && this.seen.moves.length === 1 && this.seen.moves[0] === PASS && !this.stopped) {
        said += `${this.lastMove()}${SIDES[this.seen.turn]} has no move and passes. `;
        this.push(PASS);
      }
      if (!this.seen.over) {
        if (this.isPlayersTurn && !this.stopped) this.chooseAMove();
        else if (this.showing) this.lookAtEveryMove();
      }
      if (this.isAnalysing && !this.purpose) this.lookThrough();
      this.tell((said || this.lastMove()) + (this.seen.over ? this.result() : this.whoseTurn()));
    }
    lastMove() {
      const move = this.moves.at(-1);
      return move === undefined || move === PASS ? "" : `${SIDES[1 - this.seen.turn]} played ${this.name(move)}. `;
    }
    whoseTurn() {
      if (this.seen.over) return this.result();
      if (this.purpose === "graph") return `Looking through the game: ${Object.keys(this.values).length} of ${this.game.length + 1} positions.`;
      const side = SIDES[this.seen.turn];
      if (this.two) return `${side} to move.`;
      if (!this.isPlayersTurn) return `Your move: you play ${side}.`;
      return this.stopped ? `It waits. Press Go and it moves for ${side}, or make its move yourself.` : `${side} is thinking ...`;
    }
    result() {
      if (!this.seen.over) return "";
      if (!this.seen.score) return "The game is over: a draw.";
      const winner = this.seen.score > 0 ? this.seen.turn : 1 - this.seen.turn;
      const [fewer, more] = [1, 2].map((side) => this.stones.filter((one) => one === side).length).sort((a, b) => a - b);
      const discs = this.model.get("position").scene.face.pieces_turn ? ` ${more} to ${fewer}` : "";
      const who = this.two || this.human === null ? `${SIDES[winner]} wins` : winner === this.human ? "you win" : "it wins";
      return `The game is over: ${who}${discs}.`;
    }

    // --- thinking ---

    chooseAMove() {
      const hasNoChoice = this.seen.moves.length === 1 && isSearching(this.spec);
      this.think("move", this.spec, hasNoChoice ? { seconds: 0.1 } : this.told.engines[this.spec].limits);
    }
    lookAtEveryMove() {
      const spec = this.adviser;
      const limits = { ...this.told.engines[spec].limits };
      if (limits.seconds || !(limits.depth || limits.nodes)) limits.seconds = Math.min(limits.seconds ?? 1, 1);
      this.think("values", spec, limits);
    }
    who(spec) {
      const at = this.told.levels.indexOf(spec);
      return at >= 0 && (this.level || spec !== this.told.player) ? this.model.get("position").levels[at] : this.told.engines[spec]?.who ?? spec;
    }
    async think(purpose, spec, limits, moves = this.moves) {
      this.cancel();
      const number = ++this.number, begin = gamekit.seconds();
      this.purpose = purpose;
      try {
        this.worker = await workerOf(this.told.engines[spec].module);
        if (number !== this.number) return;
        this.worker.onmessage = ({ data }) => {
          if (data.number !== this.number) return;
          if (data.running && purpose === "graph") return;
          if (data.running) return this.tellThought(purpose, data.found, true);
          const rest = purpose === "move" ? Math.max(0, LEAST_SECONDS - (gamekit.seconds() - begin)) : 0;
          setTimeout(() => { if (number === this.number) this.ended(purpose, data); }, 1000 * rest);
        };
        this.thinker = spec;
        this.worker.postMessage({ number, moves, limits, purpose: purpose === "graph" ? "move" : purpose });
      } catch (problem) { this.ended(purpose, { problem: problem.message }); }
    }
    cancel() { // a search does not listen: its worker goes, and the next thought makes another
      if (!this.purpose) return;
      this.purpose = null;
      this.number += 1;
      if (this.worker) discard(this.worker);
      this.worker = null;
    }
    ended(purpose, { found, problem }) {
      this.purpose = null;
      if (problem) {
        this.stopped = purpose === "move";
        return this.tell(`The player failed (${problem}). Make its move yourself, or press Go again.`);
      }
      const ply = purpose === "graph" ? this.ply : this.moves.length, turn = purpose === "graph" ? this.plyTurn : this.seen.turn;
      if (this.thinker === this.adviser) this.values[ply] = turn ? -found.value : found.value;
      if (purpose === "graph") return this.goOn("");
      this.tellThought(purpose, found, false);
      if (purpose === "move") {
        this.push(found.move);
        this.goOn("");
      } else if (purpose === "hint" && found.move !== null) {
        this.hint = this.cellOf(found.move, this.stones);
        const worth = `value ${numberText(found.value)} ${this.told.engines[this.adviser].unit ?? ""}`.trim();
        this.tell(`Hint: ${this.name(found.move)} looks best (${worth}).`);
      } else this.tell(this.lastMove() + this.whoseTurn());
      if (this.isAnalysing && !this.purpose) this.lookThrough();
    }
    tellThought(purpose, found, running) {
      let heat = found.values;
      if (heat.length > MOST_VALUES) heat = [...heat].sort((a, b) => (b[0] === found.move) - (a[0] === found.move) || b[1] - a[1]).slice(0, BEST_SHOWN);
      let { state, stones } = this, { turn } = this.seen;
      const line = found.line.slice(0, 8).map((move) => {
        const cell = move === PASS ? null : this.cellOf(move, stones);
        if (!this.facts.changes) {
          state = this.rules.module.after(state, move);
          turn = this.rules.look(state).turn;
          stones = this.stonesOf(state, turn);
        }
        return cell;
      });
      this.model.set("thought", {
        who: this.who(this.thinker), unit: this.told.engines[this.thinker].unit,
        purpose, running, version: this.version, side: SIDES[this.seen.turn], depth: found.depth, nodes: found.nodes, seconds: found.seconds,
        value: numberText(found.value), names: found.line.map((move) => this.name(move)), line,
        shades: shades(heat.filter(([move]) => move !== PASS).map(([move, value]) => [this.cellOf(move, this.stones), value])),
      });
    }

    tell(says) {
      const before = this.model.get("position"), { seen } = this;
      const last = this.moves.findLast((move) => move !== PASS);
      const scene = {
        ...before.scene, stones: this.stones, turn: seen.turn, wins: this.wins(), forbidden: {},
        legal: seen.moves.filter((move) => move !== PASS).map((move) => this.cellOf(move, this.stones)),
        last: last === undefined ? null : this.cellOf(last, this.stones, true),
      };
      this.spoken += 1;
      this.model.set("position", {
        ...before, scene, says, version: this.version, spoken: this.spoken, over: seen.over, thinking: this.isThinking,
        looking: Boolean(this.purpose), stopped: this.stopped, human: this.two ? null : this.human, level: this.level,
        showing: this.showing, hint: this.hint, moves: this.moves.map((move) => this.name(move)),
        game: this.game.map((move) => this.name(move)), graph: Object.entries(this.values).map(([ply, value]) => [Number(ply), value]),
        unit: this.told.engines[this.adviser]?.unit, analysing: this.isAnalysing, names: before.names ?? (this.isReplay ? ["", ""] : null),
        player: this.told.player ? this.who(this.told.player) : "",
        counts: before.counts && [1, 2].map((side) => this.stones.filter((one) => one === side).length),
        can: {
          undo: this.moves.length > 0, redo: this.undone.length > 0 && !this.isThinking, swap: !this.two && this.human !== null,
          hint: !seen.over && !this.isThinking, go: this.stopped && !seen.over,
        },
      });
    }
  }

  // --- workers, one a module; weights and code are loaded when first asked for ---

  const workers = new Map();
  async function workerOf(module) {
    if (!workers.has(module)) {
      if (!globalThis.gamekitModules?.[module]) await gamekit.script(`${module}.js`);
      const worker = new Worker(URL.createObjectURL(new Blob([gamekit.workerText], { type: "text/javascript" })));
      worker.postMessage({ told: gamekitModules[module] });
      workers.set(module, worker);
    }
    return workers.get(module);
  }
  function discard(worker) {
    worker.terminate();
    for (const [module, one] of workers) if (one === worker) workers.delete(module);
  }

  const DO = { level: "setLevel", hint: "giveHint" };
  gamekit.board = async (told, el) => {
    if (!globalThis.gamekitModules?.[told.rules]) await gamekit.script(`${told.rules}.js`);
    const rules = new gamekit.Rules(await gamekit.load(gamekitModules[told.rules]));
    let session = null;
    const model = new gamekit.Model({ ...told.model }, (message) => {
      session[DO[message.do] ?? message.do]?.(message);
      model.reply({ answer: message.id, took: 0 });
    });
    session = new Session(told, rules, model);
    gamekit.widgets.board.render({ model, el });
    if (session.showing && !session.isPlayersTurn) { // what moves are worth is asked, and the engine fetched, when somebody is near
      session.tell(session.whoseTurn());
      const near = new AbortController();
      for (const event of ["pointerenter", "focusin"]) {
        el.addEventListener(event, () => { near.abort(); session.show({ on: session.showing }); }, { signal: near.signal });
      }
    } else session.goOn("");
    if (!session.two) el.addEventListener("pointerenter", () => workerOf(told.engines[session.spec].module).catch(() => {}), { once: true });
    el.gkSession = session;
  };
})();
