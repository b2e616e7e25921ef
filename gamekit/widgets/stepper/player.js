// The bar of buttons: where the reader is, and how to get on.

const ICONS = {
  first: "M4 3v10M13 3L6 8l7 5z", back: "M11 3L4 8l7 5z", play: "M4 2.5L13 8l-9 5.5z", pause: "M5 3v10M11 3v10",
  forward: "M5 3l7 5-7 5z", last: "M12 3v10M3 3l7 5-7 5z",
};
const icon = (name) => `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

class Player {
  // show(step, isQuick) draws; next(step, way) finds the neighbour to step to; stops(step) pauses playing.
  constructor(root, count, { show, next, stops, rest, extra = [] }) {
    Object.assign(this, { root, count, _show: show, _next: next, _stops: stops, _rest: rest });
    this.step = 0;
    this.speed = 1;
    this.bar = element("div", { class: "gk-bar", role: "toolbar", "aria-label": "step through the search" });
    const button = (what, label, text) => {
      const made = element("button", { type: "button", "data-gk-do": what, title: label, "aria-label": label });
      if (text) made.append(text); else made.innerHTML = icon(what);
      made.addEventListener("click", () => this.do(what));
      return made;
    };
    this._playButton = button("play", "play (space)");
    this.slider = element("input", {
      type: "range", min: 0, max: count - 1, value: 0, step: 1, "data-gk-slider": "", "aria-label": "step",
    });
    this.slider.addEventListener("input", () => { this.pause(); this.go(Number(this.slider.value)); });
    this.counter = element("span", { class: "gk-counter" });
    const speed = element("select", {
      "data-gk-choose": "speed", "aria-label": "steps a second", title: "speed of playing",
    });
    for (const rate of SPEEDS) speed.append(element("option", { value: rate }, `${rate} a second`));
    speed.value = "2"; this.speed = 2;
    speed.addEventListener("change", () => { this.speed = Number(speed.value); });
    this.bar.append(
      element("span", { class: "gk-group" },
        button("first", "to the start (Home)"),
        button("back", "one step back (left arrow)"),
        this._playButton,
        button("forward", "one step on (right arrow)"),
        button("last", "to the end (End)"),
      ),
      element("span", { class: "gk-track" }, this.slider, this._marks = element("span", { class: "gk-marks", "aria-hidden": "true" })), this.counter,
      element("span", { class: "gk-group" }, ...extra.map(([what, label, text]) => button(what, label, text))),
      speed,
    );
    root.append(this.bar);
  }

  do(what) {
    const actions = {
      first: () => this.jump(0), last: () => this.jump(this.count - 1), back: () => this.jump(this._next(this.step, -1)),
      forward: () => this.jump(this._next(this.step, 1)), play: () => (this.isPlaying ? this.pause() : this.play()),
    };
    (actions[what] ?? (() => this.onExtra(what)))();
  }

  jump(step) { this.pause(); this.go(step); }

  go(step, isQuick = false) {
    this.step = Math.max(0, Math.min(this.count - 1, step));
    this.slider.value = this.step;
    this.counter.textContent = `${this.step + 1} / ${this.count}`;
    this._show(this.step, isQuick);
    clearTimeout(this._resting);
    this._resting = setTimeout(() => this._rest(this.step), isQuick ? 250 : 120);
  }

  // Marks below the slider: where something is cut, or two searches part. Those too close to tell apart are one.
  mark(steps) {
    const places = new Set(steps.map((step) => Math.round((400 * step) / Math.max(1, this.count - 1))));
    this._marks.replaceChildren(...[...places].map((at) => element("i", { style: `left:${at / 4}%` })));
    this._marks.dataset.gkMarks = places.size;
  }

  setCount(count) { // another film
    this.count = count;
    this.slider.max = count - 1;
    this.jump(this.step);
  }

  play() {
    if (this.step >= this.count - 1) this.go(0);
    this._setPlaying(true);
    let before = performance.now(), owed = 0;
    const tick = (now) => {
      if (!this.isPlaying) return;
      owed += Math.min(250, now - before) * this.speed / 1000 + 1e-9;
      before = now;
      let step = this.step, isStop = false;
      while (owed >= 1 && !isStop && step < this.count - 1) {
        step = this._next(step, 1);
        owed -= 1;
        isStop = this._stops(step);
      }
      if (step !== this.step) this.go(step, this.speed > 5);
      if (isStop || step >= this.count - 1) this.pause(); else this._frame = requestAnimationFrame(tick);
    };
    this._frame = requestAnimationFrame(tick);
  }

  pause() {
    cancelAnimationFrame(this._frame);
    if (this.isPlaying) this._setPlaying(false);
  }

  _setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    this._playButton.innerHTML = icon(isPlaying ? "pause" : "play");
    const label = isPlaying ? "pause (space)" : "play (space)";
    this._playButton.title = label; this._playButton.setAttribute("aria-label", label);
    this.root.dataset.gkPlaying = isPlaying ? "1" : "0";
    this.onPlaying?.(isPlaying);
  }

  stop() { this.pause(); clearTimeout(this._resting); }
}
