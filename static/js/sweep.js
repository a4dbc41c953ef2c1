// The page of a sweep: draws its two charts from the JSON beside them, and again when
// the theme, the page or the shape of the screen changes. htmx asks for a newer page.

import { readByKeyboard } from "./charts/keyboard.js";
import { firstSeen } from "./charts/sight.js";
import { readTokens } from "./charts/tokens.js";
import { ladderConfig, planeConfig } from "./sweep/curves.js";
import { stripConfig } from "./sweep/strip.js";

const PHONE = matchMedia("(max-width: 699px)");

function configFor(kind, spec, tokens, words) {
  if (spec.steps.length === 1) return stripConfig(spec, tokens, words, { kind });
  return kind === "latency"
    ? planeConfig(spec, tokens, words)
    : ladderConfig(spec, tokens, words, { narrow: PHONE.matches });
}

function draw() {
  const source = document.getElementById("sweep-data");
  if (!source || !window.Chart) return; // nobody saw one yet
  const spec = JSON.parse(source.textContent);
  const words = document.getElementById("sweep-words").dataset;
  const tokens = readTokens();
  for (const canvas of document.querySelectorAll("canvas[data-sweep-chart]")) {
    window.Chart.getChart(canvas)?.destroy();
    const config = configFor(canvas.dataset.sweepChart, spec, tokens, words);
    new window.Chart(canvas, config);
    readByKeyboard(canvas);
  }
}

// What changed is said once, to those who do not see it.
function announce() {
  const told = document.querySelector("#sweep-progress p, #sweep-status");
  const region = document.querySelector("[data-announcement]");
  const text = told?.textContent.replace(/\s+/g, " ").trim();
  if (text && region && region.textContent !== text) region.textContent = text;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  for (const canvas of event.detail.target?.querySelectorAll("canvas") ?? []) {
    window.Chart.getChart(canvas)?.destroy();
  }
});
document.addEventListener("htmx:afterSettle", () => {
  draw();
  announce();
});
document.addEventListener("benchbook:theme", draw);
PHONE.addEventListener("change", draw);
// Text is measured, so the first drawing waits for its font.
await firstSeen("canvas[data-sweep-chart]");
await Promise.all([import("../vendor/chart.js"), document.fonts.ready]);
draw();
