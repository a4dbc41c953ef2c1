// Plugin: the figure over each bar, or beside it where bars lie, and at points that no bar
// names. A label covers no mark and no other label; where bars are narrower than their
// figures they are left out (the tooltip and the table have them), their daggers are not.

import { REACH, placePoints } from "./points.js";
import { fontText } from "./tokens.js";

export const DAGGER = "†";
const GAP = 4;
const CLEAR = 2; // between a label and what it gives way to
const LETTERS = 13;
const HALO = 1;
const MOST_ASIDE = 12;

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

// Beside another bar that it would cover, as far as it still stands over its own; null
// where even so it has no room.
function asideOf(area, bars) {
  const hit = bars.find((bar) => touch(area, bar));
  if (!hit) return area;
  const step = hit.right < area.right ? hit.right - area.left : hit.left - area.right;
  const moved = { ...area, left: area.left + step, right: area.right + step };
  return Math.abs(step) <= MOST_ASIDE && !bars.some((bar) => touch(moved, bar)) ? moved : null;
}

// The label's own place, or the next one along its bar that is free; taken from then on.
function freeArea(start, { lying, taken }) {
  let area = start;
  for (;;) {
    const hit = taken.find((other) => touch(area, other));
    if (!hit) break;
    const [x, y] = lying ? [hit.right + CLEAR - area.left, 0] : [0, hit.top - CLEAR - area.bottom];
    area = {
      left: area.left + x,
      right: area.right + x,
      top: area.top + y,
      bottom: area.bottom + y,
    };
  }
  taken.push(area);
  return area;
}

function barLabels(chart, spec) {
  return spec.series.flatMap((series, index) =>
    chart.getDatasetMeta(index).data.flatMap((bar, place) => {
      if (series.values[place] === null) return [];
      const doubt = series.doubts[place];
      const text = labelText(series.texts[place], doubt);
      return [{ text, doubt, end: { x: bar.x, y: bar.y }, gap: GAP }];
    }),
  );
}

// Where standing bars are; beside one that lies no other bar begins.
function barAreas(chart, spec) {
  return spec.series.flatMap((series, index) =>
    chart
      .getDatasetMeta(index)
      .data.filter((_, place) => series.values[place] !== null)
      .map(({ x, y, base, width }) => ({
        left: x - width / 2,
        right: x + width / 2,
        top: y,
        bottom: base,
      })),
  );
}

// The dashed line across lying bars.
function baselineArea(chart, spec) {
  const x = chart.scales.x.getPixelForValue(spec.baseline);
  const { top, bottom } = chart.chartArea;
  return { left: x - 1, right: x + 1, top, bottom };
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
    return [{ text, isOfPoint: true, end: { x, y }, gap: REACH }];
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
  if (lying && (spec.baseline ?? null) !== null) taken.push(baselineArea(chart, spec));
  const figures = barLabels(chart, spec);
  const bars =
    lying || hasRoom(context, chart, spec)
      ? figures
      : figures.filter(({ doubt }) => doubt).map((each) => ({ ...each, text: DAGGER }));
  const inWay = lying ? [] : barAreas(chart, spec);
  const put = ({ text, end, gap, isOfPoint }) => {
    const width = context.measureText(text).width + 2 * HALO;
    const own = areaOf(end, width, { lying, gap });
    const area = asideOf(own, inWay) ?? (isOfPoint ? own : null);
    return area && { text, ...freeArea(area, { lying, taken }) };
  };
  return [...bars, ...pointLabels(spec, points)].flatMap((label) => {
    const placed = put(label) ?? (label.doubt ? put({ ...label, text: DAGGER }) : null);
    return placed ? [placed] : [];
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
