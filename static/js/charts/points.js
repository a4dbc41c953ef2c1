// Plugin: measured and submitted figures as points over the published bars.

import { fontText } from "./tokens.js";

const RADIUS = 5;
const STEP = 14;
const LYING_STEP = 11;

function centre(chart, point) {
  if (point.series !== null) {
    const bar = chart.getDatasetMeta(point.series).data[point.place];
    if (bar) return chart.options.indexAxis === "y" ? bar.y : bar.x;
  }
  const scale = chart.options.indexAxis === "y" ? chart.scales.y : chart.scales.x;
  return scale.getPixelForValue(point.place);
}

// Points of one place and series stand side by side around its centre, closer together
// where the place is small.
export function placePoints(chart, points) {
  const lying = chart.options.indexAxis === "y";
  const places = lying ? chart.scales.y.height : chart.scales.x.width;
  const room = (0.9 * places) / chart.data.labels.length;
  const values = lying ? chart.scales.x : chart.scales.y;
  const groups = new Map();
  for (const point of points) {
    const key = `${point.place}/${point.series}`;
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  return [...groups.values()].flatMap((group) => {
    const step = Math.min(lying ? LYING_STEP : STEP, room / group.length);
    return group.map((point, index) => {
      const across = centre(chart, point) + (index - (group.length - 1) / 2) * step;
      const along = values.getPixelForValue(point.value);
      return { point, x: lying ? along : across, y: lying ? across : along };
    });
  });
}

function outline(context, { point, x, y }) {
  context.beginPath();
  if (!point.is_draft) {
    context.arc(x, y, RADIUS, 0, 2 * Math.PI);
    return;
  }
  const reach = RADIUS + 1.5;
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

// Whether a name at this point would run into one that is written already.
function touches({ x, y }, named) {
  return named.some((other) => Math.abs(other.x - x) < 36 && Math.abs(other.y - y) < 14);
}

function hasBar(spec, { place, series }) {
  return series !== null && spec.series[series].values[place] !== null;
}

export function pointsPlugin(spec, tokens) {
  return {
    id: "points",
    afterDatasetsDraw(chart) {
      const { ctx: context } = chart;
      const lying = chart.options.indexAxis === "y";
      context.save();
      const named = [];
      for (const placed of placePoints(chart, spec.points)) {
        drawPoint(context, placed, tokens);
        if (hasBar(spec, placed.point) || touches(placed, named)) continue;
        named.push(placed);
        // No bar names its figure, so the point does.
        context.font = fontText(11.5, 500);
        context.fillStyle = tokens.ink;
        context.textAlign = lying ? "left" : "center";
        context.textBaseline = lying ? "middle" : "bottom";
        const x = placed.x + (lying ? 10 : 0);
        const y = placed.y - (lying ? 0 : 9);
        context.lineWidth = 4;
        context.lineJoin = "round";
        context.strokeStyle = tokens.bg;
        context.strokeText(placed.point.text, x, y);
        context.fillText(placed.point.text, x, y);
      }
      context.restore();
    },
  };
}
