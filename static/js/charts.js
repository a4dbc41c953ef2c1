// Draws every <canvas data-chart="id"> from the JSON script of that id, and again when
// the theme, the part of the page or the shape of the screen changes.

import { PHONE, configOf } from "./charts/configs.js";
import { readByKeyboard } from "./charts/keyboard.js";
import { readTokens } from "./charts/tokens.js";

function draw(canvas) {
  const source = document.getElementById(canvas.dataset.chart);
  if (!source) return;
  const spec = JSON.parse(source.textContent);
  const tokens = readTokens();
  const { width } = canvas.parentElement.getBoundingClientRect();
  window.Chart.getChart(canvas)?.destroy();
  new window.Chart(canvas, configOf(spec, tokens, { width }));
  readByKeyboard(canvas);
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
