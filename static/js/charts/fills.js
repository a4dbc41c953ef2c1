// Bar fills: solid for cached, hatched for disk I/O, tinted without a regime; hollow
// for a version put beside.

const TILE = 7;

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

export function fillOf(series, tokens) {
  const beside = series.is_beside;
  if (series.style === "cached") {
    return { fill: beside ? tokens.bg : tokens.cached, line: tokens.cached };
  }
  if (series.style === "disk_io") {
    const ground = beside ? tokens.bg : tokens["disk-tint"];
    const options = beside ? { tile: 2 * TILE } : {};
    return { fill: hatch(tokens.disk, ground, options), line: tokens.disk };
  }
  return { fill: beside ? tokens.bg : tokens["none-tint"], line: tokens.none };
}
