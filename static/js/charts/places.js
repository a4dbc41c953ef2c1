// The axis of places: names under what stands, beside what lies.

import { font, fontText } from "./tokens.js";

export const VALUE_ROOM = 52; // right of the bars
const LINE = 14.4; // of Chart.js: 1.2 times the size

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

// A word that is longer than a line, in pieces that fit.
function pieces(word, fits) {
  const found = [];
  for (let rest = word; rest; rest = rest.slice(found.at(-1).length)) {
    let end = rest.length;
    while (end > 1 && !fits(rest.slice(0, end))) end -= 1;
    found.push(rest.slice(0, end));
  }
  return found;
}

// Texts in lines that fit: joined by `between` as far as they go, broken where they do not.
function filled(texts, fits, between) {
  const lines = [];
  for (const text of texts) {
    const longer = lines.length ? `${lines.at(-1)}${between}${text}` : text;
    if (fits(longer)) lines.splice(-1, 1, longer);
    else if (fits(text)) lines.push(text);
    else if (text.includes(" ")) lines.push(...filled(text.split(" "), fits, " "));
    else lines.push(...pieces(text, fits));
  }
  return lines;
}

// The name of a place beside its bar: Chart.js gives it half of what is left. Pages keep
// room for all its lines; of one that takes more, the tooltip and the table have the rest.
function besideBar([first, ...rest], fits, most) {
  const lines = [...filled([first], fits, " "), ...filled(rest, fits, ", ")];
  if (lines.length <= most) return lines;
  const joined = filled([first, ...rest], fits, ", ");
  if (joined.length <= most) return joined;
  return [...lines.slice(0, most - 1), cut(`${lines.slice(most - 1).join(", ")}…`, fits)];
}

export function placeAxis(tokens, { lying, spec, width, height }) {
  const room = (width - VALUE_ROOM) / 2 - 18;
  const wide = measure();
  const fits = (text) => wide(text) <= room;
  const most = Math.max(1, Math.floor(height / spec.labels.length / LINE));
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
        lying ? besideBar(spec.labels[index], fits, most) : spec.labels[index],
    },
  };
}
