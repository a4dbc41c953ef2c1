// Draws every <canvas data-chart="id"> from the JSON script of that id, and again when
// the theme, the part of the page or the shape of the screen changes.

import { PHONE, configOf, isLying } from "./charts/configs.js";
import { readTokens } from "./charts/tokens.js";

const LYING_BAR = 22;
const NAMES_ROOM = 40; // Chart.js leaves half a name of two lines free at both ends

function setHeight(canvas, spec, { lying }) {
  const bars = spec.labels.length * Math.max(spec.series.length, 1);
  const height = bars * LYING_BAR + spec.labels.length * 14 + NAMES_ROOM;
  canvas.parentElement.style.height = lying ? `${height}px` : "";
}

function draw(canvas) {
  const source = document.getElementById(canvas.dataset.chart);
  if (!source) return;
  const spec = JSON.parse(source.textContent);
  const tokens = readTokens();
  const { width } = canvas.parentElement.getBoundingClientRect();
  window.Chart.getChart(canvas)?.destroy();
  setHeight(canvas, spec, { lying: isLying(spec) });
  new window.Chart(canvas, configOf(spec, tokens, { width }));
}

function drawAll(root = document) {
  for (const canvas of root.querySelectorAll("canvas[data-chart]")) draw(canvas);
}

document.addEventListener("htmx:afterSwap", () => drawAll());
document.addEventListener("htmx:beforeSwap", (event) => {
  for (const canvas of event.detail.target?.querySelectorAll("canvas") ?? []) {
    window.Chart.getChart(canvas)?.destroy();
  }
});
document.addEventListener("benchbook:theme", () => drawAll());
PHONE.addEventListener("change", () => drawAll());
// Text is measured, so the first drawing waits for its font.
document.fonts.ready.then(() => drawAll());
