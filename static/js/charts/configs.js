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

export function isLying(spec) {
  return spec.kind === "lying" || (["bars", "boxes"].includes(spec.kind) && PHONE.matches);
}

export function configOf(spec, tokens, { width }) {
  const shape = { lying: isLying(spec), narrow: PHONE.matches, width };
  return CONFIGS[spec.kind](spec, tokens, shape);
}
