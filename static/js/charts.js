// Draws every <canvas data-chart="id"> from the JSON script of that id when it comes into view,
// and again when the theme, the part of the page or the shape of the screen changes.

import { PHONE, configOf, isLying } from "./charts/configs.js";
import { wireDownloads } from "./charts/download.js";
import { readByKeyboard } from "./charts/keyboard.js";
import { readTokens } from "./charts/tokens.js";

const CHARTS = "canvas[data-chart]";
const TIMELINES = "canvas[data-timeline]";
// In view are 75 pixels, half of a canvas that nothing was drawn on; for a reader who scrolls it
// is drawn ahead.
const AT_REST = { threshold: 0.5 };
const AHEAD = { rootMargin: "400px" };

// Text is measured, so the first drawing waits for its font.
// What reads timelines together is loaded with the first of them.
let timelines;
async function ready() {
  const wanted = document.querySelector(TIMELINES) && import("./charts/seconds.js");
  const [found] = await Promise.all([
    wanted,
    import("../vendor/chart.js"),
    document.fonts.ready,
  ]);
  timelines ??= found;
}

async function drawSeen(entries, observer) {
  const canvases = entries.filter((entry) => entry.isIntersecting).map(({ target }) => target);
  if (!canvases.length) return;
  canvases.forEach((canvas) => observer.unobserve(canvas));
  await ready();
  canvases.filter((canvas) => canvas.isConnected).forEach(draw);
}

let seen = new IntersectionObserver(drawSeen, AT_REST);

function draw(canvas) {
  const source = document.getElementById(canvas.dataset.chart);
  if (!source) return;
  const spec = JSON.parse(source.textContent);
  const tokens = readTokens();
  const { width, height } = canvas.parentElement.getBoundingClientRect();
  window.Chart.getChart(canvas)?.destroy();
  const config = configOf(spec, tokens, { width, height });
  const lying = isLying(spec, { width });
  canvas.parentElement.toggleAttribute("data-stands", !lying);
  config.options.onResize = (_, size) => {
    if (isLying(spec, size) !== lying) requestAnimationFrame(() => draw(canvas));
  };
  const isJoined = timelines && canvas.matches(TIMELINES);
  if (isJoined) timelines.join(canvas, spec, config, tokens);
  new window.Chart(canvas, config);
  canvas.dataset.isDrawn = "";
  if (!isJoined) readByKeyboard(canvas);
}

function watchAll() {
  for (const canvas of document.querySelectorAll(`${CHARTS}:not([data-is-drawn])`)) {
    seen.observe(canvas);
  }
}

function drawAnew() {
  for (const canvas of document.querySelectorAll(`${CHARTS}[data-is-drawn]`)) draw(canvas);
}

function lookAhead() {
  seen.disconnect();
  seen = new IntersectionObserver(drawSeen, AHEAD);
  watchAll();
}

addEventListener("scroll", lookAhead, { once: true, passive: true });
document.addEventListener("htmx:afterSwap", watchAll);
document.addEventListener("htmx:beforeSwap", (event) => {
  for (const canvas of event.detail.target?.querySelectorAll("canvas[data-is-drawn]") ?? []) {
    window.Chart.getChart(canvas)?.destroy();
  }
});
// Nothing scrolls into view on paper: all is drawn then, if any chart was seen before.
addEventListener("beforeprint", () => {
  if (!window.Chart) return;
  for (const canvas of document.querySelectorAll(`${CHARTS}:not([data-is-drawn])`)) {
    seen.unobserve(canvas);
    draw(canvas);
  }
});
document.addEventListener("benchbook:theme", drawAnew);
PHONE.addEventListener("change", drawAnew);
wireDownloads(async () => {
  const [drawing] = await Promise.all([import("./charts/picture.js"), ready()]);
  return drawing;
});
watchAll();
