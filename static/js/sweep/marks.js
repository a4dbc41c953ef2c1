// What stands on the curves of a sweep: whiskers, the peak, names, lost counts.

import { drawDaggers, placeDaggers } from "../charts/doubts.js";
import { DAGGER, drawText } from "../charts/labels.js";
import { fontText } from "../charts/tokens.js";

const CAP = 4;
const DIAMOND = 11; // around the median, so that the repeats in it stay to be seen

// The medians with where they are drawn.
function drawn(chart) {
  const places = chart.getDatasetMeta(0).data;
  return chart.data.datasets[0].data.flatMap((point, index) =>
    point.y === null || point.y === undefined
      ? []
      : [{ step: point.step, x: places[index].x, y: places[index].y }],
  );
}

function line(context, from, to) {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

function upright(chart, { step, x }) {
  const scale = chart.scales.y;
  const [low, high] = [step.speed.lowest, step.speed.highest].map((v) => scale.getPixelForValue(v));
  line(chart.ctx, [x, low], [x, high]);
  for (const y of [low, high]) line(chart.ctx, [x - CAP, y], [x + CAP, y]);
}

function level(chart, { step, y }) {
  const scale = chart.scales.x;
  const [low, high] = [step.latency.lowest, step.latency.highest].map((v) =>
    scale.getPixelForValue(v),
  );
  line(chart.ctx, [low, y], [high, y]);
  for (const x of [low, high]) line(chart.ctx, [x, y - CAP], [x, y + CAP]);
}

// From the lowest to the highest repeat, of throughput and along the other axis.
export function whiskersPlugin(tokens, { along }) {
  return {
    id: "whiskers",
    beforeDatasetsDraw(chart) {
      const { ctx: context } = chart;
      context.save();
      context.strokeStyle = tokens.none;
      context.lineWidth = 1.2;
      for (const place of drawn(chart)) {
        if (place.step.dots.length < 2) continue;
        if (along.includes("speed")) upright(chart, place);
        if (along.includes("latency")) level(chart, place);
      }
      context.restore();
    },
  };
}

// The fixed rate that all steps were to carry; the legend says how much it is.
export function offeredPlugin(spec, tokens) {
  return {
    id: "offered",
    beforeDatasetsDraw(chart) {
      if (!spec.offered) return;
      const { ctx: context, chartArea: area, scales } = chart;
      const y = scales.y.getPixelForValue(spec.offered);
      context.save();
      context.strokeStyle = tokens.ink;
      context.lineWidth = 1.4;
      context.setLineDash([2, 3]);
      line(context, [area.left, y], [area.right, y]);
      context.restore();
    },
  };
}

function diamond(context, { x, y }, tokens) {
  context.beginPath();
  context.moveTo(x, y - DIAMOND);
  context.lineTo(x + DIAMOND, y);
  context.lineTo(x, y + DIAMOND);
  context.lineTo(x - DIAMOND, y);
  context.closePath();
  context.strokeStyle = tokens.ink;
  context.lineWidth = 2;
  context.stroke();
}

// Inside of the plot, whatever the length of the text.
function within(chart, x, width) {
  const { left, right } = chart.chartArea;
  const half = width / 2;
  return Math.min(Math.max(x, left + half), right + 28 - half);
}

export function peakPlugin(tokens, words, { isNamed }) {
  return {
    id: "peak",
    afterDatasetsDraw(chart) {
      const peak = drawn(chart).find(({ step }) => step.is_peak);
      if (!peak) return;
      const { ctx: context } = chart;
      context.save();
      diamond(context, peak, tokens);
      if (isNamed) {
        const text = `${words.peak} ${peak.step.speed.text}`;
        context.font = fontText(12, 600);
        context.textAlign = "center";
        context.textBaseline = "bottom";
        const top = chart.scales.y.getPixelForValue(peak.step.speed.highest);
        const x = within(chart, peak.x, context.measureText(text).width);
        drawText(context, text, x, Math.min(top - 4, peak.y - DIAMOND) - 4, tokens);
      }
      context.restore();
    },
  };
}

// A dagger over each count whose median is in doubt; the figure of the peak bears its own.
export function doubtsPlugin(tokens) {
  return {
    id: "doubts",
    afterDatasetsDraw(chart) {
      const places = drawn(chart).map(({ step, x }) => ({
        step,
        x,
        y: chart.scales.y.getPixelForValue(step.speed.highest),
      }));
      const doubted = places.filter(({ step }) => step.is_doubted && !step.is_peak);
      drawDaggers(chart.ctx, placeDaggers(doubted, places), tokens);
    },
  };
}

// The thread count beside each point: under the line while it rises, over it beyond the
// peak. One that would cover another is left out, the peak's never.
export function namesPlugin(tokens) {
  return {
    id: "names",
    afterDatasetsDraw(chart) {
      const { ctx: context } = chart;
      context.save();
      context.font = fontText(11.5, 500);
      context.textAlign = "left";
      context.textBaseline = "middle";
      const taken = [];
      const places = drawn(chart).sort((a, b) => b.step.is_peak - a.step.is_peak);
      const most = places[0]?.step.threads;
      for (const { step, x, y } of places) {
        const text = step.threads.toLocaleString("en") + (step.is_doubted ? DAGGER : "");
        const gap = step.is_peak ? DIAMOND + 2 : 7;
        const down = step.threads < most ? 9 : -9;
        const { width } = context.measureText(text);
        const isInside = x + gap + width <= chart.width;
        const box = { x: isInside ? x + gap : x - gap - width, y: y + down, width };
        if (taken.some((other) => touches(box, other))) continue;
        taken.push(box);
        drawText(context, text, box.x, box.y, tokens);
      }
      context.restore();
    },
  };
}

function touches(a, b) {
  const beside = a.x > b.x + b.width + 3 || b.x > a.x + a.width + 3;
  return !beside && Math.abs(a.y - b.y) < 13;
}

// A cross at the foot of a thread count that gave no figure.
export function lostPlugin(steps, tokens, words) {
  return {
    id: "lost",
    afterDatasetsDraw(chart) {
      const { ctx: context, chartArea, scales } = chart;
      context.save();
      context.strokeStyle = tokens.bad;
      context.fillStyle = tokens.bad;
      context.lineWidth = 1.8;
      context.font = fontText(11.5, 500);
      context.textAlign = "center";
      context.textBaseline = "bottom";
      for (const step of steps.filter((one) => one.is_lost)) {
        const x = scales.x.getPixelForValue(step.threads);
        const y = chartArea.bottom - 10;
        line(context, [x - 4, y - 4], [x + 4, y + 4]);
        line(context, [x - 4, y + 4], [x + 4, y - 4]);
        const width = context.measureText(words.failed).width;
        context.fillText(words.failed, within(chart, x, width), y - 8);
      }
      context.restore();
    },
  };
}
