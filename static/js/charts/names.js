// Names of lines at the right edge of the plot: no legend has to be read.

import { drawText, labelText } from "./labels.js";
import { fontText } from "./tokens.js";

const NAME_HEIGHT = 14;
const NAME_GAP = 10;
const ROW_END = "\n";
const MOST_ROWS = 12; // of all names, beside the lowest plot

// Where the middle of each line's name stands: right of the plot, as near to its end as
// the names above it let it.
function placeNames(chart, names, spec) {
  const ends = spec.series.flatMap((series, index) => {
    const last = series.values.findLastIndex((value) => value !== null);
    const point = chart.getDatasetMeta(index).data[last];
    if (!point || !names[index]) return [];
    const rows = names[index].split(ROW_END);
    const half = (rows.length * NAME_HEIGHT) / 2;
    return [{ rows, half, x: point.x, y: point.y, place: index }];
  });
  ends.sort((a, b) => a.y - b.y);
  let free = -Infinity;
  for (const end of ends) {
    end.nameY = Math.max(end.y, free + end.half);
    free = end.nameY + end.half;
  }
  // So many at the bottom that the last would leave the picture: those above make room.
  let lowest = chart.chartArea.bottom + NAME_HEIGHT / 2;
  for (const end of ends.toReversed()) {
    end.nameY = Math.min(end.nameY, lowest - end.half);
    lowest = end.nameY - end.half;
  }
  return ends;
}

// Names of lines; a narrow chart has room for the words only by which they differ, each in
// a row. A doubt of the whole line marks its name. What is dashed is in the legend.
export function lineNames(spec, { narrow }) {
  const parts = spec.series.map(({ label }) => label.split(", "));
  const measured = parts.filter((_, index) => !spec.series[index].is_ideal);
  const isTold = (part, place) => measured.some((each) => each[place] !== part);
  const rows = Math.max(1, Math.floor(MOST_ROWS / measured.length));
  return spec.series.map(({ label, name_doubt: doubt, is_ideal: isIdeal }, index) => {
    if (isIdeal) return "";
    const told = parts[index].filter(isTold).slice(0, rows);
    const name = narrow ? told.join(ROW_END) || parts[index][0] : label;
    return labelText(name, doubt);
  });
}

export function widest(names) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = fontText(11.5, 500);
  const rows = names.flatMap((name) => name.split(ROW_END));
  return Math.max(0, ...rows.map((row) => context.measureText(row).width));
}

// Plugin: the name of each line at the right edge, led to from its last point.
export function lineNamesPlugin(spec, names, tokens, { colours = [] } = {}) {
  return {
    id: "lineNames",
    afterDatasetsDraw(chart) {
      const { ctx: context, chartArea } = chart;
      const edge = chartArea.right + NAME_GAP;
      context.save();
      context.font = fontText(11.5, 500);
      context.textBaseline = "middle";
      context.textAlign = "left";
      for (const { rows, x, y, nameY, place } of placeNames(chart, names, spec)) {
        context.beginPath();
        context.lineWidth = 1;
        context.strokeStyle = tokens.rule2;
        context.setLineDash([2, 3]);
        context.moveTo(x + 6, y);
        context.lineTo(chartArea.right, y);
        context.lineTo(edge - 2, nameY);
        context.stroke();
        context.setLineDash([]);
        const first = nameY - ((rows.length - 1) * NAME_HEIGHT) / 2;
        rows.forEach((row, number) => {
          const rowY = first + number * NAME_HEIGHT;
          drawText(context, row, edge + 2, rowY, tokens, colours[place]);
        });
      }
      context.restore();
    },
  };
}
