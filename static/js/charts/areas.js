// Where a label stands in a chart: boxes in pixels, and how one gives way to others.

export const GAP = 4; // between the end of a bar and its label
const CLEAR = 2; // between a label and what it gives way to
const LETTERS = 13;
const MOST_ASIDE = 12;

export function touch(one, other) {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

export function areaOf({ x, y }, width, { lying, gap }) {
  if (lying) {
    const left = x + gap;
    return { left, right: left + width, top: y - LETTERS / 2, bottom: y + LETTERS / 2 };
  }
  const bottom = y - gap;
  return { left: x - width / 2, right: x + width / 2, top: bottom - LETTERS, bottom };
}

// Beside another bar that it would cover, as far as it still stands over its own; null
// where even so it has no room.
export function asideOf(area, bars) {
  const hit = bars.find((bar) => touch(area, bar));
  if (!hit) return area;
  const step = hit.right < area.right ? hit.right - area.left : hit.left - area.right;
  const moved = { ...area, left: area.left + step, right: area.right + step };
  return Math.abs(step) <= MOST_ASIDE && !bars.some((bar) => touch(moved, bar)) ? moved : null;
}

function moved(area, x, y) {
  return {
    left: area.left + x,
    right: area.right + x,
    top: area.top + y,
    bottom: area.bottom + y,
  };
}

// The next place back from the end of a bar; null where it has none.
export function areaWithin({ x, y, base }, width, { lying, taken }) {
  const own = areaOf({ x, y }, width, { lying, gap: GAP });
  let area = lying ? moved(own, -width - 2 * GAP, 0) : moved(own, 0, LETTERS + 2 * GAP);
  for (;;) {
    const hit = taken.find((other) => touch(area, other));
    if (!hit) break;
    area = lying
      ? moved(area, hit.left - CLEAR - area.right, 0)
      : moved(area, 0, hit.bottom + CLEAR - area.top);
  }
  const hasRoom = lying ? area.left >= base + CLEAR : area.bottom <= base - CLEAR;
  return hasRoom ? area : null;
}

// The next place beyond that is free.
export function areaBeyond(own, { lying, taken }) {
  let area = own;
  for (;;) {
    const hit = taken.find((other) => touch(area, other));
    if (!hit) return area;
    area = lying
      ? moved(area, hit.right + CLEAR - area.left, 0)
      : moved(area, 0, hit.top - CLEAR - area.bottom);
  }
}
