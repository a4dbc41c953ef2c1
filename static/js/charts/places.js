// The axis of places: names under what stands, beside what lies.

import { font, fontText } from "./tokens.js";

export const VALUE_ROOM = 52; // right of the bars

function measure() {
  const context = document.createElement("canvas").getContext("2d");
  context.font = fontText(12, 400);
  return (text) => context.measureText(text).width;
}

function cut(line, fits) {
  if (fits(line)) return line;
  let end = line.length - 1;
  while (end > 1 && !fits(`${line.slice(0, end)}…`)) end -= 1;
  return `${line.slice(0, end)}…`;
}

// A name too long for one line goes on in a second.
function inTwo(name, fits) {
  const words = name.split(" ");
  let first = words.length;
  while (first > 1 && !fits(words.slice(0, first).join(" "))) first -= 1;
  const rest = words.slice(first).join(" ");
  return rest ? [words.slice(0, first).join(" "), rest] : [name];
}

// The name of a place beside its bar: Chart.js gives it half of what is left.
function besideBar(label, width) {
  const room = (width - VALUE_ROOM) / 2 - 18;
  const wide = measure();
  const fits = (text) => wide(text) <= room;
  const [first, ...rest] = label;
  const lines = rest.length ? [first, rest.join(", ")] : inTwo(first, fits);
  return lines.map((line) => cut(line, fits));
}

export function placeAxis(tokens, { lying, spec, width }) {
  return {
    border: { color: tokens.rule2 },
    grid: { display: false },
    ticks: {
      autoSkip: false,
      maxRotation: 0,
      padding: lying ? 6 : 4,
      color: tokens.ink,
      font: font(12),
      callback: (_, index) =>
        lying ? besideBar(spec.labels[index], width) : spec.labels[index],
    },
  };
}
