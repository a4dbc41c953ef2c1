// Where the axis of a trend is ticked: at whole hours and days of the reader, none of them twice.

import { day, minutes, zone } from "../dates.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WITHIN_A_DAY = [1, 5, 15, 30, 60, 180, 360, 720].map((number) => number * MINUTE);
const DAYS = [1, 2, 7, 14, 28, 91, 182, 364, 728, 1820, 3640];

function midnight(at) {
  return new Date(at).setHours(0, 0, 0, 0);
}

// The hours of two days at most, else days, which are not always of 24 hours.
function* steps(least, most, many) {
  const fits = (each) => Math.floor((most - least) / each) <= many;
  const step = most - least < 2 * DAY && WITHIN_A_DAY.find(fits);
  const days = DAYS.find((each) => fits(each * DAY)) ?? DAYS.at(-1);
  const from = new Date(midnight(least));
  for (let at = +from; at <= most; ) {
    if (at >= least) yield at;
    at = step ? at + step : from.setDate(from.getDate() + days);
  }
}

// Of what lies within a minute the middle.
export function ticksOf(least, most, many) {
  const found = [...steps(least, most, many)];
  if (!found.length) found.push((least + most) / 2);
  return found.map((value) => ({ value }));
}

// The hours of a day stand over it, which is named at the first of them; the first of all
// has the zone.
export function tickLabel(value, index, ticks) {
  const isNew = index === 0 || midnight(ticks[index - 1].value) !== midnight(value);
  const date = new Date(value);
  const isOfDays = ticks.every((tick) => tick.value === midnight(tick.value));
  if (isOfDays && ticks.length > 1) return day(date);
  if (index === 0) return [minutes(date), day(date), zone(date)];
  return isNew ? [minutes(date), day(date)] : minutes(date);
}
