// The signs of a legend as pictures have them; portal/charts/svg/keys.py draws the same.

import { BESIDE, drawHollow, fillOf } from "./fills.js";
import { DAGGER } from "./labels.js";
import { outline } from "./points.js";

const SIZE = 12;
const GAP = 18;

function stroke(context, points, { width = 1.2, dashes = [] } = {}) {
  context.setLineDash(dashes);
  context.lineWidth = width;
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
  context.setLineDash([]);
}

function drawMark(context, { x, y, isDraft, isFull, radius }, tokens) {
  outline(context, { point: { is_draft: isDraft }, x, y }, radius);
  context.fillStyle = isFull ? tokens.ink : tokens.bg;
  context.fill();
  context.lineWidth = 1.6;
  if (!isFull) context.setLineDash([2, 2]);
  context.stroke();
  context.setLineDash([]);
}

const DRAWN = {
  swatch(context, { left, y, item }, tokens) {
    const { fill, line } = fillOf(item, tokens);
    context.fillStyle = fill;
    context.strokeStyle = line;
    context.lineWidth = 1.2;
    const width = SIZE * (item.is_beside ? BESIDE : 1);
    const area = [left + (SIZE - width) / 2, y - SIZE / 2, width, SIZE];
    context.fillRect(...area);
    context.strokeRect(...area);
  },
  hollow(context, { left, y }, tokens) {
    const area = { left, top: y - SIZE / 2, width: SIZE, height: SIZE };
    drawHollow(context, area, tokens.none, tokens);
  },
  measured: (context, at, tokens) =>
    drawMark(context, { ...at, isFull: true, radius: 4.5 }, tokens),
  submitted: (context, at, tokens) => drawMark(context, { ...at, radius: 4.5 }, tokens),
  draft: (context, at, tokens) =>
    drawMark(context, { ...at, isDraft: true, radius: 4.5 }, tokens),
  repeat: (context, at, tokens) =>
    drawMark(context, { ...at, isFull: true, radius: 2.5 }, tokens),
  box(context, { left, y }, tokens) {
    context.fillStyle = tokens["none-tint"];
    context.fillRect(left, y - SIZE / 2, SIZE, SIZE);
    stroke(context, [[left, y], [left + SIZE, y]], { width: 2 });
  },
  whisker: (context, { x, y }) => stroke(context, [[x, y - 8], [x, y + 8]]),
  excluded(context, { x, y }) {
    stroke(context, [[x - 4, y - 4], [x + 4, y + 4]], { width: 1.6 });
    stroke(context, [[x - 4, y + 4], [x + 4, y - 4]], { width: 1.6 });
  },
  dashed: (context, { left, y }) =>
    stroke(context, [[left, y], [left + SIZE, y]], { dashes: [3, 3] }),
  dagger(context, { left, y }, tokens) {
    context.fillStyle = tokens.ink;
    context.fillText(DAGGER, left + 3, y + 4);
  },
};

export function keyWidth(context, item) {
  return SIZE + 6 + context.measureText(item.label).width + GAP;
}

// The items in rows that fit.
export function keyRows(context, legend, width) {
  const rows = [];
  let used = width;
  for (const item of legend) {
    const wide = keyWidth(context, item);
    if (used + wide > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1).push(item);
    used += wide;
  }
  return rows;
}

export function drawKeys(context, items, { left, baseline }, tokens) {
  for (const item of items) {
    const y = baseline - 4;
    context.strokeStyle = tokens.ink;
    DRAWN[item.sign](context, { left, x: left + SIZE / 2, y, item }, tokens);
    context.fillStyle = tokens.ink2;
    context.fillText(item.label, left + SIZE + 6, baseline);
    left += keyWidth(context, item);
  }
}
