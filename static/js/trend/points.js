// Results over time: each a ring, excluded ones a cross; levels, changes, versions and
// regressions are drawn around them.

import { valueAxis } from "../charts/axis.js";
import { font } from "../charts/tokens.js";
import { moment } from "../dates.js";
import { tickLabel, ticksOf } from "./days.js";
import { doubtsPlugin, levelsPlugin, regressionsPlugin, shiftsPlugin, versionsPlugin } from "./marks.js";

const DAY = 86_400_000;
const TICKS = 7;

function placed(spec) {
  const isTime = spec.axis === "time";
  return spec.dots.map((dot, index) => ({ x: isTime ? dot.at : index + 1, y: dot.value, dot }));
}

function colour(dot, tokens) {
  return { cached: tokens.cached, disk_io: tokens.disk }[dot.style] ?? tokens.ink2;
}

function placeAxis(spec, points, tokens, { narrow }) {
  const xs = points.map((point) => point.x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const isTime = spec.axis === "time";
  // A lone result stands in the middle.
  const room = (most - least) * 0.03 || (isTime ? DAY / 2 : 1);
  const [min, max] = [least - room, most + room];
  return {
    type: "linear",
    min,
    max,
    afterBuildTicks: (axis) => {
      if (isTime) axis.ticks = ticksOf(min, max, narrow ? 3 : TICKS);
    },
    border: { color: tokens.rule2 },
    grid: { display: false },
    ticks: {
      maxTicksLimit: TICKS,
      maxRotation: 0,
      autoSkipPadding: 16,
      includeBounds: false,
      precision: 0,
      padding: 4,
      color: tokens.ink,
      font: font(12),
      callback: isTime ? tickLabel : (value) => value.toLocaleString("en"),
    },
  };
}

// One after the other, as keys go through them; what is left out is a cross.
function dataset(points, tokens) {
  const each = (counted, left) => points.map(({ dot }) => (dot.is_excluded ? left : counted));
  return {
    type: "scatter",
    data: points,
    pointStyle: each("circle", "crossRot"),
    pointRadius: each(4, 5),
    pointHitRadius: 8,
    pointBorderWidth: 1.5,
    pointBackgroundColor: "transparent",
    pointBorderColor: points.map((point) => colour(point.dot, tokens)),
  };
}

function told(spec, dot, words) {
  const left = dot.is_excluded ? `, ${words.excluded}` : "";
  return [`${dot.text} ${spec.unit}${left}`, `${moment(new Date(dot.at))}, ${dot.version}`];
}

export function trendConfig(spec, tokens, words, { narrow }) {
  const points = placed(spec);
  const values = points.map((point) => point.y);
  return {
    data: {
      datasets: [dataset(points, tokens)],
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      parsing: false,
      layout: { padding: { top: 24, right: narrow ? 8 : 16 } },
      scales: {
        x: placeAxis(spec, points, tokens, { narrow }),
        // Room for the highest, its square and the figure of its level.
        y: valueAxis({ series: [{ values }], points: [], limit: 1.08 * Math.max(...values) }, tokens),
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: { title: () => "", label: (item) => told(spec, item.raw.dot, words) },
        },
      },
    },
    plugins: [
      levelsPlugin(spec, points, tokens),
      versionsPlugin(spec, points, tokens, { narrow }),
      regressionsPlugin(spec, points, tokens),
      doubtsPlugin(tokens),
      shiftsPlugin(spec, points, tokens),
    ],
  };
}
