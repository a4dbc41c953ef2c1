// Throughput by thread count, and throughput against latency: medians joined by a line,
// every repeat a ring, whiskers from the lowest to the highest, the peak a diamond.

import { valueAxis } from "../charts/axis.js";
import { font } from "../charts/tokens.js";
import { doubtsPlugin, lostPlugin, namesPlugin, offeredPlugin, peakPlugin, whiskersPlugin } from "./marks.js";

// From this factor between the first and the last value steps are multiples, not sums.
const WIDE = 8;

export function lineColour(style, tokens) {
  return { cached: tokens.cached, disk_io: tokens.disk }[style] ?? tokens.ink2;
}

function isWide(values) {
  const known = values.filter((value) => value > 0);
  return known.length > 1 && Math.max(...known) / Math.min(...known) >= WIDE;
}

export function throughputAxis(spec, tokens) {
  const values = spec.steps.flatMap((step) => (step.speed ? [step.speed.highest] : []));
  if (spec.offered) values.push(spec.offered);
  return valueAxis({ series: [{ values }], points: [], is_log: false }, tokens);
}

function medians(points, tokens, style) {
  const colour = lineColour(style, tokens);
  return {
    type: "line",
    data: points,
    borderColor: colour,
    borderWidth: 1.8,
    spanGaps: false,
    pointRadius: 2.5,
    pointHitRadius: 8,
    pointBackgroundColor: colour,
    pointBorderColor: colour,
    order: 2,
  };
}

export function rings(points, tokens) {
  return {
    type: "scatter",
    data: points,
    pointRadius: 4,
    pointHitRadius: 6,
    pointBorderWidth: 1.3,
    order: 1,
    pointBackgroundColor: "transparent",
    pointBorderColor: tokens.ink,
  };
}

export function chartOptions(scales, { label, top = 24 }) {
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    parsing: false,
    layout: { padding: { top, right: 28 } },
    scales,
    plugins: {
      legend: { display: false },
      tooltip: {
        displayColors: false,
        filter: (item) => item.raw.told !== undefined,
        callbacks: { title: () => "", label },
      },
    },
  };
}

function medianText(step, words) {
  const range = step.dots.length > 1 ? ` (${step.speed.range_text})` : "";
  const latency = step.latency ? `, p95 ${step.latency.text} ms` : "";
  return `${step.name}: ${words.median} ${step.speed.text} ${words.unit}${range}${latency}`;
}

function dotText(step, dot, words) {
  const latency = dot.latency === null ? "" : `, p95 ${dot.latency_text} ms`;
  return `${step.name}, ${words.repetition} ${dot.repetition}: ${dot.speed_text} ${words.unit}${latency}`;
}

function placed(spec, place) {
  return spec.steps.map((step) => ({
    ...place(step),
    step,
    told: step.speed ? (words) => medianText(step, words) : undefined,
  }));
}

function repeats(spec, place) {
  return spec.steps.flatMap((step) =>
    step.dots.length < 2
      ? []
      : step.dots
          .filter((dot) => dot.speed !== null)
          .map((dot) => ({ ...place(step, dot), told: (words) => dotText(step, dot, words) }))
          .filter((point) => point.x !== null),
  );
}

function countAxis(steps, tokens) {
  const counts = steps.map((step) => step.threads);
  const log = isWide(counts);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const room = log ? 1.15 : 1;
  const pad = log ? 0 : (most - least) * 0.05;
  return {
    type: log ? "logarithmic" : "linear",
    min: least / room - pad,
    max: most * room + pad,
    border: { color: tokens.rule2 },
    grid: { display: false },
    afterBuildTicks(scale) {
      scale.ticks = counts.map((value) => ({ value }));
    },
    ticks: {
      autoSkip: true,
      autoSkipPadding: 6,
      maxRotation: 0,
      padding: 4,
      color: tokens.ink,
      font: font(12),
      callback: (value) => value.toLocaleString("en"),
    },
  };
}

function latencyAxis(steps, tokens) {
  const values = steps.flatMap((step) =>
    step.latency ? [step.latency.lowest, step.latency.highest] : [],
  );
  // Room at the right, where the slowest point has its label.
  const limit = Math.max(0, ...values) * 1.08;
  const spec = { series: [{ values }], points: [], is_log: isWide(values), limit };
  const axis = valueAxis(spec, tokens);
  return {
    ...axis,
    border: { color: tokens.rule2 },
    grid: { display: false },
    ticks: { ...axis.ticks, padding: 4, maxRotation: 0 },
  };
}

// By thread count. A count without a figure keeps its place, with a cross.
export function ladderConfig(spec, tokens, words) {
  const place = (step) => ({ x: step.threads, y: step.speed?.median ?? null });
  const points = placed(spec, place);
  const dots = repeats(spec, (step, dot) => ({ x: step.threads, y: dot.speed }));
  return {
    data: { datasets: [medians(points, tokens, spec.style), rings(dots, tokens)] },
    options: chartOptions(
      { x: countAxis(spec.steps, tokens), y: throughputAxis(spec, tokens) },
      { label: (item) => item.raw.told(words) },
    ),
    plugins: [
      whiskersPlugin(tokens, { along: ["speed"] }),
      offeredPlugin(spec, tokens),
      lostPlugin(spec.steps, tokens, words),
      peakPlugin(tokens, words, { isNamed: true }),
      doubtsPlugin(tokens),
    ],
  };
}

// Latency to the right, throughput upwards, joined in the order of threads.
export function planeConfig(spec, tokens, words) {
  const place = (step) =>
    step.speed && step.latency
      ? { x: step.latency.median, y: step.speed.median }
      : { x: 0, y: null };
  const points = placed(spec, place);
  const dots = repeats(spec, (_step, dot) => ({ x: dot.latency, y: dot.speed }));
  return {
    data: { datasets: [medians(points, tokens, spec.style), rings(dots, tokens)] },
    options: chartOptions(
      { x: latencyAxis(spec.steps, tokens), y: throughputAxis(spec, tokens) },
      { label: (item) => item.raw.told(words) },
    ),
    plugins: [
      whiskersPlugin(tokens, { along: ["speed", "latency"] }),
      offeredPlugin(spec, tokens),
      peakPlugin(tokens, words, { isNamed: false }),
      namesPlugin(tokens),
    ],
  };
}
