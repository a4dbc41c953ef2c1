// Plugin: a line through every chart of a run at one second, with the values there, and
// the seconds that a drag has covered.

import { drawText } from "../charts/labels.js";
import { fontText } from "../charts/tokens.js";
import { secondText } from "./axes.js";
import { LINE, placeReadings } from "./readings.js";

// The value of each line at a second; nothing where its samples have a gap.
export function readingsAt(chart, second) {
  if (second === null || !chart.$textOf) return [];
  return chart.data.datasets.flatMap(({ data }, index) => {
    const point = nearestPoint(data, second);
    return point && point.y !== null ? [{ index, ...point, ...chart.$textOf(index, point.y) }] : [];
  });
}

function nearestPoint(data, second) {
  if (!data.length) return undefined;
  let [low, high] = [0, data.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (data[middle].x < second) low = middle + 1;
    else high = middle;
  }
  const before = data[low - 1];
  const at = data[low];
  const found =
    before && Math.abs(before.x - second) <= Math.abs(at.x - second) ? before : at;
  const step = data.length > 1 ? data[1].x - data[0].x : 1;
  return Math.abs(found.x - second) <= Math.max(step / 2, 0.5) ? found : undefined;
}

function drawSelection(chart, { from, to }, tokens) {
  const { ctx: context, chartArea: area, scales } = chart;
  const [left, right] = [from, to].map((second) => scales.x.getPixelForValue(second));
  context.save();
  context.globalAlpha = 0.18;
  context.fillStyle = tokens.ink3;
  context.fillRect(left, area.top, right - left, area.bottom - area.top);
  context.restore();
}

function drawLine(chart, x, tokens) {
  const { ctx: context, chartArea: area } = chart;
  context.strokeStyle = tokens.ink2;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, area.top);
  context.lineTo(Math.round(x) + 0.5, area.bottom);
  context.stroke();
}

function drawReading(chart, { x, y, left, middle, text, colour }, tokens) {
  const { ctx: context } = chart;
  context.beginPath();
  context.arc(x, y, 3, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.textAlign = "left";
  drawText(context, text, left, middle, tokens);
}

// With the place of each text; the tests read it, too.
export function placedReadings(chart, second) {
  const { ctx: context, scales } = chart;
  const readings = readingsAt(chart, second).map((each) => ({
    ...each,
    x: scales.x.getPixelForValue(second),
    y: scales.y.getPixelForValue(each.y),
    width: context.measureText(each.text).width,
    colour: chart.data.datasets[each.index].borderColor,
  }));
  return placeReadings(chart, readings);
}

// `textOf(index, value)` gives what is drawn and what is announced of a line's value.
export function crosshairPlugin(view, tokens, { textOf, showsSecond = false }) {
  return {
    id: "crosshair",
    beforeInit(chart) {
      chart.$textOf = textOf;
    },
    afterDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      if (view.selection) drawSelection(chart, view.selection, tokens);
      if (view.second === null) return;
      const x = scales.x.getPixelForValue(view.second);
      if (x < area.left - 1 || x > area.right + 1) return;
      context.save();
      context.font = fontText(11.5, 500);
      context.textBaseline = "middle";
      drawLine(chart, x, tokens);
      for (const each of placedReadings(chart, view.second)) drawReading(chart, each, tokens);
      if (showsSecond) {
        context.textAlign = "center";
        const text = secondText(view.second);
        const half = context.measureText(text).width / 2;
        const middle = Math.min(Math.max(x, area.left + half), area.right - half);
        drawText(context, text, middle, area.bottom + LINE / 2 + 2, tokens);
      }
      context.restore();
    },
  };
}
