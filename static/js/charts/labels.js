// Plugin: the figure over each bar, or beside it where bars lie, and at the highest point
// over each. A label covers no mark and no other label; where bars are narrower than their
// figures they are left out (the tooltip and the table have them), their daggers are not.

import { GAP, areaBeyond, areaOf, areaWithin, asideOf, touch } from "./areas.js";
import { BESIDE } from "./fills.js";
import { MOST_NAMED, REACH, namedPoints, placePoints } from "./points.js";
import { fontText } from "./tokens.js";

export const DAGGER = "†";
const HALO = 1;
const INNER = { wide: 7, high: 10 }; // of a dagger in a mark

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
  const share = 0.94 * (spec.series[0]?.is_beside ? BESIDE : 1);
  const step = alone && bars.length > 1 ? bars[1].x - bars[0].x : bars[0].width / share;
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

function barLabels(chart, spec) {
  return spec.series.flatMap((series, index) =>
    chart.getDatasetMeta(index).data.flatMap((bar, place) => {
      if (series.values[place] === null) return [];
      const doubt = series.doubts[place];
      const text = labelText(series.texts[place], doubt);
      return [{ text, doubt, bar, end: { x: bar.x, y: bar.y }, gap: GAP }];
    }),
  );
}

// Where standing bars are; beside one that lies no other bar begins.
function barAreas(chart, spec) {
  return spec.series.flatMap((series, index) =>
    chart
      .getDatasetMeta(index)
      .data.filter((_, place) => series.values[place] !== null)
      .map((bar) => ({
        bar,
        left: bar.x - bar.width / 2,
        right: bar.x + bar.width / 2,
        top: bar.y,
        bottom: bar.base,
      })),
  );
}

// The dashed line across lying bars.
function baselineArea(chart, spec) {
  const x = chart.scales.x.getPixelForValue(spec.baseline);
  const { top, bottom } = chart.chartArea;
  return { left: x - 1, right: x + 1, top, bottom };
}

function pointLabels(spec, points, { room, lying, most }) {
  return namedPoints(spec, points, { room, most }).map(({ point, middle, x, y, isBest }) => ({
    point,
    isBest,
    text: labelText(point.text, point.doubt),
    isOfPoint: true,
    end: { x, y: lying ? middle : y },
    gap: REACH,
  }));
}

// Every label with its place; the tests read it, too. Where figures of several points of a
// bar would leave the picture, each bar has that of its highest alone.
export function placeLabels(chart, spec, context) {
  const labels = placed(chart, spec, context, MOST_NAMED);
  const isCut = labels.some(({ right }) => right > chart.width);
  return isCut ? placed(chart, spec, context, 1) : labels;
}

function placed(chart, spec, context, most) {
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
  const room = lying || hasRoom(context, chart, spec);
  const bars = room
    ? figures
    : figures.filter(({ doubt }) => doubt).map((each) => ({ ...each, text: DAGGER }));
  const inWay = lying ? [] : barAreas(chart, spec);
  // Its own place; where a mark is in the way the next one within its bar, since beyond
  // the mark it would be read as the mark's.
  const within = (bar, width) => {
    const area = areaWithin(bar, width, { lying, taken });
    const others = inWay.filter((each) => each.bar !== bar);
    const aside = area && asideOf(area, others);
    return aside && !taken.some((other) => touch(aside, other)) ? aside : null;
  };
  const put = ({ text, end, gap, bar, isOfPoint, isBest, point }) => {
    const width = context.measureText(text).width + 2 * HALO;
    const own = areaOf(end, width, { lying, gap });
    const start = asideOf(own, inWay) ?? (isOfPoint ? own : null);
    if (!start) return null;
    const isTaken = taken.some((other) => touch(start, other));
    // beyond the mark of a higher one it would be read as that one's
    if (isTaken && isOfPoint && !isBest) return null;
    const area = (isTaken && bar && within(bar, width)) || areaBeyond(start, { lying, taken });
    taken.push(area);
    return { text, point, ...area };
  };
  const ofPoints = pointLabels(spec, points, { room, lying, most });
  // Points first, since a bar's figure has other places to go to; where bars lie, figures
  // rise from left to right.
  const all = [...ofPoints, ...bars];
  if (lying) all.sort((one, other) => one.end.x - other.end.x);
  return all.flatMap((label) => {
    const isShort = label.doubt && !label.isOfPoint; // that of a point is in its mark
    const found = put(label) ?? (isShort ? put({ ...label, text: DAGGER }) : null);
    return found ? [found] : [];
  });
}

// A point in doubt whose figure is not written has its dagger in its mark: beside it, it
// would be read as that of the next figure.
function drawInnerDaggers(chart, spec, labels, tokens) {
  const { ctx: context } = chart;
  const named = new Set(labels.map(({ point }) => point));
  context.font = fontText(9, 700);
  context.textAlign = "center";
  const drawn = [];
  const isCovered = ({ x, y }) =>
    drawn.some(
      (other) => Math.abs(other.x - x) < INNER.wide && Math.abs(other.y - y) < INNER.high,
    );
  for (const each of placePoints(chart, spec)) {
    // one stands for marks that lie upon each other
    if (!each.point.doubt || named.has(each.point) || isCovered(each)) continue;
    drawn.push(each);
    context.fillStyle = each.point.provenance === "submitted" ? tokens.ink : tokens.bg;
    context.fillText(DAGGER, each.x, each.y);
  }
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
      const labels = placeLabels(chart, spec, context);
      for (const label of labels) {
        const middle = (label.top + label.bottom) / 2;
        drawText(context, label.text, label.left + HALO, middle, tokens);
      }
      drawInnerDaggers(chart, spec, labels, tokens);
      context.restore();
    },
  };
}
