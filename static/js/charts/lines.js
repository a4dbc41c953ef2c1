// Lines by a setting of the load, each named at its end.

import { valueAxis } from "./axis.js";
import { doubtsPlugin } from "./doubts.js";
import { doubtLine, labelText } from "./labels.js";
import { lineNames, lineNamesPlugin, widest } from "./names.js";
import { font } from "./tokens.js";

export function lineConfig(spec, tokens, { narrow }) {
  const names = lineNames(spec, { narrow });
  return {
    type: "line",
    data: {
      labels: spec.labels,
      datasets: spec.series.map((series) => ({
        label: series.label,
        data: series.values,
        borderColor: tokens.ink2,
        borderDash: series.is_beside ? [4, 3] : [],
        borderWidth: 1.8,
        pointRadius: 3.5,
        pointBorderWidth: 1.6,
        pointBackgroundColor: tokens.bg,
        pointBorderColor: tokens.ink2,
        spanGaps: true,
      })),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      layout: { padding: { top: 8, right: widest(names) + 16 } },
      scales: {
        x: {
          border: { color: tokens.rule2 },
          grid: { display: false },
          offset: false,
          ticks: { color: tokens.ink, font: font(12), maxRotation: 0, padding: 4 },
        },
        y: valueAxis(spec, tokens),
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          displayColors: false,
          callbacks: {
            label: (item) => {
              const series = spec.series[item.datasetIndex];
              const doubt = series.doubts[item.dataIndex];
              const text = labelText(series.texts[item.dataIndex], doubt);
              return [`${series.label}: ${text} ${spec.unit}`, ...doubtLine(doubt)];
            },
          },
        },
      },
    },
    plugins: [lineNamesPlugin(spec, names, tokens), doubtsPlugin(spec, tokens)],
  };
}
