// What all charts of a run show together: a crosshair at one second, and the part of the
// run that was zoomed to. Pointer and keyboard do the same.

import { announce } from "../charts/keyboard.js";
import { secondText } from "./axes.js";
import { readingsAt } from "./crosshair.js";

const LEAST_DRAG = 8; // pixels; less is a click
const LEAST_SECONDS = 2;
const FAR = 10; // samples that PageUp and PageDown go
const CLOSER = 0.5; // of what is shown, by + and −

export class RunView {
  // `plan.range` is what the axes show; `charts` gives those that are drawn now.
  constructor(root, plan, charts) {
    this.plan = plan;
    this.charts = charts;
    this.second = null;
    this.selection = null;
    this.whole = { low: 0 - plan.warmup, high: plan.duration }; // 0, and not −0, without one
    plan.range = { ...this.whole };
    this.root = root;
    root.addEventListener("click", ({ target }) => {
      if (target.closest?.("[data-whole-run]")) this.showWhole();
    });
    const canvases = root.querySelectorAll("[data-run-chart], [data-counter] canvas");
    for (const canvas of canvases) this.wire(canvas);
  }

  // Asked for each time: pages replace theirs.
  get button() {
    return this.root.querySelector("[data-whole-run]");
  }

  get isZoomed() {
    const { low, high } = this.plan.range;
    return low !== this.whole.low || high !== this.whole.high;
  }

  // Pictures follow the pointer once a frame.
  redraw() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      for (const chart of this.charts()) chart.draw();
    });
  }

  // The seconds of the samples that are shown.
  seconds() {
    const { low, high } = this.plan.range;
    const data = this.charts().map((chart) => chart.data.datasets[0].data);
    const points = data.find((each) => each.length) ?? [];
    return points.map(({ x }) => x).filter((x) => x >= low && x <= high);
  }

  point(second) {
    this.second = second;
    this.redraw();
  }

  announce() {
    const told = this.charts().flatMap((chart) =>
      readingsAt(chart, this.second).map(({ told }) => told),
    );
    announce([secondText(this.second), ...told].join(", "));
  }

  zoom(low, high) {
    const range = {
      low: Math.max(Math.floor(Math.min(low, high)), this.whole.low),
      high: Math.min(Math.ceil(Math.max(low, high)), this.whole.high),
    };
    if (range.high - range.low < LEAST_SECONDS) return;
    this.plan.range = range;
    if (this.second < range.low || this.second > range.high) this.second = null;
    for (const chart of this.charts()) {
      Object.assign(chart.options.scales.x, { min: range.low, max: range.high });
      chart.update("none");
    }
    const { button } = this;
    if (button) button.hidden = !this.isZoomed;
    announce(`${secondText(range.low)} – ${secondText(range.high)}`);
  }

  showWhole() {
    const hadFocus = document.activeElement === this.button;
    this.zoom(this.whole.low, this.whole.high);
    if (hadFocus) this.charts()[0]?.canvas.focus();
  }

  wire(canvas) {
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.addEventListener("pointerdown", (event) => this.press(canvas, event));
    canvas.addEventListener("pointermove", (event) => this.follow(canvas, event));
    canvas.addEventListener("pointerup", (event) => this.release(canvas, event));
    canvas.addEventListener("pointercancel", () => this.forget());
    canvas.addEventListener("pointerleave", () => this.point(null));
    canvas.addEventListener("blur", () => this.point(null));
    canvas.addEventListener("keydown", (event) => {
      if (this.pressKey(event.key)) event.preventDefault();
    });
  }

  secondUnder(canvas, event) {
    const scale = window.Chart?.getChart(canvas)?.scales.x; // none before it is drawn
    if (!scale) return null;
    const { low, high } = this.plan.range;
    const exact = scale.getValueForPixel(event.offsetX);
    return Math.min(Math.max(exact, low), high);
  }

  press(canvas, event) {
    if (event.button !== 0) return;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    this.pressedAt = event.offsetX;
    this.pressed = this.secondUnder(canvas, event);
  }

  follow(canvas, event) {
    const second = this.secondUnder(canvas, event);
    if (second === null) return;
    const isDrag =
      this.pressed !== undefined && Math.abs(event.offsetX - this.pressedAt) >= LEAST_DRAG;
    this.selection = isDrag ? { from: this.pressed, to: second } : null;
    this.point(nearest(this.seconds(), second));
  }

  release(canvas, event) {
    this.follow(canvas, event);
    const { selection } = this;
    this.forget();
    if (selection) this.zoom(selection.from, selection.to);
  }

  forget() {
    this.pressed = undefined;
    this.selection = null;
    this.redraw();
  }

  // Whether the key meant something here.
  pressKey(key) {
    if (key === "Escape") return this.escape();
    if (key === "+" || key === "=") return this.zoomBy(CLOSER);
    if (key === "-") return this.zoomBy(1 / CLOSER);
    const seconds = this.seconds();
    if (!seconds.length) return false;
    const last = seconds.length - 1;
    const now = this.second === null ? -1 : seconds.indexOf(nearest(seconds, this.second));
    const places = {
      ArrowRight: now + 1,
      ArrowLeft: now < 0 ? last : now - 1,
      PageDown: now + FAR,
      PageUp: now - FAR,
      Home: 0,
      End: last,
    };
    if (!(key in places)) return false;
    this.point(seconds[Math.min(Math.max(places[key], 0), last)]);
    this.announce();
    return true;
  }

  escape() {
    if (this.isZoomed) this.showWhole();
    else if (this.second === null) return false;
    else this.point(null);
    return true;
  }

  zoomBy(factor) {
    const { low, high } = this.plan.range;
    const middle = this.second ?? (low + high) / 2;
    const half = ((high - low) * factor) / 2;
    this.zoom(middle - half, middle + half);
    return true;
  }
}

function nearest(seconds, second) {
  if (!seconds.length) return null;
  return seconds.reduce((best, each) =>
    Math.abs(each - second) < Math.abs(best - second) ? each : best,
  );
}
