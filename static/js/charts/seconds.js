// The timelines of a page read together, as the charts of a run are: a crosshair at one second
// of all, and the seconds that were zoomed to. Pages change their charts, so each joins by itself.

import { crosshairPlugin, readingsAt } from "../run/crosshair.js";
import { alignEnds, secondText } from "../run/axes.js";
import { RunView } from "../run/view.js";
import { announce } from "./keyboard.js";
import { doubtLine, labelText } from "./labels.js";

// Each canvas with the room that its chart wants beside its plot: all take the most, so that a
// second stands at one place in all.
const canvases = new Map();

function room(side) {
  return Math.max(0, ...[...canvases.values()].map((wanted) => wanted[side]));
}

// Those that were drawn with less.
function widenAll() {
  for (const chart of charts()) {
    chart.options.layout.padding.right = room("right");
    chart.update("none");
  }
}

function want(canvas, side, pixels) {
  const before = room(side);
  canvases.set(canvas, { left: 0, right: 0, ...canvases.get(canvas), [side]: pixels });
  if (room(side) !== before) requestAnimationFrame(widenAll);
}

function charts() {
  return [...canvases.keys()].flatMap((canvas) => {
    if (!canvas.isConnected) canvases.delete(canvas);
    return window.Chart?.getChart(canvas) ?? []; // none where nobody saw one yet
  });
}

class TimelinesView extends RunView {
  // Lines of their own have seconds of their own.
  seconds() {
    const { low, high } = this.plan.range;
    const points = this.charts().flatMap(({ data }) => data.datasets.flatMap((one) => one.data));
    const known = points.filter(({ x, y }) => y !== null && x >= low && x <= high);
    return [...new Set(known.map(({ x }) => x))].sort((a, b) => a - b);
  }

  // What is in doubt is said once, after the values.
  announce() {
    const readings = this.charts().flatMap((chart) => readingsAt(chart, this.second));
    const values = [secondText(this.second), ...readings.map(({ told }) => told)].join(", ");
    const doubts = new Set(readings.flatMap(({ doubt }) => doubtLine(doubt)));
    announce([values, ...doubts].join(". "));
  }

  // The longest one says how far all can be looked at.
  reach(second) {
    const { isZoomed } = this;
    this.whole.high = Math.max(second, this.whole.high);
    if (!isZoomed) this.plan.range = { ...this.whole };
  }
}

const view = new TimelinesView(document, { warmup: 0, duration: 1 }, charts);

function textOf(spec, index, value) {
  const { label, name_doubt: doubt } = spec.series[index];
  const digits = { maximumFractionDigits: value < 100 ? 2 : 0 };
  const number = labelText(value.toLocaleString("en", digits), doubt);
  const text = spec.series.length > 1 ? `${label} ${number}` : `${number} ${spec.unit}`;
  return { text, told: `${label} ${number} ${spec.unit}`, doubt };
}

// Before the chart of the canvas is made of its configuration, whenever it is.
export function join(canvas, spec, config, tokens) {
  const { layout, scales } = config.options;
  const { x, y } = scales;
  const isNew = !canvases.has(canvas);
  want(canvas, "right", layout.padding.right);
  layout.padding.right = room("right");
  x.afterFit = alignEnds;
  y.afterFit = (scale) => {
    want(canvas, "left", scale.width);
    scale.width = room("left");
  };
  view.reach(x.max);
  if (view.isZoomed) Object.assign(x, { min: view.plan.range.low, max: view.plan.range.high });
  config.options.events = []; // the crosshair shows the values
  const texts = (index, value) => textOf(spec, index, value);
  config.plugins.push(crosshairPlugin(view, tokens, { textOf: texts, showsSecond: true }));
  if (isNew) view.wire(canvas);
}
