// Bars by class: standing on a wide screen, lying on a phone.

import { valueAxis } from "./axis.js";
import { baselinePlugin } from "./baseline.js";
import { fillOf } from "./fills.js";
import { labelsPlugin } from "./labels.js";
import { pointsPlugin } from "./points.js";
import { font } from "./tokens.js";

function datasets(spec, tokens) {
  return spec.series.map((series) => {
    const { fill, line } = fillOf(series, tokens);
    return {
      label: series.label,
      data: series.values,
      backgroundColor: fill,
      borderColor: line,
      borderWidth: series.style === "cached" && !series.is_beside ? 0 : 1.2,
      borderRadius: 2,
      borderSkipped: "start",
      categoryPercentage: spec.series.length > 2 ? 0.82 : 0.62,
      barPercentage: 0.94,
      maxBarThickness: 54,
    };
  });
}

const LETTER = 6.6;

// The name of a place beside its bar: never more than two fifths of the picture.
function besideBar(label, width) {
  const most = Math.max(12, Math.floor((0.4 * width) / LETTER));
  return label
    .slice(0, 2)
    .map((line) => (line.length > most ? `${line.slice(0, most - 1)}…` : line));
}

function placeAxis(tokens, { lying, spec, width }) {
  return {
    border: { color: tokens.rule2 },
    grid: { display: false },
    ticks: {
      autoSkip: false,
      maxRotation: 0,
      padding: lying ? 6 : 4,
      color: tokens.ink,
      font: font(12),
      callback: (_, index) =>
        lying ? besideBar(spec.labels[index], width) : spec.labels[index],
    },
  };
}

export function barConfig(spec, tokens, { lying, width }) {
  const values = valueAxis(spec, tokens);
  const places = placeAxis(tokens, { lying, spec, width });
  if (lying) values.display = false;
  return {
    type: "bar",
    data: { labels: spec.labels, datasets: datasets(spec, tokens) },
    options: {
      indexAxis: lying ? "y" : "x",
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      layout: { padding: lying ? { right: 52 } : { top: 20 } },
      scales: lying ? { x: values, y: places } : { x: places, y: values },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: {
            title: (items) => spec.labels[items[0].dataIndex].join(", "),
            label: (item) => {
              const series = spec.series[item.datasetIndex];
              return `${series.label}: ${series.texts[item.dataIndex]} ${spec.unit}`;
            },
          },
        },
      },
    },
    plugins: [
      baselinePlugin(spec, tokens),
      labelsPlugin(spec, tokens),
      pointsPlugin(spec, tokens),
    ],
  };
}
