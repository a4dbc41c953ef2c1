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
export function drawText(context, text, x, y, tokens) {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = tokens.bg;
  context.strokeText(text, x, y);
  context.fillStyle = tokens.ink;
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

const NAME_HEIGHT = 14;
const NAME_GAP = 10;

// Where the name of each line stands: right of the plot, as near to its end as the
// names above it let it.
function placeNames(chart, names, spec) {
  const ends = spec.series.flatMap((series, index) => {
    const last = series.values.findLastIndex((value) => value !== null);
    const point = chart.getDatasetMeta(index).data[last];
    return point ? [{ label: names[index], x: point.x, y: point.y }] : [];
  });
  ends.sort((a, b) => a.y - b.y);
  let free = -Infinity;
  for (const end of ends) {
    end.nameY = Math.max(end.y, free);
    free = end.nameY + NAME_HEIGHT;
  }
  return ends;
}

// Names of lines; a narrow chart has room for their first words only.
export function lineNames(spec, { narrow }) {
  return spec.series.map(({ label }) => (narrow ? label.split(",")[0] : label));
}

export function widest(names) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = fontText(11.5, 500);
  return Math.max(0, ...names.map((name) => context.measureText(name).width));
}

// Plugin: the name of each line at the right edge, led to from its last point.
export function lineNamesPlugin(spec, names, tokens) {
  return {
    id: "lineNames",
    afterDatasetsDraw(chart) {
      const { ctx: context, chartArea } = chart;
      const edge = chartArea.right + NAME_GAP;
      context.save();
      context.font = fontText(11.5, 500);
      context.textBaseline = "middle";
      context.textAlign = "left";
      for (const { label, x, y, nameY } of placeNames(chart, names, spec)) {
        context.beginPath();
        context.lineWidth = 1;
        context.strokeStyle = tokens.rule2;
        context.setLineDash([2, 3]);
        context.moveTo(x + 6, y);
        context.lineTo(chartArea.right, y);
        context.lineTo(edge - 2, nameY);
        context.stroke();
        context.setLineDash([]);
        drawText(context, label, edge + 2, nameY, tokens);
      }
      context.restore();
    },
  };
}
