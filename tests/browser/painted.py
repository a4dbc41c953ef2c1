"""What charts have painted on their canvases: each text and mark of the last drawing.

Whatever draws them: the script stands between the page and its canvases.
"""

# Chart.js clears a canvas whole before it draws; what was there counts no more.
SCRIPT = """
(() => {
  const paint = CanvasRenderingContext2D.prototype, painted = new WeakMap();
  let path = [];
  const listOf = ({ canvas }) => {
    if (!painted.has(canvas)) painted.set(canvas, []);
    return painted.get(canvas);
  };
  const before = (name, see) => {
    const draw = paint[name];
    paint[name] = function (...all) { see(this, ...all); return draw.apply(this, all); };
  };
  const at = (context, x, y) => {
    const ratio = context.canvas.width / (context.canvas.clientWidth || context.canvas.width);
    const point = context.getTransform().transformPoint({ x, y });
    return [point.x / ratio, point.y / ratio];
  };
  const boxOf = (points) => {
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  };
  const corners = (context, x, y, w, h) =>
    [at(context, x, y), at(context, x + w, y), at(context, x, y + h), at(context, x + w, y + h)];
  const mark = (context) => {
    const pairs = path.filter((pair) => pair.every(Number.isFinite));
    if (pairs.length) listOf(context).push({ ...boxOf(pairs) });
  };
  before("clearRect", (context, x, y, w, h) => {
    if (w >= context.canvas.clientWidth && h >= context.canvas.clientHeight) painted.set(context.canvas, []);
  });
  before("beginPath", () => { path = []; });
  before("moveTo", (context, x, y) => path.push(at(context, x, y)));
  before("lineTo", (context, x, y) => path.push(at(context, x, y)));
  before("rect", (context, ...box) => path.push(...corners(context, ...box)));
  before("arc", (context, x, y, r) => path.push(...corners(context, x - r, y - r, 2 * r, 2 * r)));
  before("fill", mark);
  before("stroke", mark);
  for (const name of ["fillRect", "strokeRect"])
    before(name, (context, ...box) => listOf(context).push(boxOf(corners(context, ...box))));
  before("fillText", (context, text, x, y) => {
    const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right,
      actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText(text);
    const box = boxOf(corners(context, x - left, y - up, left + right, up + down));
    if (String(text).trim()) listOf(context).push({ text: String(text), ...box });
  });
  window.paintedOn = (canvas) => painted.get(canvas) ?? [];
})();
"""
# A mark is small; what is longer is a line, which a text with its halo may stand on. Where
# marks lie upon each other, so do the daggers within them, as each has its own.
LOOK = """(canvas) => {
  const SMALL = 40, faults = [];
  const all = window.paintedOn(canvas);
  const { clientWidth: width, clientHeight: height } = canvas;
  const touch = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const isMark = (each) => each.text === undefined
    && each.right - each.left < SMALL && each.bottom - each.top < SMALL;
  const isInMark = ({ text, left, right, top, bottom }) => text === "†" && all.some((each) =>
    isMark(each) && Math.abs(each.left + each.right - left - right) < 2
    && Math.abs(each.top + each.bottom - top - bottom) < 4);
  all.forEach((one, place) => {
    if (one.text === undefined) return;
    if (one.left < -0.5 || one.top < -0.5 || one.right > width + 0.5 || one.bottom > height + 0.5)
      faults.push(`cut: ${one.text}`);
    for (const other of all.slice(place + 1)) {
      if (!touch(one, other)) continue;
      if (isInMark(one) && isInMark(other)) continue;
      if (other.text !== undefined) faults.push(`${one.text} under ${other.text}`);
      else if (isMark(other)) faults.push(`${one.text} under a mark`);
    }
  });
  return [...new Set(faults)];
}"""
# What stands below the chart in its section, as far as the chart is wide.
HOLE = """(canvas) => {
  const chart = canvas.getBoundingClientRect();
  const section = canvas.closest("section").getBoundingClientRect();
  const isThing = (each) => each.matches("canvas, svg, img, input, select, button")
    || [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const below = [...document.querySelectorAll("main *")]
    .filter((each) => each.checkVisibility() && isThing(each))
    .map((each) => each.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => bottom > top && right > left
      && left < chart.right && right > chart.left && bottom > chart.bottom && top < section.bottom)
    .sort((one, other) => one.top - other.top);
  let reached = chart.bottom, most = 0;
  for (const { top, bottom } of below) {
    most = Math.max(most, top - reached);
    reached = Math.max(reached, bottom);
  }
  return most;
}"""
TEXTS = "(canvas) => window.paintedOn(canvas).map(({ text }) => text).filter(Boolean)"


def faults(canvas):
    """Texts that something covers, or that leave the canvas."""
    return canvas.evaluate(LOOK)


def hole_below(canvas):
    """The highest empty stretch under a chart before its section ends, in pixels."""
    return canvas.evaluate(HOLE)


def texts(canvas):
    return canvas.evaluate(TEXTS)
