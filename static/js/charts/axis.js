// The axis of figures: at most four lines above zero, on round numbers.

import { font } from "./tokens.js";

const LINES = 4;
const ROUND = [1, 2, 2.5, 5, 10];

function roundStep(highest) {
  const least = highest / LINES;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ROUND.find((factor) => factor * power >= least * 0.9999);
}

export function linearRange(highest) {
  if (highest <= 0) return {};
  const step = roundStep(highest);
  return { step, max: step * Math.ceil(highest / step - 1e-9) };
}

function logRange(figures, { least, limit }) {
  const known = [...figures, least ?? 0, limit ?? 0].filter((value) => value > 0);
  if (!known.length) return {};
  const range = { min: 10 ** Math.floor(Math.log10(Math.min(...known))) };
  return limit ? { ...range, max: Math.max(...known) * 1.05 } : range;
}

// Powers of ten; over few of them 2 and 5 times these too, so that no axis has one tick.
function tickText(value, ticks, isLog) {
  const power = Math.log10(value);
  if (isLog && !Number.isInteger(power)) {
    const digit = value / 10 ** Math.floor(power);
    const isRound = [2, 5].some((round) => Math.abs(digit - round) < 1e-6);
    const decades = Math.log10(ticks.at(-1).value / ticks[0].value);
    if (decades > 2 || !isRound) return null;
  }
  return value.toLocaleString("en");
}

// Bars and points together decide where the axis ends; `limit` is a common end, `least`
// a common beginning of log scales.
export function valueAxis(spec, tokens) {
  const figures = [
    ...spec.series.flatMap((series) => series.values.filter((value) => value !== null)),
    ...spec.points.map((point) => point.value),
    spec.baseline ?? 0,
  ];
  return axisOf(
    spec.is_log ? logRange(figures, spec) : linearRange(Math.max(0, spec.limit ?? 0, ...figures)),
    spec,
    tokens,
  );
}

// For boxes: begins near the lowest figure where all lie close together.
export function tightAxis(spec, tokens) {
  const figures = spec.boxes.flatMap((box) => [...box.values, ...box.excluded]);
  if (spec.is_log) return axisOf(logRange(figures, spec), spec, tokens);
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  if (!figures.length || low < high / 2) {
    return axisOf(linearRange(Math.max(0, ...figures)), spec, tokens);
  }
  const step = roundStep(high - low || high);
  const min = step * Math.floor(low / step);
  const max = Math.max(step * Math.ceil(high / step), min + step);
  return { ...axisOf({ step, min, max }, spec, tokens), beginAtZero: false };
}

function axisOf({ step, ...range }, spec, tokens) {
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
      callback: (value, _index, ticks) => tickText(value, ticks, spec.is_log),
    },
  };
}
