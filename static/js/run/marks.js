// What stands behind and over the lines of a run: the warm-up, events, the last point.

import { fontText } from "../charts/tokens.js";

const BOX = 16;

export function warmupPlugin(plan, tokens, { label }) {
  return {
    id: "warmup",
    beforeDatasetsDraw(chart) {
      if (!plan.warmup) return;
      const { ctx: context, chartArea: area, scales } = chart;
      const end = scales.x.getPixelForValue(0);
      context.save();
      context.globalCompositeOperation = "destination-over";
      context.fillStyle = tokens.sub;
      context.fillRect(area.left, area.top, end - area.left, area.bottom - area.top);
      context.restore();
    },
    afterDatasetsDraw(chart) {
      if (!plan.warmup || !label) return;
      const { ctx: context, chartArea: area, scales } = chart;
      const room = scales.x.getPixelForValue(0) - area.left - 16;
      context.save();
      context.font = fontText(11.5, 500);
      if (room > context.measureText(label).width) {
        drawHaloed(context, label, area.left + 8, area.bottom - 16, tokens);
      }
      context.restore();
    },
  };
}

function drawHaloed(context, text, x, y, tokens) {
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = tokens.sub;
  context.strokeText(text, x, y);
  context.fillStyle = tokens.ink2;
  context.fillText(text, x, y);
}

function drawBox(context, letter, x, top, tokens) {
  context.setLineDash([]);
  context.fillStyle = tokens.bg;
  context.strokeStyle = tokens.none;
  context.lineWidth = 1;
  context.fillRect(x - BOX / 2, top, BOX, BOX);
  context.strokeRect(Math.round(x - BOX / 2) + 0.5, top + 0.5, BOX - 1, BOX - 1);
  context.fillStyle = tokens.ink;
  context.font = fontText(10.5, 600);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(letter, x, top + BOX / 2 + 0.5);
}

export function eventsPlugin(events, tokens, { showsLetters }) {
  return {
    id: "events",
    afterDatasetsDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      const { min, max } = scales.x;
      context.save();
      for (const { second, letter } of events()) {
        if (second < min || second > max) continue; // beside the seconds that are zoomed to
        const x = Math.round(scales.x.getPixelForValue(second)) + 0.5;
        context.strokeStyle = tokens.ink3;
        context.lineWidth = 1;
        context.setLineDash([3, 3]);
        context.beginPath();
        context.moveTo(x, area.top);
        context.lineTo(x, area.bottom);
        context.stroke();
        if (showsLetters) drawBox(context, letter, x, area.top - BOX - 1, tokens);
      }
      context.restore();
    },
  };
}

// A dot of 4.5 px with a halo at the newest sample, while samples still come.
export function lastPointPlugin(tokens, { isLive }) {
  return {
    id: "last-point",
    afterDatasetsDraw(chart) {
      if (!isLive) return;
      const { ctx: context } = chart;
      chart.data.datasets.forEach((dataset, index) => {
        const point = chart.getDatasetMeta(index).data.at(-1);
        if (!point) return;
        context.save();
        context.beginPath();
        context.arc(point.x, point.y, 4.5, 0, 2 * Math.PI);
        context.fillStyle = dataset.borderColor;
        context.strokeStyle = tokens.bg;
        context.lineWidth = 2;
        context.fill();
        context.stroke();
        context.restore();
      });
    },
  };
}
