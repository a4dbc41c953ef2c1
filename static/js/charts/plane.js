// Scatter (throughput to the right, latency upwards) and timeline (seconds to the
// right): an entry a line or cloud, named at its end.

import { linearRange, valueAxis } from "./axis.js";
import { doubtsPlugin } from "./doubts.js";
import { doubtLine, labelText } from "./labels.js";
import { lineNames, lineNamesPlugin, widest } from "./names.js";
import { signOf } from "./signs.js";
import { font } from "./tokens.js";

function points(series) {
  return series.values.map((value, index) => ({
    x: series.xs[index],
    y: value,
    text: series.texts[index] ?? "",
    doubt: series.doubts[index] || series.name_doubt,
  }));
}

// What was not measured is dashed, as the legend says.
function dashesOf(series, sign, { isLine }) {
  if (series.is_ideal) return [3, 3];
  return isLine ? sign.dashes : [];
}

function dataset(spec, series, sign) {
  const isLine = spec.kind === "timeline" || series.is_ideal;
  return {
    label: series.label,
    data: points(series),
    showLine: isLine || spec.is_joined,
    borderColor: sign.colour,
    borderDash: dashesOf(series, sign, { isLine }),
    borderWidth: isLine ? 1.6 : 1.1,
    spanGaps: false,
    pointRadius: isLine ? 0 : 5,
    clip: 8, // a sign at the last tick is drawn whole
    pointHitRadius: 8,
    pointStyle: sign.shape,
    rotation: sign.rotation,
    pointBorderWidth: 1.6,
    pointBackgroundColor: sign.fill,
    pointBorderColor: sign.colour,
  };
}

// An axis of numbers; its last tick names the unit, since no axis has a title.
function acrossAxis(spec, tokens, { narrow }) {
  const isTimeline = spec.kind === "timeline";
  const xs = spec.series.flatMap((series) => series.xs);
  const highest = Math.max(0, ...xs);
  const range = linearRange(highest);
  const unit = spec.x_unit || (isTimeline ? "s" : "");
  return {
    type: "linear",
    min: 0,
    max: isTimeline ? highest || 1 : range.max,
    border: { color: tokens.rule2 },
    grid: { display: false },
    ticks: {
      stepSize: narrow ? 2 * range.step : range.step,
      autoSkip: false,
      includeBounds: false,
      maxRotation: 0,
      padding: 4,
      color: tokens.ink,
      font: font(12),
      callback: (value, index, ticks) => {
        const text = value.toLocaleString("en");
        return index === ticks.length - 1 ? `${text} ${unit}`.trim() : text;
      },
    },
  };
}

// As exact as figures are printed.
function acrossText(x) {
  return x.toLocaleString("en", { maximumFractionDigits: x < 100 ? 2 : 0 });
}

function pointText(spec, item) {
  const { x, y, text, doubt } = item.raw;
  const unit = spec.x_unit || (spec.kind === "timeline" ? "s" : "");
  const told = labelText(text || y.toLocaleString("en"), doubt);
  return [
    `${item.dataset.label}: ${told} ${spec.unit}, ${acrossText(x)} ${unit}`,
    ...doubtLine(doubt),
  ];
}

export function planeConfig(spec, tokens, { narrow }) {
  const names = lineNames(spec, { narrow });
  const signs = spec.series.map((series, place) => signOf(series, place, tokens));
  const colours = signs.map((sign) => sign.colour);
  return {
    type: "scatter",
    data: {
      datasets: spec.series.map((series, place) => dataset(spec, series, signs[place])),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      layout: { padding: { top: 8, right: widest(names) + 16 } },
      scales: { x: acrossAxis(spec, tokens, { narrow }), y: valueAxis(spec, tokens) },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: { title: () => "", label: (item) => pointText(spec, item) },
        },
      },
    },
    plugins: [lineNamesPlugin(spec, names, tokens, { colours }), doubtsPlugin(spec, tokens)],
  };
}
