// Bar fills: solid for cached, hatched for disk I/O, tinted without a regime; paler and
// narrower for a version put beside; hollow and dashed for what is in doubt.
// portal/charts/svg/look.py has the same.

const TILE = 7;
const HOLLOW_DASHES = [4, 3];
export const BESIDE = 0.6; // of a bar's width

export function hatch(line, ground, { tile = TILE } = {}) {
  const scale = window.devicePixelRatio || 1;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.round(tile * scale);
  const context = canvas.getContext("2d");
  context.scale(canvas.width / tile, canvas.height / tile);
  context.fillStyle = ground;
  context.fillRect(0, 0, tile, tile);
  context.strokeStyle = line;
  context.lineWidth = 1.8 * Math.SQRT1_2 * 1.3;
  context.beginPath();
  // Three strokes, so that the corners of neighbouring tiles meet.
  for (const shift of [-tile, 0, tile]) {
    context.moveTo(shift, tile);
    context.lineTo(shift + tile, 0);
  }
  context.stroke();
  const pattern = context.createPattern(canvas, "repeat");
  pattern.setTransform(new DOMMatrix().scale(tile / canvas.width));
  return pattern;
}

// Between two colours of the page, as text: #1f6db4.
function mixed(one, other, share) {
  const parts = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const others = parts(other);
  const sum = parts(one).map((part, at) => Math.round(share * part + (1 - share) * others[at]));
  return `rgb(${sum.join(" ")})`;
}

export function fillOf({ style, is_beside: isBeside }, tokens) {
  if (style === "cached") {
    const fill = isBeside ? mixed(tokens.cached, tokens.bg, 0.45) : tokens.cached;
    return { fill, line: tokens.cached };
  }
  if (style === "disk_io") {
    const options = isBeside ? { tile: 2 * TILE } : {};
    return { fill: hatch(tokens.disk, tokens["disk-tint"], options), line: tokens.disk };
  }
  return { fill: tokens["none-tint"], line: tokens.none };
}

// The outline of what is in doubt; its inside is the ground.
export function drawHollow(context, { left, top, width, height }, line, tokens) {
  context.save();
  context.fillStyle = tokens.bg;
  context.fillRect(left, top, width, height);
  context.strokeStyle = line;
  context.lineWidth = 1.2;
  context.setLineDash(HOLLOW_DASHES);
  context.strokeRect(left, top, width, height);
  context.restore();
}
