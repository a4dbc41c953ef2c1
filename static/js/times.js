// Times in the reader's own zone; the zone and the seconds stand in the title. On paper, which
// is read later, a distance is its date.

import { clock, exact, moment, zone } from "./dates.js";

const language = document.documentElement.lang || undefined;
const distance = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

// Of what has happened: a clock that is ahead of the reader's makes no future.
function ago(at) {
  const seconds = Math.min(0, (at - Date.now()) / 1000);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) {
      return distance.format(Math.trunc(seconds / length), unit);
    }
  }
  return distance.format(Math.trunc(seconds), "second");
}

// A day without an hour: in the reader's calendar, and never to come.
function dayAgo(written) {
  const [year, month, day] = written.split("-").map(Number);
  const today = new Date().setHours(0, 0, 0, 0);
  const days = Math.round((today - new Date(year, month - 1, day)) / 86400000);
  return distance.format(-Math.max(0, days), "day");
}

const timeOfDay = (at) => `${clock(at)} ${zone(at)}`;
const styles = { full: moment, clock: timeOfDay, ago };
const onPaper = { ...styles, ago: moment };

export function localise(root, { isPaper = false } = {}) {
  for (const element of root.querySelectorAll("time[data-time]")) {
    if (element.dataset.time === "day") {
      element.textContent = isPaper ? element.dateTime : dayAgo(element.dateTime);
      element.title = element.dateTime;
      continue;
    }
    const at = new Date(element.dateTime);
    const shown = (isPaper ? onPaper : styles)[element.dataset.time];
    if (shown) element.textContent = shown(at);
    element.title = exact(at);
  }
}

localise(document);
addEventListener("beforeprint", () => localise(document, { isPaper: true }));
addEventListener("afterprint", () => localise(document));
document.addEventListener("htmx:afterSwap", (event) => {
  localise(event.target.isConnected ? event.target : document);
});
