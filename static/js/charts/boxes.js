// Box plots with every point; what does not count is a cross. The axis need not begin
// at zero: a box shows where figures lie, not how long a bar is.

import { tightAxis } from "./axis.js";
import { fillOf } from "./fills.js";
import { doubtLine, drawText, labelText } from "./labels.js";
import { font, fontText } from "./tokens.js";

const WIDEST = 64;

// Points side by side, so that equal figures are all seen.
function spread(count, width) {
  const step = Math.min((0.7 * width) / Math.max(count - 1, 1), width / 6);
  return Array.from({ length: count }, (_, n) => (n - (count - 1) / 2) * step);
}

function drawQuartiles(context, box, { x, width, y }, tokens) {
  const { fill, line } = fillOf({ style: box.style, is_beside: false }, tokens);
  const { lowest, q1, median, q3, highest } = box.quartiles;
  context.strokeStyle = line;
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(x, y(lowest));
  context.lineTo(x, y(highest));
  context.stroke();
  context.globalAlpha = box.style === "cached" ? 0.2 : 1;
  context.fillStyle = fill;
  const frame = [x - width / 2, y(q3), width, y(q1) - y(q3)];
  context.clearRect(...frame);
  context.fillRect(...frame);
  context.globalAlpha = 1;
  context.strokeRect(...frame);
  context.strokeStyle = tokens.ink;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x - width / 2, y(median));
  context.lineTo(x + width / 2, y(median));
  context.stroke();
}

function drawDots(context, values, { x, width, y }, tokens) {
  spread(values.length, width).forEach((shift, index) => {
    context.beginPath();
    context.arc(x + shift, y(values[index]), 3.2, 0, 2 * Math.PI);
    context.fillStyle = tokens.ink;
    context.strokeStyle = tokens.bg;
    context.lineWidth = 1;
    context.fill();
    context.stroke();
  });
}

function drawCrosses(context, values, { x, width, y }, tokens) {
  context.strokeStyle = tokens.ink;
  context.lineWidth = 1.6;
  spread(values.length, width).forEach((shift, index) => {
    const [middle, height] = [x + shift, y(values[index])];
    context.beginPath();
    context.moveTo(middle - 4, height - 4);
    context.lineTo(middle + 4, height + 4);
    context.moveTo(middle - 4, height + 4);
    context.lineTo(middle + 4, height - 4);
    context.stroke();
  });
}

function boxesPlugin(spec, tokens) {
  return {
    id: "boxes",
    afterDatasetsDraw(chart) {
      const { ctx: context, scales } = chart;
      const room = scales.x.width / Math.max(spec.boxes.length, 1);
      const width = Math.min(0.5 * room, WIDEST);
      const y = (value) => scales.y.getPixelForValue(value);
      context.save();
      spec.boxes.forEach((box, place) => {
        const where = { x: scales.x.getPixelForValue(place), width, y };
        if (box.quartiles) drawQuartiles(context, box, where, tokens);
        drawDots(context, box.values, where, tokens);
        drawCrosses(context, box.excluded, where, tokens);
        if (!box.text) return;
        const highest = Math.max(...box.values, ...box.excluded);
        context.font = fontText(11.5, 500);
        context.textAlign = "center";
        context.textBaseline = "bottom";
        drawText(context, labelText(box.text, box.doubt), where.x, y(highest) - 6, tokens);
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

export function boxConfig(spec, tokens, { width }) {
  const room = (width - 64) / Math.max(spec.boxes.length, 1);
  const labels = spec.labels.map((label) => nameLines(label, room));
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
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      layout: { padding: { top: 22 } },
      scales: {
        x: {
          border: { color: tokens.rule2 },
          grid: { display: false },
          ticks: {
            autoSkip: false,
            maxRotation: 0,
            padding: 4,
            color: tokens.ink,
            font: font(12),
          },
        },
        y: tightAxis(spec, tokens),
      },
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
    plugins: [boxesPlugin(spec, tokens)],
  };
}
