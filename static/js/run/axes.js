// One time axis for both charts of a run: from the warm-up to the planned end.

import { font } from "../charts/tokens.js";

export const AXIS_WIDTH = 56;
const RIGHT = 20;
const MARK_ROOM = 22;
const NARROW = matchMedia("(max-width: 699px)");

export function secondText(value) {
  const text = `${Math.abs(value).toLocaleString("en")} s`;
  return value < 0 ? `−${text}` : text;
}

// The labels at both ends hang over: room for them is kept by the layout of both charts.
function alignEnds(scale) {
  scale.paddingLeft = 0;
  scale.paddingRight = 0;
}

function timeAxis(plan, tokens, { showsTicks }) {
  return {
    type: "linear",
    afterFit: alignEnds,
    min: -plan.warmup,
    max: plan.duration,
    border: { display: false },
    grid: { display: false },
    ticks: {
      display: showsTicks,
      maxTicksLimit: NARROW.matches ? 5 : 10,
      maxRotation: 0,
      // A label at an odd end would touch its neighbour.
      includeBounds: false,
      padding: 4,
      color: tokens.ink3,
      font: font(12),
      callback: (value) => (Number.isInteger(value) ? secondText(value) : null),
    },
  };
}

function valueAxis(tokens) {
  return {
    beginAtZero: true,
    afterFit(scale) {
      scale.width = AXIS_WIDTH;
    },
    border: { display: false },
    grid: {
      drawTicks: false,
      color: (line) => (line.tick.value === 0 ? tokens.rule2 : tokens.rule),
    },
    ticks: {
      maxTicksLimit: 5,
      padding: 8,
      color: tokens.ink3,
      font: font(12),
      callback(value) {
        const isEmpty = this.chart.data.datasets.every(({ data }) => data.length === 0);
        return isEmpty && value !== 0 ? null : value.toLocaleString("en");
      },
    },
  };
}

export function runOptions(plan, tokens, { showsTicks, digits, names }) {
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    normalized: true,
    parsing: false,
    interaction: { mode: "index", axis: "x", intersect: false },
    layout: { padding: { top: showsTicks ? 4 : MARK_ROOM, right: RIGHT } },
    scales: { x: timeAxis(plan, tokens, { showsTicks }), y: valueAxis(tokens) },
    elements: { point: { radius: 0, hitRadius: 6, hoverRadius: 3 } },
    plugins: {
      legend: { display: false },
      tooltip: {
        displayColors: false,
        callbacks: {
          title: (items) => secondText(items[0].parsed.x),
          label: (item) =>
            `${names()[item.datasetIndex]}: ${item.parsed.y.toLocaleString("en", {
              maximumFractionDigits: digits,
            })}`,
        },
      },
    },
  };
}
