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
export function alignEnds(scale) {
  scale.paddingLeft = 0;
  scale.paddingRight = 0;
}

function timeAxis(plan, tokens, { showsTicks }) {
  return {
    type: "linear",
    afterFit: alignEnds,
    min: plan.range.low,
    max: plan.range.high,
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

// `highs` are drawn beside what the datasets hold.
function valueAxis(tokens, highs) {
  return {
    beginAtZero: true,
    suggestedMax: highs.length ? highs.reduce((a, b) => Math.max(a, b)) : undefined,
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

// Ticks that have room for their text; the first of them stay.
export function withRoom(scale, seconds, { letter = 7, gap = 10 } = {}) {
  const { chart, min, max } = scale;
  const pixels = (chart.width - AXIS_WIDTH - RIGHT) / (max - min || 1);
  const half = (value) => (secondText(value).length * letter) / 2;
  const kept = [];
  for (const value of seconds) {
    const isFree = kept.every(
      (other) => Math.abs(value - other) * pixels >= half(value) + half(other) + gap,
    );
    if (isFree) kept.push(value);
  }
  return kept.sort((a, b) => a - b);
}

export function runOptions(plan, tokens, { showsTicks, highs = [] }) {
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    normalized: true,
    parsing: false,
    events: [], // the crosshair of all charts shows the values
    layout: { padding: { top: showsTicks ? 4 : MARK_ROOM, right: RIGHT } },
    scales: { x: timeAxis(plan, tokens, { showsTicks }), y: valueAxis(tokens, highs) },
    elements: { point: { radius: 0, hitRadius: 0 } },
    plugins: {
      legend: { display: false },
      tooltip: { enabled: false },
    },
  };
}
