// Widgets that live in a page of the book, with no Python: each gets a model that answers as Python would.
//
// `.ci/book.py` leaves a marker, <div data-gk-living="KEY">, after each still picture, and the page's data in
// gamekitLiving. Widgets are the same as in notebooks: gamekit.widgets.board, .stepper and .predict.

(() => {
  const gamekit = (globalThis.gamekit ??= {});
  const said = (text) => document.currentScript?.dataset[text];
  const ROOT = said("gkRoot") ?? "";
  const LESSON = said("gkLesson") ?? "";
  const WORDS = said("gkWords") ?? ""; // of another language
  const PROGRESS = "gamekit answers"; // in the browser: { "03_alpha_beta": { cell: given } }

  // --- what stands in place of Python ---------------------------------------------------------------------

  class Model {
    constructor(traits, answer) { Object.assign(this, { traits, answer, listeners: {} }); }
    get(name) { return this.traits[name]; }
    set(name, value) {
      this.traits[name] = value;
      this.tell(`change:${name}`);
    }
    save_changes() {}
    on(event, listener) { (this.listeners[event] ??= []).push(listener); }
    off(event, listener) { this.listeners[event] = (this.listeners[event] ?? []).filter((one) => one !== listener); }
    tell(event, ...what) { for (const listener of this.listeners[event] ?? []) listener(...what); }
    send(message) { queueMicrotask(() => this.answer(message, this)); }
    reply(message) { this.tell("msg:custom", message); }
  }
  gamekit.Model = Model;

  const bytes = (thing) => new TextEncoder().encode(JSON.stringify(thing));
  gamekit.told = async (text) => JSON.parse(new TextDecoder().decode(await gamekit.unpacked(text)));

  const scripts = {}; // each comes once
  gamekit.script = (name) => (scripts[name] ??= new Promise((done, failed) => {
    const made = document.createElement("script");
    made.src = `${ROOT}_static/living/${name}`;
    made.onload = done;
    made.onerror = () => failed(new Error(`${name} is missing`));
    document.head.append(made);
  }));

  // --- questions: as gamekit/widgets/predict/judge.py -----------------------------------------------------

  const quoted = (text) => (text.length <= 40 ? text : `${text.slice(0, 37)}...`);
  const repr = (text) => (text.includes("'") && !text.includes('"') ? `"${quoted(text)}"` : `'${quoted(text)}'`);
  const figure = (x) => {
    const size = Math.abs(x), { figure: numberText, short } = gamekit.widgets.stepper;
    if (Number.isInteger(x) && size >= 1e4 && size < 1e15) return x.toLocaleString("en-US");
    if (size < 1e15) return numberText(x);
    const tens = Math.floor(Math.log10(size) + 1e-12);
    return x === 10 ** tens ? `10^${tens}` : `about ${short(x / 10 ** tens, 2)} × 10^${tens}`;
  };

  function readNumber(text) {
    let line = String(text).trim().toLowerCase().replaceAll("−", "-"), scale = 1;
    for (const [word, size] of [["thousand", 1e3], ["million", 1e6], ["billion", 1e9]]) {
      if (line.endsWith(word)) { line = line.slice(0, -word.length).trim(); scale = size; }
    }
    const power = line.match(/^(?:(\d+(?:\.\d+)?)\s*[x×*]\s*)?10\s*(?:\^|\*\*)\s*(\d{1,3})$/);
    if (power) return Number(`${Number(power[1] ?? 1) * scale}e${power[2]}`);
    line = line.replace(/(?<=\d)[,_ '](?=\d{3}(?!\d))/g, "");
    if (/^-?\d{1,300}$/.test(line) || /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/.test(line)) return Number(line) * scale;
    throw new Error(`A number is needed, such as 1,200 or 2.5, not ${repr(String(text))}.`);
  }

  function judgeNumber(given, right, tolerance, factor) {
    const you = figure(given), truth = figure(right);
    if (given === right) return ["right", `Right: it is ${truth}.`];
    let near, close;
    if (factor !== null && given > 0 && right > 0) {
      const off = Math.abs(Math.log(given) - Math.log(right)) / Math.log(factor);
      [near, close] = [off <= 1, off <= 2];
    } else {
      const off = Math.abs(given - right);
      [near, close] = [off <= tolerance, off <= Math.max(3 * tolerance, Math.abs(right) / 4)];
    }
    if (near) return ["right", `Right, near enough: you said ${you}, it is ${truth}.`];
    const side = right > given ? "more" : "less";
    if (close) return ["close", `Close: you said ${you}, it is ${truth}.`, `${you} is close, but it is ${side}.`];
    return ["wrong", `Not this time: you said ${you}, it is ${truth}. That is ${side} than you thought.`, `Not ${you}: it is ${side}.`];
  }

  function judgeChoice(given, right) {
    if (!right.includes(given)) return ["wrong", `Not this time: you said ${given}, it is ${right.join(" or ")}.`, `Not ${given}.`];
    const others = right.filter((one) => one !== given);
    return ["right", `Right: ${given}.${others.length ? ` (${others.join(" or ")} would be as good.)` : ""}`];
  }

  function judgeMarks(given, right) {
    const marked = new Set(given), truth = new Set(right);
    const both = [...marked].filter((one) => truth.has(one)).length, either = new Set([...given, ...right]).size;
    if (both === either) {
      if (!truth.size) return ["right", "Right: there is none."];
      return ["right", `Right: exactly ${truth.size === 1 ? "this one" : `these ${truth.size}`}.`];
    }
    const how = both / either >= 0.5 ? "close" : "wrong", extra = marked.size - both;
    const found = truth.size ? `you found ${both} of ${truth.size}` : "there is none";
    const hint = `Not yet: ${both} of your ${marked.size} marks are right${both < truth.size ? ", and some are missing" : ""}.`;
    return [how, `${how === "close" ? "Close" : "Not this time"}: ${found}${extra ? `, and marked ${extra} too many` : ""}.`, hint];
  }

  // What a question says to an answer: { how, words, ... }, or an Error with the sentence for what is none.
  gamekit.judge = (kind, answer, secret) => {
    const right = secret.answer;
    let given = answer;
    if (kind === "number") given = readNumber(answer);
    if (kind === "tree") given = [...new Set(answer)].sort((a, b) => a - b);
    const [how, words, hint = ""] = kind === "number" ? judgeNumber(given, right, secret.tolerance, secret.factor)
      : kind === "choice" ? judgeChoice(given, right) : judgeMarks(given, right);
    const shown = kind === "number" ? String(given) : given;
    return { given: shown, how, words, hint, reason: secret.reason, marks: kind === "tree" ? right : [], right: kind === "choice" ? right : [] };
  };

  // --- what the reader has answered: in the browser, if it keeps anything ----------------------------------

  gamekit.answers = () => {
    try { return JSON.parse(localStorage.getItem(PROGRESS)) ?? {}; } catch { return {}; }
  };
  function keep(key, given) {
    const all = gamekit.answers();
    (all[LESSON] ??= {})[key] = given;
    try { localStorage.setItem(PROGRESS, JSON.stringify(all)); } catch { /* a browser that keeps nothing */ }
  }

  // Players need WebAssembly with vectors: this is the smallest module that has one.
  const SMALLEST = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  const hasSimd = () => typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(SMALLEST));

  // --- one function a kind of widget: (key, what is known of it, place) ------------------------------------

  const LIVING = {
    predict(key, told, el) {
      const { model: traits, secret } = told;
      let last = null; // the guess so far: there is a second one before the answer is told, as in Predict.give
      const model = new Model({ ...traits, reply: {} }, ({ answer = last, tell }) => {
        try {
          let reply = gamekit.judge(traits.kind, answer, secret);
          if (last === null && !tell && reply.how !== "right" && traits.choices.length !== 2) {
            reply = { given: reply.given, how: "again", words: `${reply.hint} Guess once more.` };
          } else keep(key, answer);
          last = answer;
          const isSame = JSON.stringify(reply) === JSON.stringify(model.get("reply"));
          if (isSame) model.reply({ again: true }); else model.set("reply", reply);
        } catch (problem) { model.reply({ problem: problem.message }); }
      });
      const before = gamekit.answers()[LESSON]?.[key];
      if (before !== undefined && (traits.kind !== "choice" || traits.choices.includes(before))) { // not in another language
        try {
          model.traits.reply = gamekit.judge(traits.kind, before, secret);
          last = before;
        } catch { /* asked otherwise now */ }
      }
      model.on("change:reply", () => { // what the question hid, right below it
        const cells = [...document.querySelectorAll(".cell")], next = cells[cells.indexOf(el.closest(".cell")) + 1];
        if (model.get("reply").how !== "again" && next?.matches(".tag_hide-cell")) {
          next.querySelectorAll("details").forEach((one) => { one.open = true; });
        }
      });
      gamekit.widgets.predict.render({ model, el });
    },

    async stepper(key, told, el) {
      const { model: traits, states, explicit } = told;
      const model = new Model({ ...traits, packs: traits.packs.map(bytes) }, (message) => {
        const { pictures, of } = states[message.film];
        model.reply({ state: message.node, film: message.film, ...(pictures[of[message.node]] ?? { svg: "", text: "" }) });
      });
      if (explicit) {
        await gamekit.script("trees.js");
        const editor = gamekit.editor(explicit, (pack, last) => {
          model.set("packs", [bytes(pack)]);
          model.set("step", last);
        });
        if (traits.packs.length === 1) el.append(editor);
      }
      gamekit.widgets.stepper.render({ model, el });
      if (explicit && traits.packs.length > 1) {
        const more = document.createElement("details"), { packs: [first] } = traits;
        more.className = "gk-more";
        more.dataset.gkMore = "";
        more.append(Object.assign(document.createElement("summary"), { textContent: "Change this tree" }));
        more.addEventListener("toggle", () => LIVING.stepper(key, { ...told, model: { ...traits, packs: [first], moments: [], step: 0 } }, more), { once: true });
        el.append(more);
      }
    },

    explore(key, told, el) {
      const root = document.createElement("div"), shown = document.createElement("div");
      root.className = "gk-explore";
      root.dataset.gkWidget = "explore";
      shown.className = "gk-wide";
      shown.setAttribute("aria-live", "polite");
      let pictures = null;
      const chosen = told.controls.map(({ begin }) => begin);
      async function show() {
        const number = told.controls.reduce((sum, { labels }, place) => sum * labels.length + chosen[place], 0);
        if (!pictures) {
          await gamekit.script(`${LESSON}-${key}.js`);
          pictures = await gamekit.told(gamekitPictures[key]);
        }
        const [form, data, text] = pictures[number];
        root.dataset.gkShown = number;
        shown.replaceChildren();
        if (form === "text/html") shown.innerHTML = data;
        else if (form === "image/svg+xml") {
          const image = shown.appendChild(new Image());
          image.alt = text;
          image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data)}`;
        } else shown.appendChild(document.createElement("pre")).textContent = data;
      }
      told.controls.forEach(({ name, labels, begin }, place) => {
        const isNamed = labels.some((text) => !/^[−-]?[\d.,]+$/.test(text)); // names have no order for a slider to show
        const label = root.appendChild(document.createElement(isNamed ? "div" : "label"));
        label.append(Object.assign(document.createElement("span"), { textContent: name.replaceAll("_", " ") }));
        if (isNamed) {
          label.className = "gk-choices";
          label.setAttribute("role", "group");
          label.setAttribute("aria-label", name.replaceAll("_", " "));
          const buttons = labels.map((text, at) => {
            const button = label.appendChild(Object.assign(document.createElement("button"), { type: "button", textContent: text }));
            button.dataset.gkControl = name;
            button.addEventListener("click", () => { chosen[place] = at; mark(); show(); });
            return button;
          });
          const mark = () => buttons.forEach((button, at) => button.setAttribute("aria-pressed", at === chosen[place]));
          mark();
          return;
        }
        const slider = label.appendChild(document.createElement("input"));
        Object.assign(slider, { type: "range", min: 0, max: labels.length - 1, step: 1, value: begin });
        slider.dataset.gkControl = name;
        const value = label.appendChild(document.createElement("output"));
        const tell = () => {
          value.textContent = labels[slider.value];
          slider.setAttribute("aria-valuetext", labels[slider.value]);
        };
        slider.addEventListener("input", () => { chosen[place] = Number(slider.value); tell(); show(); });
        tell();
      });
      // Its first picture is the still one that is there already.
      const still = el.gkStill;
      if (still) shown.append(still.cloneNode(true));
      root.append(shown);
      el.append(root);
    },

    async board(key, told, el) {
      if (!hasSimd()) throw new Error("your browser has no WebAssembly with SIMD");
      await gamekit.script("board.js");
      await gamekit.board(told, el);
    },
  };

  // --- bringing a page to life ----------------------------------------------------------------------------

  async function live(marker) {
    if (marker.gkBegun) return;
    marker.gkBegun = true;
    const key = marker.dataset.gkLiving, still = marker.closest(".output")?.previousElementSibling;
    try {
      const told = await gamekit.told(gamekitLiving[key]);
      marker.gkStill = still;
      marker.hidden = false;
      await LIVING[told.widget](key, told, marker);
      if (WORDS) gamekit.translate(marker);
      if (still) still.hidden = true;
      marker.dataset.gkLives = "1";
    } catch (problem) {
      marker.dataset.gkLives = "0"; // the still picture stays, with one sentence
      const note = Object.assign(document.createElement("p"), { textContent: `This stays a picture: ${problem.message}.`, className: "gk-note" });
      marker.replaceChildren(note);
    }
  }

  function followTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const tell = () => {
      const theme = document.body.dataset.theme ?? "auto";
      document.body.dataset.jpThemeLight = String(!(theme === "dark" || (theme === "auto" && dark.matches)));
    };
    tell();
    dark.addEventListener("change", tell);
    new MutationObserver(tell).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
  }

  function showProgress() {
    const answers = gamekit.answers();
    for (const place of document.querySelectorAll("[data-gk-progress]")) {
      const total = Number(place.dataset.gkTotal), done = Object.keys(answers[place.dataset.gkProgress] ?? {}).length;
      place.textContent = done ? `${Math.min(done, total)} of ${total} answered` : "";
      place.dataset.gkDone = Math.min(done, total);
      place.style.setProperty("--gk-done", total ? Math.min(1, done / total) : 0);
    }
  }

  async function begin() {
    followTheme();
    showProgress();
    addEventListener("pageshow", showProgress);
    const markers = [...document.querySelectorAll("[data-gk-living]")];
    if (!markers.length || typeof DecompressionStream === "undefined") return; // book.js says so
    const ours = WORDS ? [`${LESSON}.${WORDS}.js`, `words.${WORDS}.js`] : [`${LESSON}.js`];
    await Promise.all(["widgets.js", ...ours].map(gamekit.script));
    const near = new IntersectionObserver((seen) => {
      for (const { isIntersecting, target } of seen) {
        if (isIntersecting) { near.unobserve(target); live(target.gkMarker); }
      }
    }, { rootMargin: "600px" });
    for (const marker of markers) { // hidden itself: its still picture tells where it is
      const place = marker.closest(".output")?.previousElementSibling ?? marker.parentElement;
      place.gkMarker = marker;
      near.observe(place);
    }
    addEventListener("beforeprint", () => markers.forEach(live));
    // Printing does not wait. Questions are small, so they are ready before; other pictures print well as they are.
    (globalThis.requestIdleCallback ?? setTimeout)(() => markers.filter((one) => "gkAsks" in one.dataset).forEach(live));
    document.documentElement.dataset.gkReady = "1";
  }
  if (typeof document !== "undefined" && LESSON) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin); else begin();
  }
})();
