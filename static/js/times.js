// Times in the reader's own zone; the zone and the seconds stand in the title.

import { clock, exact, moment } from "./dates.js";

const language = document.documentElement.lang || undefined;
const distance = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

function ago(at) {
  const seconds = (at - Date.now()) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) {
      return distance.format(Math.trunc(seconds / length), unit);
    }
  }
  return distance.format(Math.trunc(seconds), "second");
}

const styles = { full: moment, clock, ago };

export function localise(root) {
  for (const element of root.querySelectorAll("time[data-time]")) {
    const at = new Date(element.dateTime);
    const shown = styles[element.dataset.time];
    if (shown) element.textContent = shown(at);
    element.title = exact(at);
  }
}

localise(document);
document.addEventListener("htmx:afterSwap", (event) => {
  localise(event.target.isConnected ? event.target : document);
});
