// Plugin: a dashed line across lying bars, where the baseline ends.

export function baselinePlugin(spec, tokens) {
  return {
    id: "baseline",
    afterDatasetsDraw(chart) {
      if ((spec.baseline ?? null) === null || chart.options.indexAxis !== "y") return;
      const { ctx: context, chartArea, scales } = chart;
      const x = Math.round(scales.x.getPixelForValue(spec.baseline)) + 0.5;
      context.save();
      context.strokeStyle = tokens.ink2;
      context.lineWidth = 1.2;
      context.setLineDash([3, 3]);
      context.beginPath();
      context.moveTo(x, chartArea.top);
      context.lineTo(x, chartArea.bottom);
      context.stroke();
      context.restore();
    },
  };
}
