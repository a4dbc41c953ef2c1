// Bars by class: standing on a wide screen, lying on a phone.

import { valueAxis } from "./axis.js";
import { baselinePlugin } from "./baseline.js";
import { BESIDE, drawHollow, fillOf } from "./fills.js";
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
    const isFlat = series.style === "cached" && !series.is_beside;
    const isDoubted = (place) => Boolean(series.doubts[place]);
    const { barPercentage, ...more } = shape(spec);
    return {
      label: series.label,
      data: series.values,
      backgroundColor: series.values.map((_, place) => (isDoubted(place) ? "transparent" : fill)),
      borderColor: line,
      borderWidth: series.values.map((_, place) => (isFlat || isDoubted(place) ? 0 : 1.2)),
      borderRadius: 2,
      borderSkipped: "start",
      barPercentage: barPercentage * (series.is_beside ? BESIDE : 1),
      ...more,
    };
  });
  return [...bars, ...unseenBars(spec)];
}

// Plugin: bars in doubt, hollow; Chart.js has no dashes for bars.
function hollowsPlugin(spec, tokens) {
  return {
    id: "hollows",
    afterDatasetsDraw(chart) {
      const lying = chart.options.indexAxis === "y";
      spec.series.forEach((series, index) => {
        const { line } = fillOf(series, tokens);
        chart.getDatasetMeta(index).data.forEach((bar, place) => {
          if (series.values[place] === null || !series.doubts[place]) return;
          const [left, top] = lying
            ? [Math.min(bar.x, bar.base), bar.y - bar.height / 2]
            : [bar.x - bar.width / 2, Math.min(bar.y, bar.base)];
          const [width, height] = lying
            ? [Math.abs(bar.x - bar.base), bar.height]
            : [bar.width, Math.abs(bar.base - bar.y)];
          drawHollow(chart.ctx, { left, top, width, height }, line, tokens);
        });
      });
    },
  };
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

export function barConfig(spec, tokens, { lying, width, height }) {
  const values = valueAxis(spec, tokens);
  const places = placeAxis(tokens, { lying, spec, width, height });
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
      hollowsPlugin(spec, tokens),
      baselinePlugin(spec, tokens),
      pointsPlugin(spec, tokens),
      labelsPlugin(spec, tokens),
    ],
  };
}
