// PNG of a chart: drawn anew at twice its size, with caption, unit, legend, note and
// source, so that the picture says by itself what it shows.

import { configOf } from "./configs.js";
import { drawKeys, keyRows } from "./keys.js";
import { fontText, readTokens } from "./tokens.js";

const SCALE = 2;
const MARGIN = 16;
const CAPTION = 20;
const LINE = 18;

function wrapped(context, text, width) {
  const lines = [];
  for (const word of (text ?? "").split(" ").filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && context.measureText(longer).width <= width) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

function drawLines(context, lines, y, step) {
  lines.forEach((line, index) => context.fillText(line, MARGIN, y + index * step));
}

// The plot alone, in colours and proportions of the one on the page.
function plotOf(spec, canvas, tokens) {
  const { width, height } = canvas.getBoundingClientRect();
  const config = configOf(spec, tokens, { width });
  config.options.responsive = false;
  config.options.devicePixelRatio = SCALE;
  const plot = document.createElement("canvas");
  plot.width = width;
  plot.height = height;
  const chart = new window.Chart(plot, config);
  return { plot, width, height, done: () => chart.destroy() };
}

export function picture(spec, canvas) {
  const tokens = readTokens();
  const { plot, width, height, done } = plotOf(spec, canvas, tokens);
  const sheet = document.createElement("canvas");
  const context = sheet.getContext("2d");
  const room = width - 2 * MARGIN;
  context.font = fontText(15, 600);
  const caption = wrapped(context, spec.heading, room);
  context.font = fontText(12);
  const foot = [spec.note, spec.source_text].flatMap((text) => wrapped(context, text, room));
  const legend = keyRows(context, spec.legend, room);
  const unit = [spec.unit, spec.x_unit].filter(Boolean).join(" / ");
  const top = MARGIN + caption.length * CAPTION + LINE + legend.length * LINE + (legend.length ? 4 : 0);
  sheet.width = Math.round(width * SCALE);
  sheet.height = Math.round((top + height + foot.length * LINE + MARGIN) * SCALE);
  context.fillStyle = tokens.bg;
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.scale(SCALE, SCALE);
  context.fillStyle = tokens.ink;
  context.font = fontText(15, 600);
  drawLines(context, caption, MARGIN + 13, CAPTION);
  context.fillStyle = tokens.ink2;
  context.font = fontText(12);
  const unitY = MARGIN + caption.length * CAPTION + 11;
  drawLines(context, [unit], unitY, LINE);
  legend.forEach((items, row) => {
    const baseline = unitY + (row + 1) * LINE + 2;
    drawKeys(context, items, { left: MARGIN, baseline }, tokens);
  });
  context.drawImage(plot, 0, top, width, height);
  context.fillStyle = tokens.ink3;
  context.font = fontText(12);
  drawLines(context, foot, top + height + LINE, LINE);
  done();
  return sheet;
}
