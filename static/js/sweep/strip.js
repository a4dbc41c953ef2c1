// Repetitions of one thread count: each run a point in the order in which they ran,
// around their median.

import { valueAxis } from "../charts/axis.js";
import { drawText } from "../charts/labels.js";
import { font, fontText } from "../charts/tokens.js";
import { chartOptions, lineColour } from "./curves.js";
import { offeredPlugin } from "./marks.js";

const FIGURES = {
  throughput: { name: "speed", text: "speed_text", unit: (words) => words.unit },
  latency: { name: "latency", text: "latency_text", unit: () => "ms" },
};

function repetitionAxis(dots, tokens) {
  return {
    type: "linear",
    min: 0.5,
    max: Math.max(...dots.map((dot) => dot.repetition)) + 0.5,
    border: { color: tokens.rule2 },
    grid: { display: false },
    afterBuildTicks(scale) {
      scale.ticks = dots.map((dot) => ({ value: dot.repetition }));
    },
    ticks: {
      autoSkip: true,
      autoSkipPadding: 6,
      maxRotation: 0,
      padding: 4,
      color: tokens.ink,
      font: font(12),
    },
  };
}

// The band between lowest and highest, and the median through it.
function medianPlugin(range, tokens, words) {
  return {
    id: "median",
    beforeDatasetsDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      const at = (value) => scales.y.getPixelForValue(value);
      context.save();
      context.globalAlpha = 0.6;
      context.fillStyle = tokens["none-tint"];
      context.fillRect(
        area.left,
        at(range.highest),
        area.width,
        at(range.lowest) - at(range.highest),
      );
      context.globalAlpha = 1;
      context.strokeStyle = tokens.ink2;
      context.lineWidth = 1.4;
      context.setLineDash([5, 4]);
      context.beginPath();
      context.moveTo(area.left, at(range.median));
      context.lineTo(area.right, at(range.median));
      context.stroke();
      context.restore();
    },
    afterDatasetsDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      context.save();
      context.font = fontText(11.5, 500);
      context.textAlign = "right";
      context.textBaseline = "bottom";
      const y = scales.y.getPixelForValue(range.highest) - 8;
      drawText(context, `${words.median} ${range.text}`, area.right, y, tokens);
      context.restore();
    },
  };
}

export function stripConfig(spec, tokens, words, { kind }) {
  const { name, text, unit } = FIGURES[kind];
  const [step] = spec.steps;
  const range = step[name];
  const offered = kind === "throughput" ? spec.offered : null;
  const colour = lineColour(spec.style, tokens);
  const data = step.dots
    .filter((dot) => dot[name] !== null)
    .map((dot) => ({
      x: dot.repetition,
      y: dot[name],
      told: () => `${words.repetition} ${dot.repetition}: ${dot[text]} ${unit(words)}`,
    }));
  return {
    type: "scatter",
    data: {
      datasets: [
        {
          data,
          pointRadius: 5,
          pointHitRadius: 8,
          pointBorderWidth: 1.6,
          pointBackgroundColor: tokens.bg,
          pointBorderColor: colour,
        },
      ],
    },
    options: chartOptions(
      {
        x: repetitionAxis(step.dots, tokens),
        y: valueAxis(
          { series: [{ values: [range.highest, offered ?? 0] }], points: [], is_log: false },
          tokens,
        ),
      },
      { label: (item) => item.raw.told(words) },
    ),
    plugins: [
      medianPlugin(range, tokens, words),
      ...(offered ? [offeredPlugin(spec, tokens)] : []),
    ],
  };
}
