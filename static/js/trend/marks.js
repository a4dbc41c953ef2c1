// What stands around the results of a trend: levels, changes, versions, regressions.

import { drawText } from "../charts/labels.js";
import { fontText } from "../charts/tokens.js";

const BOX = 16;
const TICK = 5;
const SQUARE = 8;

function plugin(id, hook, draw) {
  return {
    id,
    [hook](chart) {
      chart.ctx.save();
      draw(chart, chart.ctx);
      chart.ctx.restore();
    },
  };
}

// Between a result and the one before it, where the change is.
function before(points, index, scale) {
  const here = scale.getPixelForValue(points[index].x);
  const earlier = index ? scale.getPixelForValue(points[index - 1].x) : here;
  return Math.round((here + earlier) / 2) + 0.5;
}

// The median of each level from its first result to its last, and its figure.
export function levelsPlugin(spec, points, tokens) {
  return plugin("levels", "beforeDatasetsDraw", (chart, context) => {
    const { x, y } = chart.scales;
    context.font = fontText(11.5, 600);
    context.textBaseline = "bottom";
    context.textAlign = "left";
    for (const line of spec.lines) {
      const [start, end] = [line.first, line.last].map((place) => x.getPixelForValue(points[place].x));
      const height = y.getPixelForValue(line.value);
      context.strokeStyle = tokens.ink;
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(start - TICK, height);
      context.lineTo(end + TICK, height);
      context.stroke();
      if (spec.lines.length < 2) continue;
      const first = points.slice(line.first, line.first + 3).map((point) => point.y);
      const top = y.getPixelForValue(Math.max(line.value, ...first));
      drawText(context, line.text, start - TICK, top - SQUARE - 2, tokens);
    }
  });
}

export function shiftsPlugin(spec, points, tokens) {
  return plugin("shifts", "afterDatasetsDraw", (chart, context) => {
    const { top, bottom } = chart.chartArea;
    for (const { index, text } of spec.shifts) {
      const place = before(points, index, chart.scales.x);
      context.strokeStyle = tokens.ink3;
      context.lineWidth = 1;
      context.setLineDash([3, 3]);
      context.beginPath();
      context.moveTo(place, top);
      context.lineTo(place, bottom);
      context.stroke();
      context.setLineDash([]);
      letterBox(context, text, place, top - BOX - 2, tokens);
    }
  });
}

function letterBox(context, letter, x, top, tokens) {
  context.fillStyle = tokens.bg;
  context.strokeStyle = tokens.none;
  const left = Math.round(x - BOX / 2) + 0.5;
  context.fillRect(left, top, BOX - 1, BOX - 1);
  context.strokeRect(left, top + 0.5, BOX - 1, BOX - 1);
  context.fillStyle = tokens.ink;
  context.font = fontText(10.5, 600);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(letter, x, top + BOX / 2 + 0.5);
}

// A triangle on the axis where the server's version is another one, with its name as
// far as there is room.
export function versionsPlugin(spec, points, tokens, { narrow }) {
  return plugin("versions", "afterDatasetsDraw", (chart, context) => {
    const { bottom, right } = chart.chartArea;
    let free = -Infinity;
    context.font = fontText(11);
    context.textAlign = "left";
    context.textBaseline = "bottom";
    for (const { index, text } of spec.versions) {
      const x = before(points, index, chart.scales.x);
      context.fillStyle = tokens.ink2;
      context.beginPath();
      context.moveTo(x - TICK, bottom);
      context.lineTo(x, bottom - 8);
      context.lineTo(x + TICK, bottom);
      context.fill();
      const end = x + 8 + context.measureText(text).width;
      if (narrow || x < free || end > right) continue;
      drawText(context, text, x + 8, bottom - 1, tokens);
      free = end + 8;
    }
  });
}

// A square around the first result of a regression that a rule has seen.
export function regressionsPlugin(spec, points, tokens) {
  return plugin("regressions", "afterDatasetsDraw", (chart, context) => {
    const { x, y } = chart.scales;
    context.strokeStyle = tokens.bad;
    context.lineWidth = 1.8;
    for (const { index } of spec.regressions) {
      const place = x.getPixelForValue(points[index].x);
      const height = y.getPixelForValue(points[index].y);
      context.strokeRect(place - SQUARE, height - SQUARE, 2 * SQUARE, 2 * SQUARE);
    }
  });
}
