// The axis of figures: at most four lines above zero, on round numbers.

import { font } from "./tokens.js";

const LINES = 4;
const ROUND = [1, 2, 2.5, 5, 10];

function roundStep(highest) {
  const least = highest / LINES;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ROUND.find((factor) => factor * power >= least * 0.9999);
}

function linearRange(highest) {
  if (highest <= 0) return {};
  const step = roundStep(highest);
  return { step, max: step * Math.ceil(highest / step - 1e-9) };
}

function logRange(figures) {
  const known = figures.filter((value) => value > 0);
  return known.length ? { min: 10 ** Math.floor(Math.log10(Math.min(...known))) } : {};
}

function tickText(value, isLog) {
  if (isLog && !Number.isInteger(Math.log10(value))) return null;
  return value.toLocaleString("en");
}

// Bars and points together decide where the axis ends; `limit` is a common end.
export function valueAxis(spec, tokens) {
  const figures = [
    ...spec.series.flatMap((series) => series.values.filter((value) => value !== null)),
    ...spec.points.map((point) => point.value),
  ];
  const { step, ...range } = spec.is_log
    ? logRange(figures)
    : linearRange(Math.max(0, spec.limit ?? 0, ...figures));
  return {
    type: spec.is_log ? "logarithmic" : "linear",
    beginAtZero: !spec.is_log,
    ...range,
    border: { display: false },
    grid: {
      drawTicks: false,
      color: (line) => (line.tick.value === 0 ? tokens.rule2 : tokens.rule),
    },
    ticks: {
      stepSize: step,
      padding: 8,
      color: tokens.ink3,
      font: font(12),
      callback: (value) => tickText(value, spec.is_log),
    },
  };
}
