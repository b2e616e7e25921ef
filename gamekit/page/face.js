// The page's side of gamekit.page.for_page: a module with its records in memory, and functions that are called as
// Python calls them. Numbers of 64 bits without a sign (words of a state) are BigInts, all others are numbers.
//
//     const search = gamekit.forPage(gamekitModules["negamax"]);
//     await search(state, 6)                       // what is left out at the end is as the examples were

(() => {
  const VIEWS = {
    i8: ["Int8", 1], u8: ["Uint8", 1], bool: ["Uint8", 1], i16: ["Int16", 2], u16: ["Uint16", 2], i32: ["Int32", 4],
    u32: ["Uint32", 4], i64: ["BigInt64", 8], u64: ["BigUint64", 8], f32: ["Float32", 4], f64: ["Float64", 8],
  };
  const MATH = ["exp", "log", "log2", "log10", "pow", "sin", "cos", "tan", "tanh", "atan2"];
  const up = (place, size = 64) => Math.ceil(place / size) * size;

  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  }

  class Module {
    static async load(told) {
      const made = new Module();
      made.compiled = await WebAssembly.compile(await unpacked(told.wasm));
      const clock = (number, place) => { // seconds and nanoseconds, of the clock that `seconds()` reads
        const now = performance.now();
        made.view.setBigInt64(place, BigInt(Math.floor(now / 1000)), true);
        made.view.setBigInt64(place + 8, BigInt(Math.round((now % 1000) * 1e6)), true);
        return 0;
      };
      const never = () => { throw new Error("an array was to be released"); };
      const env = { clock_gettime: clock, page_tell: () => made.tell?.(), NRT_MemInfo_call_dtor: never, fmod: (x, y) => x % y };
      for (const name of MATH) env[name] = Math[name];
      made.exports = (await WebAssembly.instantiate(made.compiled, { env })).exports;
      made.told = told;
      made.end = up(Number(made.exports.__heap_base.value));
      made.answer = made.room(256);
      made.blocks = [];
      for (const block of told.blocks) {
        const place = made.room(block.bytes), data = await unpacked(block.data);
        if (block.halves) { // lower bytes of 16-bit numbers, then upper ones
          const half = Math.ceil(data.length / 2);
          for (let at = 0; at < data.length; at++) made.bytes[place + at] = data[at & 1 ? half + (at >> 1) : at >> 1];
        } else made.bytes.set(data, place);
        if (block.rows) { // each row of a table of 16-bit numbers as its difference from the one before
          const [offset, width, rows] = block.rows;
          const table = new Int16Array(made.exports.memory.buffer, place + offset, width * rows);
          for (let at = width; at < table.length; at++) table[at] += table[at - width];
        }
        if (block.times > 1) made.repeat(place, data.length, block.times);
        made.blocks.push(place);
      }
      for (const [block, offset, target] of told.points) {
        made.view.setBigUint64(made.blocks[block] + offset, BigInt(made.blocks[target]), true);
      }
      for (const name of Object.keys(told.functions)) made[name] = (...given) => made.call(name, given);
      return made;
    }

    // Fresh memory. It may move the whole memory, hence the views are made again.
    room(bytes) {
      const place = this.end;
      this.end = up(place + bytes);
      const missing = this.end - this.exports.memory.buffer.byteLength;
      if (missing > 0) this.exports.memory.grow(Math.ceil(missing / 65536));
      this.bytes = new Uint8Array(this.exports.memory.buffer);
      this.view = new DataView(this.exports.memory.buffer);
      return place;
    }

    // Double what stands there until it fills so many times its room.
    repeat(place, size, times) {
      for (let done = 1; done < times; done *= 2) {
        this.bytes.copyWithin(place + done * size, place, place + Math.min(done, times - done) * size);
      }
    }

    read(kind, place) {
      const [name] = VIEWS[kind], found = this.view[`get${name}`](place, true);
      return kind === "i64" ? Number(found) : kind === "bool" ? found !== 0 : found;
    }

    write(kind, place, value) {
      const [name, size] = VIEWS[kind];
      this.view[`set${name}`](place, size === 8 && kind !== "f64" ? BigInt(value) : Number(value), true);
    }

    // A record among the examples, by the place of its argument: { get(field, ...index), set(value, field, ...index) }.
    record(name, ...path) {
      let argument = this.told.functions[name].arguments[path[0]];
      for (const part of path.slice(1)) argument = argument.parts[argument.names.indexOf(part)];
      const base = this.blocks[argument.block];
      const at = (field, index, base_ = base) => {
        const [kind, offset, shape = []] = argument.fields[field];
        let number = 0;
        index.forEach((one, axis) => { number = number * shape[axis] + one; });
        for (let axis = index.length; axis < shape.length; axis++) number *= shape[axis];
        return [kind, base_ + offset + number * VIEWS[kind][1]];
      };
      return {
        base,
        size: argument.size,
        place: (field, ...index) => at(field, index)[1],
        get: (field, ...index) => this.read(...at(field, index)),
        set: (value, field, ...index) => this.write(...at(field, index), value),
        entry: (number, field) => this.read(...at(field, [], base + number * argument.size)),
      };
    }

    // A value as the function wants it: one number or many.
    flat(argument, value, into) {
      const { kind } = argument;
      if (kind === "tuple") argument.parts.forEach((part, place) => this.flat(part, value?.[place], into));
      else if (kind === "record") into.push(this.blocks[argument.block]);
      else if (kind === "none") into.push(0);
      else if (kind === "array") {
        const count = argument.shape.reduce((product, one) => product * one, 1);
        into.push(0, 0, BigInt(count), BigInt(argument.size), this.blocks[argument.block]);
        into.push(...argument.shape.map(BigInt), ...argument.strides.map(BigInt));
      } else {
        const given = value ?? argument.value;
        if (kind === "bool") into.push(given === true || given === "True" ? 1 : 0);
        else if (kind.endsWith("64") && kind !== "f64") into.push(BigInt(given));
        else into.push(Number(given));
      }
    }

    result(gives, place) {
      if (gives.kind === "none") return [null, place];
      if (gives.kind !== "tuple") {
        const size = VIEWS[gives.kind][1];
        return [this.read(gives.kind, up(place, size)), up(place, size) + size];
      }
      const found = [];
      for (const part of gives.parts) {
        const [value, next] = this.result(part, place);
        found.push(value);
        place = next;
      }
      return [found, place];
    }

    call(name, given) {
      const { arguments: wanted, gives } = this.told.functions[name];
      if (given.length > wanted.length) throw new Error(`${name} takes ${wanted.length} arguments, not ${given.length}`);
      const flat = [this.answer, this.answer + 192];
      wanted.forEach((argument, place) => this.flat(argument, given[place], flat));
      if (this.exports[`page_${name}`](...flat) !== 0) throw new Error(`${name} ended with an error`);
      return this.result(gives, this.answer)[0];
    }
  }

  const gamekit = (globalThis.gamekit ??= {});
  gamekit.unpacked = unpacked;
  gamekit.load = (told) => Module.load(told);
  gamekit.seconds = () => performance.now() / 1000;
  // The only function of a module, or the one with this name, as an async function.
  gamekit.forPage = (told, name = Object.keys(told.functions)[0]) => {
    let ready;
    return async (...given) => (await (ready ??= Module.load(told))).call(name, given);
  };
})();
