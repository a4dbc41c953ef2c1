// Bars by class: standing on a wide screen, lying on a phone.

import { valueAxis } from "./axis.js";
import { baselinePlugin } from "./baseline.js";
import { fillOf } from "./fills.js";
import { doubtLine, labelText, labelsPlugin } from "./labels.js";
import { VALUE_ROOM, placeAxis } from "./places.js";
import { pointsPlugin } from "./points.js";

function hasBar(spec, place, series) {
  return series !== null && spec.series[series].values[place] !== null;
}

function isInSlot(spec, { place, series }) {
  const isLoose = series === null && spec.slots > spec.series.length;
  return isLoose && spec.series.some((each) => each.values[place] !== null);
}

// Bars that nobody sees, as high as the points that stand on no bar: they keep the room
// of these and have their tooltips. In the last slot of a place, or over all of it.
function unseen(spec, points, more) {
  const data = spec.labels.map((_, place) => {
    const values = points.filter((p) => p.place === place).map(({ value }) => value);
    return values.length ? Math.max(...values) : null;
  });
  return { label: "", points, data, backgroundColor: "transparent", ...more };
}

function unseenBars(spec) {
  const free = spec.points.filter((point) => !hasBar(spec, point.place, point.series));
  const slot = free.filter((point) => isInSlot(spec, point));
  const over = free.filter((point) => !isInSlot(spec, point));
  return [
    ...(spec.slots > spec.series.length ? [unseen(spec, slot, shape(spec))] : []),
    ...(over.length ? [unseen(spec, over, { ...shape(spec), grouped: false })] : []),
  ];
}

function shape(spec) {
  return {
    categoryPercentage: spec.slots > 2 ? 0.82 : 0.62,
    barPercentage: 0.94,
    maxBarThickness: 54,
  };
}

function datasets(spec, tokens) {
  const bars = spec.series.map((series) => {
    const { fill, line } = fillOf(series, tokens);
    return {
      label: series.label,
      data: series.values,
      backgroundColor: fill,
      borderColor: line,
      borderWidth: series.style === "cached" && !series.is_beside ? 0 : 1.2,
      borderRadius: 2,
      borderSkipped: "start",
      ...shape(spec),
    };
  });
  return [...bars, ...unseenBars(spec)];
}

function pointLines(spec, points) {
  return points.flatMap((point) => [
    `${point.word}: ${labelText(point.text, point.doubt)} ${spec.unit}`.trim(),
    ...doubtLine(point.doubt),
  ]);
}

// A bar's figure with what doubts it, and the points on it.
function tooltipLines(spec, { datasetIndex, dataIndex, dataset }) {
  const isHere = (point) => point.place === dataIndex;
  if (dataset.points) return pointLines(spec, dataset.points.filter(isHere));
  const series = spec.series[datasetIndex];
  const points = spec.points.filter((p) => isHere(p) && p.series === datasetIndex);
  const doubt = series.doubts[dataIndex];
  return [
    `${series.label}: ${labelText(series.texts[dataIndex], doubt)} ${spec.unit}`.trim(),
    ...doubtLine(doubt),
    ...pointLines(spec, points),
  ];
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
      layout: { padding: lying ? { right: VALUE_ROOM } : { top: spec.points.length ? 44 : 20 } },
      scales: lying ? { x: values, y: places } : { x: places, y: values },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: {
            title: (items) => spec.labels[items[0].dataIndex].join(", "),
            label: (item) => tooltipLines(spec, item),
          },
        },
      },
    },
    plugins: [
      baselinePlugin(spec, tokens),
      pointsPlugin(spec, tokens),
      labelsPlugin(spec, tokens),
    ],
  };
}
