// Plugin: a dagger over each point of a line or cloud that is in doubt.

import { DAGGER, drawText } from "./labels.js";
import { fontText } from "./tokens.js";

const GAP = 7;

export function doubtsPlugin(spec, tokens) {
  return {
    id: "doubts",
    afterDatasetsDraw(chart) {
      const { ctx: context } = chart;
      context.save();
      context.font = fontText(11.5, 500);
      context.textAlign = "center";
      context.textBaseline = "bottom";
      spec.series.forEach((series, index) => {
        chart.getDatasetMeta(index).data.forEach(({ x, y }, place) => {
          if (!series.doubts[place] || series.values[place] === null) return;
          drawText(context, DAGGER, x, y - GAP, tokens);
        });
      });
      context.restore();
    },
  };
}
