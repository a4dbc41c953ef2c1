// Plugin: the figure over each bar, or beside it where bars lie, and at points that no bar
// names. A label covers no mark and no other label; where bars are narrower than their
// figures they are left out (the tooltip and the table have them).

import { REACH, placePoints } from "./points.js";
import { fontText } from "./tokens.js";

export const DAGGER = "†";
const GAP = 4;
const CLEAR = 2; // between a label and what it gives way to
const LETTERS = 13;
const HALO = 1;

// What stands at a value: its text, with a dagger where it is in doubt.
export function labelText(text, doubt) {
  return doubt ? `${text}${DAGGER}` : text;
}

export function doubtLine(doubt) {
  return doubt ? [`${DAGGER} ${doubt}`] : [];
}

function hasRoom(context, chart, spec) {
  const bars = chart.getDatasetMeta(0).data;
  if (!bars.length) return true;
  const texts = spec.series.flatMap((series) => series.texts);
  const longest = Math.max(0, ...texts.map((text) => context.measureText(text).width));
  const alone = spec.series.length === 1;
  const step = alone && bars.length > 1 ? bars[1].x - bars[0].x : bars[0].width / 0.94;
  return step + 6 >= longest;
}

// Text with a halo of the ground, so that it can stand on a line.
export function drawText(context, text, x, y, tokens, colour = tokens.ink) {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = tokens.bg;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

function touch(one, other) {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

function areaOf({ x, y }, width, { lying, gap }) {
  if (lying) {
    const left = x + gap;
    return { left, right: left + width, top: y - LETTERS / 2, bottom: y + LETTERS / 2 };
  }
  const bottom = y - gap;
  return { left: x - width / 2, right: x + width / 2, top: bottom - LETTERS, bottom };
}

// The label's own place, or the next one along its bar that is free; taken from then on.
export function freeArea(end, width, { lying, gap, taken }) {
  let area = areaOf(end, width, { lying, gap });
  for (;;) {
    const hit = taken.find((other) => touch(area, other));
    if (!hit) break;
    const next = lying ? { x: hit.right, y: end.y } : { x: end.x, y: hit.top };
    area = areaOf(next, width, { lying, gap: CLEAR });
  }
  taken.push(area);
  return area;
}

function barLabels(chart, spec) {
  return spec.series.flatMap((series, index) =>
    chart.getDatasetMeta(index).data.flatMap((bar, place) => {
      if (series.values[place] === null) return [];
      const text = labelText(series.texts[place], series.doubts[place]);
      return [{ text, end: { x: bar.x, y: bar.y }, gap: GAP }];
    }),
  );
}

function hasBar(spec, { place, series }) {
  return series !== null && spec.series[series].values[place] !== null;
}

// The highest point of a place names itself where no bar does; any in doubt is marked.
function pointLabels(spec, points) {
  const best = new Map();
  for (const { point } of points) {
    if (hasBar(spec, point)) continue;
    if (!(best.get(point.place)?.value >= point.value)) best.set(point.place, point);
  }
  return points.flatMap(({ point, x, y }) => {
    const isNamed = best.get(point.place) === point;
    if (!isNamed && !point.doubt) return [];
    const text = isNamed ? labelText(point.text, point.doubt) : DAGGER;
    return [{ text, end: { x, y }, gap: REACH }];
  });
}

// Every label with its place; the tests read it, too.
export function placeLabels(chart, spec, context) {
  const lying = chart.options.indexAxis === "y";
  const points = placePoints(chart, spec);
  const taken = points.map(({ x, y }) => ({
    left: x - REACH,
    right: x + REACH,
    top: y - REACH,
    bottom: y + REACH,
  }));
  const bars = lying || hasRoom(context, chart, spec) ? barLabels(chart, spec) : [];
  return [...bars, ...pointLabels(spec, points)].map(({ text, end, gap }) => {
    const width = context.measureText(text).width + 2 * HALO;
    return { text, ...freeArea(end, width, { lying, gap, taken }) };
  });
}

export function labelsPlugin(spec, tokens) {
  return {
    id: "labels",
    afterDatasetsDraw(chart) {
      const { ctx: context } = chart;
      context.save();
      context.font = fontText(11.5, 500);
      context.textAlign = "left";
      context.textBaseline = "middle";
      for (const label of placeLabels(chart, spec, context)) {
        const middle = (label.top + label.bottom) / 2;
        drawText(context, label.text, label.left + HALO, middle, tokens);
      }
      context.restore();
    },
  };
}
