// From a chart's specification to what Chart.js draws, by its kind.

import { barConfig } from "./bars.js";
import { boxConfig } from "./boxes.js";
import { lineConfig } from "./lines.js";
import { planeConfig } from "./plane.js";

const CONFIGS = {
  bars: barConfig,
  lying: barConfig,
  lines: lineConfig,
  boxes: boxConfig,
  scatter: planeConfig,
  timeline: planeConfig,
};

export const PHONE = matchMedia("(max-width: 699px)");

// On a phone, and wherever names would stand upon each other; pages reserve the room by the
// same rule (static/css/charts.css).
export function isLying(spec, { width }) {
  const turns = ["bars", "boxes"].includes(spec.kind);
  return spec.kind === "lying" || (turns && (PHONE.matches || width < spec.stands_from));
}

export function configOf(spec, tokens, { width, height = spec.lying_height }) {
  const shape = { lying: isLying(spec, { width }), narrow: PHONE.matches, width, height };
  return CONFIGS[spec.kind](spec, tokens, shape);
}
