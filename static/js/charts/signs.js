// How an entry of a comparison looks: colour, shape and dash pattern by its number, the
// second half dozen hollow. portal/charts/svg/look.py has the same.

const SHAPES = ["circle", "rect", "triangle", "rectRot", "down", "crossRot"];
const DASHES = [[], [6, 3], [2, 2], [9, 3, 2, 3], [12, 4], [4, 2, 1, 2, 1, 2]];

// A line that is of one run has the colour of its regime, as its page draws it.
function colourOf(series, number, tokens) {
  if ((series.style ?? "none") !== "none") {
    return { cached: tokens.cached, disk_io: tokens.disk }[series.style] ?? tokens.ink;
  }
  return tokens[`entry-${(number % SHAPES.length) + 1}`];
}

export function signOf(series, place, tokens) {
  const number = series.sign ?? place;
  const row = Math.floor(number / SHAPES.length);
  const column = number % SHAPES.length;
  const colour = colourOf(series, column + row, tokens);
  const shape = row % 2 && column === 5 ? "star" : SHAPES[column];
  return {
    colour,
    dashes: DASHES[column],
    fill: row % 2 ? tokens.bg : colour,
    shape: shape === "down" ? "triangle" : shape,
    rotation: shape === "down" ? 180 : 0,
  };
}
