// What stands around the results of a trend: levels, changes, versions, regressions.

import { drawDaggers, placeDaggers } from "../charts/doubts.js";
import { drawText } from "../charts/labels.js";
import { fontText } from "../charts/tokens.js";

const BOX = 16;
const TICK = 5;
const SQUARE = 8;
const DAGGERS = 20; // what a point with its dagger takes over its middle

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

// The median of each level from its first result to its last, and over its beginning its
// figure, above all results that it would cover.
export function levelsPlugin(spec, points, tokens) {
  const edges = (line, { x }) =>
    [line.first, line.last].map((place) => x.getPixelForValue(points[place].x));
  return {
    id: "levels",
    beforeDatasetsDraw({ ctx: context, scales }) {
      context.save();
      context.strokeStyle = tokens.ink;
      context.lineWidth = 2;
      for (const line of spec.lines) {
        const [start, end] = edges(line, scales);
        const height = scales.y.getPixelForValue(line.value);
        context.beginPath();
        context.moveTo(start - TICK, height);
        context.lineTo(end + TICK, height);
        context.stroke();
      }
      context.restore();
    },
    afterDatasetsDraw({ ctx: context, scales }) {
      if (spec.lines.length < 2) return;
      context.save();
      context.font = fontText(11.5, 600);
      context.textBaseline = "bottom";
      context.textAlign = "left";
      for (const line of spec.lines) {
        const left = edges(line, scales)[0] - TICK;
        const right = left + context.measureText(line.text).width + SQUARE;
        const under = points.filter(({ x }) => {
          const place = scales.x.getPixelForValue(x);
          return place >= left - SQUARE && place <= right;
        });
        const highest = Math.max(line.value, ...under.map(({ y }) => y));
        const gap = under.some(({ dot }) => dot.is_doubted) ? DAGGERS : SQUARE + 2;
        drawText(context, line.text, left, scales.y.getPixelForValue(highest) - gap, tokens);
      }
      context.restore();
    },
  };
}

export function doubtsPlugin(tokens) {
  return plugin("doubts", "afterDatasetsDraw", (chart, context) => {
    const { data } = chart.data.datasets[0];
    const places = chart.getDatasetMeta(0).data;
    const doubted = places.filter((_, index) => data[index].dot.is_doubted);
    drawDaggers(context, placeDaggers(doubted, places, { isHollow: true }), tokens);
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
