// The six figures at the head of a running run, from its samples.

const [SECOND, TPS, QPS, LATENCY, ERRORS, RECONNECTS] = [0, 1, 2, 6, 7, 8];
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat("en", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

function rate(value) {
  return value >= 100 || Number.isInteger(value) ? whole.format(value) : fine.format(value);
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
  return samples.reduce((most, sample) => Math.max(most, sample[column] ?? 0), 0);
}

function sum(samples, column, interval) {
  return samples.reduce((all, sample) => all + (sample[column] ?? 0) * interval, 0);
}

// Means are of the measured seconds; in warm-up, of what there is.
export function showSamples(root, samples, { interval }) {
  const last = samples.at(-1);
  if (!last) return;
  const measured = samples.filter((sample) => sample[SECOND] > 0);
  const counted = measured.length ? measured : samples;
  const text = (value, format) => (value === null ? "–" : format(value));
  show(root, "tps", text(last[TPS], rate), { mean: text(mean(counted, TPS), rate) });
  show(root, "qps", text(last[QPS], rate));
  show(root, "latency", text(last[LATENCY], fine.format), {
    mean: text(mean(counted, LATENCY), fine.format),
    worst: fine.format(worst(counted, LATENCY)),
  });
  show(root, "errors", text(last[ERRORS], rate), {
    sum: whole.format(sum(measured, ERRORS, interval)),
  });
  show(root, "reconnects", text(last[RECONNECTS], rate));
}

export function showTimeLeft(root, seconds) {
  show(root, "left", seconds === null ? "–" : clock(seconds));
}
