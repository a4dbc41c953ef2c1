// A dagger at each point that is in doubt, where it covers no other point.

import { DAGGER, drawText } from "./labels.js";
import { fontText } from "./tokens.js";

const [WIDE, HIGH] = [7, 11];
const REACH = 5; // of a point
const SIDES = [[0, -1], [0, 1], [1, 0], [-1, 0]];

function areaAt({ x, y }, [right, down], reach) {
  const middle = { x: x + right * (reach + WIDE / 2), y: y + down * (reach + HIGH / 2) };
  return { ...middle, width: WIDE, height: HIGH };
}

function touches(area, other) {
  const { width = 2 * REACH, height = 2 * REACH } = other;
  return (
    Math.abs(area.x - other.x) < (area.width + width) / 2 &&
    Math.abs(area.y - other.y) < (area.height + height) / 2
  );
}

// Where the daggers of `doubted` points stand among all `points`; one stands for those
// less than `apart` pixels beside it.
export function placeDaggers(doubted, points, { apart = 0, reach = REACH + 1 } = {}) {
  const taken = [];
  for (const point of doubted) {
    const isFree = (area) =>
      !points.some((other) => other !== point && touches(area, other)) &&
      !taken.some((other) => touches(area, other));
    const areas = SIDES.map((side) => areaAt(point, side, reach));
    if (taken.some((other) => Math.abs(other.x - point.x) < apart)) continue;
    taken.push(areas.find(isFree) ?? areas[0]);
  }
  return taken;
}

export function drawDaggers(context, areas, tokens) {
  context.save();
  context.font = fontText(11.5, 500);
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { x, y } of areas) drawText(context, DAGGER, x, y, tokens);
  context.restore();
}

// Plugin for lines and clouds, whose series say what is in doubt.
export function doubtsPlugin(spec, tokens) {
  return {
    id: "doubts",
    afterDatasetsDraw(chart) {
      const points = spec.series.flatMap(({ values, doubts, is_ideal: isIdeal }, index) =>
        chart.getDatasetMeta(index).data.flatMap(({ x, y }, place) =>
          values[place] === null || isIdeal ? [] : [{ x, y, doubt: doubts[place] }],
        ),
      );
      const doubted = points.filter(({ doubt }) => doubt);
      drawDaggers(chart.ctx, placeDaggers(doubted, points), tokens);
    },
  };
}
