// Behind a line of means the range of each: from its lowest to its highest second.

// Where a range of the live answer holds a metric's lowest; its highest is behind it.
const LOWEST = { tps: 0, qps: 2, latency: 4 };

// {x, low, high} for each mean that has them.
export function rangesOf(samples, ranges, name) {
  const place = LOWEST[name];
  return place === undefined ? [] : rangesAt(samples, ranges, place);
}

// The same by the place of the lowest. `ranges` stand beside the first `samples`: what came
// later is a second each.
export function rangesAt(samples, ranges, place) {
  return ranges.flatMap((range, index) => {
    const [low, high] = range.slice(place, place + 2);
    return low === null ? [] : [{ x: samples[index][0], low, high }];
  });
}

export function rangesPlugin(ranges, colour) {
  return {
    id: "ranges",
    beforeDatasetsDraw(chart) {
      if (!ranges.length) return;
      const { ctx: context, chartArea: area, scales } = chart;
      const point = (x, y) => [scales.x.getPixelForValue(x), scales.y.getPixelForValue(y)];
      context.save();
      context.beginPath();
      context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      context.clip();
      context.beginPath();
      for (const { x, high } of ranges) context.lineTo(...point(x, high));
      for (const { x, low } of [...ranges].reverse()) context.lineTo(...point(x, low));
      context.closePath();
      context.globalAlpha = 0.25;
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 0.5; // one second of a day is thinner than a pixel
      context.strokeStyle = colour;
      context.lineWidth = 1;
      context.stroke();
      context.restore();
    },
  };
}
