// The page of a trend: draws its chart from the JSON beside it, and again when the
// theme or the shape of the screen changes.

import { readByKeyboard } from "./charts/keyboard.js";
import { firstSeen } from "./charts/sight.js";
import { readTokens } from "./charts/tokens.js";
import { trendConfig } from "./trend/points.js";

const PHONE = matchMedia("(max-width: 699px)");

function draw() {
  const source = document.getElementById("trend-data");
  const canvas = document.querySelector("canvas[data-trend]");
  if (!source || !canvas || !window.Chart) return; // nobody saw it yet
  const words = document.getElementById("trend-words").dataset;
  window.Chart.getChart(canvas)?.destroy();
  const config = trendConfig(JSON.parse(source.textContent), readTokens(), words, {
    narrow: PHONE.matches,
  });
  new window.Chart(canvas, config);
  readByKeyboard(canvas);
}

document.addEventListener("benchbook:theme", draw);
PHONE.addEventListener("change", draw);
// Text is measured, so the first drawing waits for its font.
await firstSeen("canvas[data-trend]");
await Promise.all([import("../vendor/chart.js"), document.fonts.ready]);
draw();
