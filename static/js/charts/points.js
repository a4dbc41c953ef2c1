// Plugin: measured and submitted figures as points over the published bars.

const RADIUS = 5;
const STEP = 14;
const LYING_STEP = 11;
export const MOST_NAMED = 3; // of a bar
// Of a point with its halo: what no label may cover.
export const REACH = RADIUS + 2.5;

function hasBars(spec, place) {
  return spec.series.some((series) => series.values[place] !== null);
}

// A point on no bar stands in the last slot of its place, or in the middle of a place
// without any bar.
function slotOf(chart, spec, { place, series }) {
  if (series !== null) return chart.getDatasetMeta(series).data[place];
  const isApart = spec.slots > spec.series.length && hasBars(spec, place);
  return isApart ? chart.getDatasetMeta(spec.slots - 1).data[place] : undefined;
}

function centre(chart, spec, point) {
  const lying = chart.options.indexAxis === "y";
  const slot = slotOf(chart, spec, point);
  if (slot) return lying ? slot.y : slot.x;
  return (lying ? chart.scales.y : chart.scales.x).getPixelForValue(point.place);
}

// Points of one place and series stand side by side around its `middle`, no further apart
// than the bar has room for.
export function placePoints(chart, spec) {
  const lying = chart.options.indexAxis === "y";
  const places = lying ? chart.scales.y.height : chart.scales.x.width;
  const room = (0.7 * places) / chart.data.labels.length / Math.max(spec.slots, 1);
  const values = lying ? chart.scales.x : chart.scales.y;
  const groups = new Map();
  for (const point of spec.points) {
    const key = `${point.place}/${point.series}`;
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  return [...groups.values()].flatMap((group) => {
    const step = Math.min(lying ? LYING_STEP : STEP, room / group.length);
    return group.map((point, index) => {
      const middle = centre(chart, spec, point);
      const across = middle + (index - (group.length - 1) / 2) * step;
      const along = values.getPixelForValue(point.value);
      return { point, middle, x: lying ? along : across, y: lying ? across : along };
    });
  });
}

// The bar that a point stands over, or its place where it stands over none.
function barOf(spec, { place, series }) {
  const isOver = series !== null && spec.series[series].values[place] !== null;
  return isOver ? `${place}/${series}` : `${place}`;
}

// Which of the placed ones have their figure, the lowest of a bar first: the highest of a
// place beside its bars, and that of a bar which has `room` for it. Where there are no more
// than `most`, those in doubt, too.
export function namedPoints(spec, points, { room, most }) {
  const groups = new Map();
  for (const placed of points) {
    const bar = barOf(spec, placed.point);
    groups.set(bar, [...(groups.get(bar) ?? []), placed]);
  }
  return [...groups].flatMap(([bar, group]) => {
    const rising = [...group].sort((one, other) => one.point.value - other.point.value);
    const best = rising.at(-1);
    if (!room && bar !== `${best.point.place}`) return [];
    const isFew = group.length <= most;
    return rising
      .filter((each) => each === best || (isFew && each.point.doubt))
      .map((each) => ({ ...each, isBest: each === best }));
  });
}

export function outline(context, { point, x, y }, radius = RADIUS) {
  context.beginPath();
  if (!point.is_draft) {
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  const reach = radius + 1.5;
  context.moveTo(x, y - reach);
  context.lineTo(x + reach, y);
  context.lineTo(x, y + reach);
  context.lineTo(x - reach, y);
  context.closePath();
}

// Measured: a dot; submitted: a dotted ring; a draft: a dotted diamond.
function drawPoint(context, placed, tokens) {
  const { point } = placed;
  outline(context, placed);
  context.lineWidth = 2.5;
  context.strokeStyle = tokens.bg;
  if (point.provenance === "submitted") {
    context.fillStyle = tokens.bg;
    context.fill();
    context.setLineDash([2, 2]);
    context.lineWidth = 1.8;
    context.strokeStyle = tokens.ink;
    context.stroke();
    context.setLineDash([]);
    return;
  }
  context.stroke();
  context.fillStyle = tokens.ink;
  context.fill();
}

export function pointsPlugin(spec, tokens) {
  return {
    id: "points",
    afterDatasetsDraw(chart) {
      const { ctx: context } = chart;
      context.save();
      for (const placed of placePoints(chart, spec)) drawPoint(context, placed, tokens);
      context.restore();
    },
  };
}
