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

// Where the daggers of `doubted` points stand among all `points`. One that has no room
// beside its point stands in it where `isHollow`, and else over what is there.
export function placeDaggers(doubted, points, { isHollow = false, reach = REACH + 1 } = {}) {
  const taken = [];
  for (const point of doubted) {
    const isFree = (area) =>
      !points.some((other) => other !== point && touches(area, other)) &&
      !taken.some((other) => touches(area, other));
    const areas = SIDES.map((side) => areaAt(point, side, reach));
    const inner = { x: point.x, y: point.y, width: WIDE, height: HIGH, isInner: true };
    taken.push(areas.find(isFree) ?? (isHollow ? inner : areas[0]));
  }
  return taken;
}

export function drawDaggers(context, areas, tokens) {
  context.save();
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { x, y, isInner } of areas) {
    context.font = isInner ? fontText(9, 700) : fontText(11.5, 500);
    if (isInner) {
      context.fillStyle = tokens.ink;
      context.fillText(DAGGER, x, y);
    } else {
      drawText(context, DAGGER, x, y, tokens);
    }
  }
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
