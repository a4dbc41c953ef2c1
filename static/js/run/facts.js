// The six figures at the head of a running run, from its samples.

const [SECOND, TPS, QPS, LATENCY, ERRORS, RECONNECTS] = [0, 1, 2, 6, 7, 8];
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const digits = (count) =>
  new Intl.NumberFormat("en", {
    minimumFractionDigits: count,
    maximumFractionDigits: count,
  });
const [tenths, fine] = [digits(1), digits(2)];

// As the server prints figures, so that the last one shown is the one that is kept.
function figure(value) {
  if (value >= 100 || Number.isInteger(value)) return whole.format(value);
  return value >= 10 ? tenths.format(value) : fine.format(value);
}

export function clock(seconds) {
  const total = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60];
  const rest = String(total % 60).padStart(2, "0");
  if (hours) return `${hours}:${String(minutes).padStart(2, "0")}:${rest}`;
  return `${minutes}:${rest}`;
}

function show(root, name, value, values = {}) {
  const fact = root.querySelector(`[data-fact=${name}]`);
  if (!fact || value === null || value === undefined) return;
  fact.querySelector("[data-figure]").textContent = value;
  const context = fact.querySelector("[data-template]");
  if (!context || Object.keys(values).length === 0) return;
  context.textContent = context.dataset.template.replace(
    /\{(\w+)\}/g,
    (_, key) => values[key],
  );
}

function mean(samples, column) {
  const values = samples.map((sample) => sample[column]).filter((v) => v !== null);
  return values.length ? values.reduce((a, b) => a + b, 0) / values.length : null;
}

function worst(samples, column) {
  const values = samples.map((sample) => sample[column]).filter((v) => v !== null);
  return values.length ? values.reduce((a, b) => Math.max(a, b)) : null;
}

function sum(samples, column, interval) {
  return samples.reduce((all, sample) => all + (sample[column] ?? 0) * interval, 0);
}

// Means and the worst are of the measured seconds: there are none in warm-up.
export function showSamples(root, samples, { interval }) {
  const last = samples.at(-1);
  if (!last) return;
  const measured = samples.filter((sample) => sample[SECOND] > 0);
  const text = (value, format) => (value === null ? "–" : format(value));
  show(root, "tps", text(last[TPS], figure), { mean: text(mean(measured, TPS), figure) });
  show(root, "qps", text(last[QPS], figure));
  show(root, "latency", text(last[LATENCY], figure), {
    mean: text(mean(measured, LATENCY), figure),
    worst: text(worst(measured, LATENCY), figure),
  });
  show(root, "errors", text(last[ERRORS], figure), {
    sum: whole.format(sum(measured, ERRORS, interval)),
  });
  show(root, "reconnects", text(last[RECONNECTS], figure));
}

export function showTimeLeft(root, seconds) {
  show(root, "left", seconds === null ? "–" : clock(seconds));
}
