// Plugin: the figure over each bar, or beside it where bars lie; left out where it
// would touch its neighbour (the tooltip and the table have it).

import { placePoints } from "./points.js";
import { fontText } from "./tokens.js";

const GAP = 6;

function hasRoom(context, chart, spec) {
  const bars = chart.getDatasetMeta(0).data;
  if (!bars.length) return true;
  const texts = spec.series.flatMap((series) => series.texts);
  const longest = Math.max(0, ...texts.map((text) => context.measureText(text).width));
  const alone = spec.series.length === 1;
  const step = alone && bars.length > 1 ? bars[1].x - bars[0].x : bars[0].width / 0.94;
  return step + 6 >= longest;
}

function pointsOn(chart, spec, place, series) {
  const points = spec.points.filter((p) => p.place === place && p.series === series);
  return placePoints(chart, points);
}

// Text with a halo of the ground, so that it can stand on a line.
export function drawText(context, text, x, y, tokens, colour = tokens.ink) {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = tokens.bg;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

export function labelsPlugin(spec, tokens) {
  return {
    id: "labels",
    afterDatasetsDraw(chart) {
      const { ctx: context } = chart;
      const lying = chart.options.indexAxis === "y";
      context.save();
      context.font = fontText(11.5, 500);
      context.textAlign = lying ? "left" : "center";
      context.textBaseline = lying ? "middle" : "bottom";
      if (lying || hasRoom(context, chart, spec)) {
        spec.series.forEach((series, index) => {
          chart.getDatasetMeta(index).data.forEach((bar, place) => {
            if (series.values[place] === null) return;
            const points = pointsOn(chart, spec, place, index);
            const ends = points.map(({ x, y }) => (lying ? x + 5 : y - 5));
            if (lying) {
              const end = Math.max(bar.x, ...ends) + GAP;
              drawText(context, series.texts[place], end, bar.y, tokens);
            } else {
              const end = Math.min(bar.y, ...ends) - GAP + 2;
              drawText(context, series.texts[place], bar.x, end, tokens);
            }
          });
        });
      }
      context.restore();
    },
  };
}
