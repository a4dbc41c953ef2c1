// Times in the reader's own zone; the zone and the seconds stand in the title.

const language = document.documentElement.lang || undefined;
const full = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
const clock = new Intl.DateTimeFormat(language, { timeStyle: "medium", hourCycle: "h23" });
const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long", hourCycle: "h23" });
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

export function clockTime(at) {
  return clock.format(at);
}

const styles = { full: (at) => full.format(at), clock: clockTime, ago };

export function localise(root) {
  for (const element of root.querySelectorAll("time[data-time]")) {
    const at = new Date(element.dateTime);
    element.textContent = styles[element.dataset.time](at);
    element.title = exact.format(at);
  }
}

localise(document);
document.addEventListener("htmx:afterSwap", (event) => {
  localise(event.target.isConnected ? event.target : document);
});
