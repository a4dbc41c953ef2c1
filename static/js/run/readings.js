// Where the values at a crosshair are written: beside it, over no line and no other value.

export const LINE = 14; // of text, in pixels
const GAP = 7; // between the crosshair and its texts
const CLEAR = 3; // between a text and a line

// How high and how low a line goes between two places; null where it has no point.
function spanOf(points, left, right) {
  let [top, bottom] = [Infinity, -Infinity];
  points.forEach(({ x, y }, index) => {
    const isBefore = x < left && !(points[index + 1]?.x > left);
    const isAfter = x > right && !(points[index - 1]?.x < right);
    if (isBefore || isAfter) return;
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  return top <= bottom ? { top, bottom } : null;
}

function linesOver(chart, left, right) {
  return chart.data.datasets.flatMap((_, index) => {
    const points = chart.getDatasetMeta(index).data.filter((point) => !point.skip);
    return spanOf(points, left, right) ?? [];
  });
}

// The free middle of a text that is nearest to its point; null where there is none.
function freeMiddle(taken, y, area) {
  const reach = LINE / 2 + CLEAR;
  const isFree = (middle) =>
    middle - LINE / 2 >= area.top &&
    middle + LINE / 2 <= area.bottom &&
    taken.every(({ top, bottom }) => middle + reach <= top || middle - reach >= bottom);
  const places = taken.flatMap(({ top, bottom }) => [top - reach, bottom + reach]);
  const free = [y, ...places].filter(isFree);
  free.sort((one, other) => Math.abs(one - y) - Math.abs(other - y));
  return free[0] ?? null;
}

// Right of the crosshair, or left of it where that is nearer to the point or has room.
function placed(chart, { x, y, width }, texts) {
  const { chartArea: area } = chart;
  const sides = [
    { left: x + GAP, right: x + GAP + width },
    { left: x - GAP - width, right: x - GAP },
  ].filter(({ left, right }) => left >= area.left && right <= area.right);
  const places = sides.flatMap((side) => {
    const others = texts.filter(({ left, right }) => left < side.right && side.left < right);
    const taken = [...linesOver(chart, side.left, side.right), ...others];
    const middle = freeMiddle(taken, y, area);
    return middle === null ? [] : { ...side, middle };
  });
  places.sort((one, other) => Math.abs(one.middle - y) - Math.abs(other.middle - y));
  return places[0] ?? fallback(sides[0] ?? { left: area.left, right: area.left + width }, y, texts);
}

// Lines are everywhere: on them, but under the texts that are there.
function fallback(side, y, texts) {
  const lowest = Math.max(...texts.map(({ bottom }) => bottom + LINE / 2), y - LINE / 2);
  return { ...side, middle: lowest };
}

// `readings` with `x`, `y` and `width` of their texts; the highest point comes first.
export function placeReadings(chart, readings) {
  const texts = [];
  for (const reading of [...readings].sort((one, other) => one.y - other.y)) {
    const { left, right, middle } = placed(chart, reading, texts);
    const [top, bottom] = [middle - LINE / 2, middle + LINE / 2];
    texts.push({ ...reading, left, right, middle, top, bottom });
  }
  return texts;
}
