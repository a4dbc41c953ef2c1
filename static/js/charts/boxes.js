// Box plots with every point, lying on a phone; what does not count is a cross. The axis need not begin
// at zero: a box shows where figures lie, not how long a bar is.

import { tightAxis } from "./axis.js";
import { drawHollow, fillOf } from "./fills.js";
import { doubtLine, drawText, labelText } from "./labels.js";
import { VALUE_ROOM, placeAxis } from "./places.js";
import { fontText } from "./tokens.js";

const WIDEST = 64;
const AXIS = 32; // under the boxes, with its figures
const GAP = 6; // between a median's figure and what it stands beyond

// Points side by side, so that equal figures are all seen.
function spread(count, width) {
  const step = Math.min((0.7 * width) / Math.max(count - 1, 1), width / 6);
  return Array.from({ length: count }, (_, n) => (n - (count - 1) / 2) * step);
}

// `at(value, aside)` is the point of a value, so far aside from the middle of its place.
function line(context, from, to) {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

function drawQuartiles(context, box, { width, at }, tokens) {
  const { fill, line: edge } = fillOf({ style: box.style, is_beside: false }, tokens);
  const { lowest, q1, median, q3, highest } = box.quartiles;
  context.strokeStyle = edge;
  context.lineWidth = 1.2;
  line(context, at(lowest, 0), at(highest, 0));
  const [[left, top], [right, bottom]] = [at(q1, -width / 2), at(q3, width / 2)];
  const frame = [left, top, right - left, bottom - top];
  if (box.doubt) {
    const [width, height] = [right - left, bottom - top];
    drawHollow(context, { left, top, width, height }, edge, tokens);
  } else {
    context.globalAlpha = box.style === "cached" ? 0.2 : 1;
    context.fillStyle = fill;
    context.clearRect(...frame);
    context.fillRect(...frame);
    context.globalAlpha = 1;
    context.strokeRect(...frame);
  }
  context.strokeStyle = tokens.ink;
  context.lineWidth = 2;
  line(context, at(median, -width / 2), at(median, width / 2));
}

function drawDots(context, values, { width, at }, tokens) {
  spread(values.length, width).forEach((shift, index) => {
    context.beginPath();
    context.arc(...at(values[index], shift), 3.2, 0, 2 * Math.PI);
    context.fillStyle = tokens.ink;
    context.strokeStyle = tokens.bg;
    context.lineWidth = 1;
    context.fill();
    context.stroke();
  });
}

function drawCrosses(context, values, { width, at }, tokens) {
  context.strokeStyle = tokens.ink;
  context.lineWidth = 1.6;
  spread(values.length, width).forEach((shift, index) => {
    const [x, y] = at(values[index], shift);
    line(context, [x - 4, y - 4], [x + 4, y + 4]);
    line(context, [x - 4, y + 4], [x + 4, y - 4]);
  });
}

// The median beyond all that is drawn at its place.
function drawMedian(context, box, { at, lying }, tokens) {
  const [x, y] = at(Math.max(...box.values, ...box.excluded), 0);
  context.font = fontText(11.5, 500);
  context.textAlign = lying ? "left" : "center";
  context.textBaseline = lying ? "middle" : "bottom";
  const text = labelText(box.text, box.doubt);
  drawText(context, text, lying ? x + GAP : x, lying ? y : y - GAP, tokens);
}

function boxesPlugin(spec, tokens, { lying }) {
  return {
    id: "boxes",
    afterDatasetsDraw(chart) {
      const { ctx: context, scales } = chart;
      const [values, places] = lying ? [scales.x, scales.y] : [scales.y, scales.x];
      const room = (lying ? places.height : places.width) / Math.max(spec.boxes.length, 1);
      const width = Math.min(0.5 * room, WIDEST);
      context.save();
      spec.boxes.forEach((box, place) => {
        const middle = places.getPixelForValue(place);
        const at = (value, aside) => {
          const point = [middle + aside, values.getPixelForValue(value)];
          return lying ? point.reverse() : point;
        };
        const where = { width, at, lying };
        if (box.quartiles) drawQuartiles(context, box, where, tokens);
        drawDots(context, box.values, where, tokens);
        drawCrosses(context, box.excluded, where, tokens);
        if (box.text) drawMedian(context, box, where, tokens);
      });
      context.restore();
    },
  };
}

// From the lowest figure of a place to the highest; null where it has none.
function span({ values, excluded }) {
  const figures = [...values, ...excluded];
  return figures.length ? [Math.min(...figures), Math.max(...figures)] : null;
}

function boxText(spec, item) {
  const box = spec.boxes[item.dataIndex];
  const { q1, q3 } = box.quartiles ?? {};
  const between = box.quartiles
    ? ` (${q1.toLocaleString("en")} – ${q3.toLocaleString("en")})`
    : "";
  const text = labelText(box.text || box.excluded.join(", "), box.doubt);
  return [`${text}${between} ${spec.unit}`, ...doubtLine(box.doubt)];
}

// Long names of places in lines that fit under their box.
function nameLines(label, room) {
  const letters = Math.max(6, Math.floor(room / 6.5));
  return label.flatMap((line) => {
    const lines = [];
    for (const word of line.split(" ")) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
      if (lines.length && longer.length <= letters) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}

export function boxConfig(spec, tokens, { lying, width }) {
  const room = (width - 64) / Math.max(spec.boxes.length, 1);
  const labels = lying ? spec.labels : spec.labels.map((label) => nameLines(label, room));
  const values = tightAxis(spec, tokens);
  const height = spec.lying_height - AXIS;
  const places = placeAxis(tokens, { lying, spec: { labels }, width, height });
  return {
    // Bars without colour carry the places, the hit areas and the tooltips.
    type: "bar",
    data: {
      labels,
      datasets: [
        {
          data: spec.boxes.map(span),
          backgroundColor: "transparent",
        },
      ],
    },
    options: {
      indexAxis: lying ? "y" : "x",
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      layout: { padding: lying ? { right: VALUE_ROOM } : { top: 22 } },
      scales: lying ? { x: values, y: places } : { x: places, y: values },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: {
            title: (items) => spec.labels[items[0].dataIndex].join(", "),
            label: (item) => boxText(spec, item),
          },
        },
      },
    },
    plugins: [boxesPlugin(spec, tokens, { lying })],
  };
}
