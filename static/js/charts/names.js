// Names of lines at the right edge of the plot: no legend has to be read.

import { drawText, labelText } from "./labels.js";
import { fontText } from "./tokens.js";

const NAME_HEIGHT = 14;
const NAME_GAP = 10;

// Where the name of each line stands: right of the plot, as near to its end as the
// names above it let it.
function placeNames(chart, names, spec) {
  const ends = spec.series.flatMap((series, index) => {
    const last = series.values.findLastIndex((value) => value !== null);
    const point = chart.getDatasetMeta(index).data[last];
    return point ? [{ label: names[index], x: point.x, y: point.y, place: index }] : [];
  });
  ends.sort((a, b) => a.y - b.y);
  let free = -Infinity;
  for (const end of ends) {
    end.nameY = Math.max(end.y, free);
    free = end.nameY + NAME_HEIGHT;
  }
  // So many at the bottom that the last would leave the picture: those above make room.
  let lowest = chart.chartArea.bottom;
  for (const end of ends.toReversed()) {
    end.nameY = Math.min(end.nameY, lowest);
    lowest = end.nameY - NAME_HEIGHT;
  }
  return ends;
}

// Names of lines; a narrow chart has room for the first words only by which they differ.
// A doubt of the whole line marks its name.
export function lineNames(spec, { narrow }) {
  const parts = spec.series.map(({ label }) => label.split(", "));
  const longest = Math.max(0, ...parts.map(({ length }) => length));
  const isTold = (place) => parts.some((each) => each[place] !== parts[0][place]);
  const told = Array.from({ length: longest }, (_, place) => place).find(isTold) ?? 0;
  return spec.series.map(({ label, name_doubt: doubt }, index) =>
    labelText(narrow ? (parts[index][told] ?? parts[index][0]) : label, doubt),
  );
}

export function widest(names) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = fontText(11.5, 500);
  return Math.max(0, ...names.map((name) => context.measureText(name).width));
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
      for (const { label, x, y, nameY, place } of placeNames(chart, names, spec)) {
        context.beginPath();
        context.lineWidth = 1;
        context.strokeStyle = tokens.rule2;
        context.setLineDash([2, 3]);
        context.moveTo(x + 6, y);
        context.lineTo(chartArea.right, y);
        context.lineTo(edge - 2, nameY);
        context.stroke();
        context.setLineDash([]);
        drawText(context, label, edge + 2, nameY, tokens, colours[place]);
      }
      context.restore();
    },
  };
}
