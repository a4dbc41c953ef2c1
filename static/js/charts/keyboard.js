// Values of a chart by keyboard: it takes the focus, arrow keys go from place to place,
// and what the tooltip shows is announced.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// One region a page, since a chart is drawn anew more often than it is read.
export function announce(text) {
  let region = document.getElementById("chart-values");
  if (!region) {
    region = document.createElement("p");
    region.id = "chart-values";
    region.className = "visually-hidden";
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  region.textContent = text;
}

function valuesAt(chart, index) {
  return chart.data.datasets.flatMap((dataset, datasetIndex) => {
    const value = dataset.data[index];
    const isKnown = value !== null && value !== undefined && value.y !== null;
    return isKnown && chart.isDatasetVisible(datasetIndex) ? [{ datasetIndex, index }] : [];
  });
}

// Clouds and lines of their own have no common places: each is gone through in turn.
function stopsOf(chart) {
  if (chart.data.labels?.length) {
    return chart.data.labels.map((_, index) => valuesAt(chart, index));
  }
  const { filter } = chart.options.plugins.tooltip;
  return chart.data.datasets.flatMap((dataset, datasetIndex) =>
    dataset.data.flatMap((raw, index) =>
      raw.y === null || filter?.({ raw }) === false ? [] : [[{ datasetIndex, index }]],
    ),
  );
}

function show(chart, active) {
  const element = active.length
    ? chart.getDatasetMeta(active[0].datasetIndex).data[active[0].index]
    : undefined;
  const at = element?.tooltipPosition?.(true) ?? { x: 0, y: 0 };
  chart.setActiveElements(active);
  chart.tooltip.setActiveElements(active, at);
  chart.update("none");
  if (!active.length) return;
  const { title, body } = chart.tooltip;
  const lines = [...title, ...body.flatMap((part) => part.lines)].filter(Boolean);
  announce(lines.map((line) => line.replace(/\.$/, "")).join(". "));
}

function move(chart, key) {
  const stops = stopsOf(chart).filter((stop) => stop.length);
  if (!stops.length) return false;
  const last = stops.length - 1;
  const now = chart.$stop ?? (STEPS[key] < 0 ? last + 1 : -1);
  const next = { Home: 0, End: last }[key] ?? now + STEPS[key];
  chart.$stop = Math.min(Math.max(next, 0), last);
  show(chart, stops[chart.$stop]);
  return true;
}

function clear(chart) {
  chart.$stop = undefined;
  show(chart, []);
}

// Once for a canvas: its chart is asked for at each key, since it is drawn anew.
export function readByKeyboard(canvas) {
  if (canvas.tabIndex === 0) return;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.addEventListener("keydown", (event) => {
    const chart = window.Chart.getChart(canvas);
    if (!chart) return;
    if (event.key === "Escape") clear(chart);
    const moves = event.key in STEPS || event.key === "Home" || event.key === "End";
    if (moves && move(chart, event.key)) event.preventDefault();
  });
  canvas.addEventListener("blur", () => {
    const chart = window.Chart.getChart(canvas);
    if (chart) clear(chart);
  });
}
