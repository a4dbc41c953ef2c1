// Small charts of what was counted beside a run, on the same seconds as its throughput.

import { font, readTokens } from "../charts/tokens.js";
import { secondText, withRoom } from "./axes.js";
import { crosshairPlugin } from "./crosshair.js";
import { rangesAt, rangesPlugin } from "./ranges.js";

// Where a counter row of the live answer holds what, behind its second.
const COLUMNS = {
  buffer_hit_percent: 1,
  physical_reads_per_s: 2,
  server_cpu_percent: 3,
  other_cpu_percent: 4,
  client_cpu_percent: 5,
  round_trip_ms: 6,
  queue_length: 7,
  schedule_lag_ms: 8,
  row_lock_wait_percent: 9,
  log_wait_percent: 10,
  server_memory_percent: 11,
  server_disk_busy_percent: 12,
};
const [SECOND, CLIENT_CPU, ROUND_TRIP, BUSY, LIMIT] = [0, 5, 6, 13, 14];
const PERCENT = [
  "server_cpu_percent",
  "other_cpu_percent",
  "client_cpu_percent",
  "client_idle_percent",
  "thread_busy_percent",
];
const AXIS_WIDTH = 40;

function numberText(value, digits) {
  const size = Math.abs(value);
  const places = digits ?? (size >= 100 || Number.isInteger(value) ? 0 : 2);
  return value.toLocaleString("en", { maximumFractionDigits: places });
}

function points(rows, column) {
  return rows
    .filter((row) => row[column] !== null)
    .map((row) => ({ x: row[SECOND], y: row[column] }));
}

function mean(list) {
  return list.reduce((sum, point) => sum + point.y, 0) / list.length;
}

// `least` and `most` are to be seen whatever the line shows.
function valueScale(name, { least, most }) {
  if (PERCENT.includes(name)) return { min: 0, max: 100 };
  // hits are read from 100 down: the part that matters is what is missing
  if (name === "buffer_hit_percent") return { suggestedMin: Math.min(98, least), max: 100 };
  return { beginAtZero: true, suggestedMax: most };
}

function options(name, plan, tokens, seen) {
  const ticks = { color: tokens.ink3, font: font(11), maxRotation: 0 };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    normalized: true,
    parsing: false,
    events: [], // the crosshair of all charts shows the values
    scales: {
      x: {
        type: "linear",
        min: plan.range.low,
        max: plan.range.high,
        border: { display: false },
        grid: { display: false },
        afterBuildTicks(scale) {
          const { low, high } = plan.range;
          const begin = low <= 0 && high > 0 ? 0 : low; // of what counts
          const ends = [...new Set([high, begin, low].map((value) => value || 0))];
          scale.ticks = withRoom(scale, ends).map((value) => ({ value }));
        },
        ticks: { ...ticks, callback: secondText },
      },
      y: {
        ...valueScale(name, seen),
        afterFit(scale) {
          scale.width = AXIS_WIDTH;
        },
        border: { display: false },
        grid: { drawTicks: false, color: tokens.rule },
        ticks: { ...ticks, maxTicksLimit: 3, padding: 4, callback: (v) => numberText(v) },
      },
    },
    elements: { point: { radius: 0, hitRadius: 0 } },
    plugins: {
      legend: { display: false },
      tooltip: { enabled: false },
    },
  };
}

// `column` is where a row holds its values; `of` is told before its name: whose they are.
export class CounterChart {
  constructor(figure, plan, view, { column, of = "" }) {
    this.figure = figure;
    this.view = view;
    this.name = figure.dataset.counter;
    this.plan = plan;
    this.column = column;
    this.of = of;
  }

  // `most` is the largest value of charts that are to be read beside each other. `ranges`
  // are those of means: lowest and highest of each column behind the second.
  draw(rows, tokens, { ranges = [], most = 0 } = {}) {
    this.chart?.destroy();
    this.data = points(rows, this.column);
    this.figure.hidden = this.data.length === 0;
    this.chart = undefined;
    if (this.figure.hidden) return;
    this.showValue();
    if (!window.Chart) return; // nobody saw a chart yet
    const { data } = this;
    const found = rangesAt(rows, ranges, 2 * (this.column - 1));
    const seen = {
      least: Math.min(...found.map(({ low }) => low)),
      most: Math.max(most, ...found.map(({ high }) => high)),
    };
    this.chart = new window.Chart(this.figure.querySelector("canvas"), {
      type: "line",
      data: { datasets: [{ data, borderColor: tokens.ink2, borderWidth: 1.2 }] },
      options: options(this.name, this.plan, tokens, seen),
      plugins: [
        rangesPlugin(found, tokens.ink2),
        crosshairPlugin(this.view, tokens, {
          textOf: (_, value) => this.readingText(numberText(value, 2)),
        }),
      ],
    });
  }

  // A small chart has no room for its unit; who listens is told its name, too.
  readingText(text) {
    const { counterLabel, counterUnit } = this.figure.dataset;
    return { text, told: `${this.of} ${counterLabel} ${text} ${counterUnit}`.trim() };
  }

  extend(rows) {
    this.data.push(...points(rows, this.column)); // which its chart draws
    this.chart.update("none");
    this.showValue();
  }

  // While it runs the newest value, then the mean of the measured seconds, without those
  // in which the tool only closed its connections.
  showValue() {
    const { data } = this;
    const measured = data.filter(({ x }) => x > 0 && x <= this.plan.duration);
    const value =
      this.plan.isLive || !measured.length ? data.at(-1).y : mean(measured);
    this.figure.querySelector("[data-counter-value]").textContent = numberText(value);
  }
}

export class RunCounters {
  constructor(root, plan, view) {
    this.root = root;
    this.rows = [];
    this.ranges = [];
    this.charts = [...root.querySelectorAll("[data-counter]")].map(
      (figure) => new CounterChart(figure, plan, view, { column: COLUMNS[figure.dataset.counter] }),
    );
  }

  get all() {
    return this.charts.flatMap(({ chart }) => chart ?? []);
  }

  get lastSecond() {
    return this.rows.at(-1)?.[SECOND];
  }

  take({ rows, step, ranges = [] }) {
    const isAnew = step !== undefined;
    if (!rows.length && !(isAnew && this.rows.length)) return;
    if (isAnew) {
      this.rows = rows;
      this.ranges = ranges;
      this.showStep(step);
    } else {
      this.rows.push(...rows);
    }
    // a chart shows itself with its first value
    const isComplete = this.charts.every((one) => one.chart || !hasValues(rows, one));
    if (isAnew || !isComplete) this.draw();
    else for (const one of this.charts) if (one.chart) one.extend(rows);
    this.showLimit(rows.at(-1));
  }

  draw() {
    const tokens = readTokens();
    for (const one of this.charts) one.draw(this.rows, tokens, { ranges: this.ranges });
    const none = this.root.querySelector("[data-counters-none]");
    if (none) none.hidden = this.rows.length > 0;
  }

  showStep(step) {
    const text = this.root.querySelector("[data-counter-step]");
    if (!text) return;
    const { every, means } = text.dataset;
    const told = this.ranges.length ? means : every;
    text.textContent = step > 1 ? told.replace("{seconds}", step) : "";
  }

  showLimit(row) {
    const place = this.root.querySelector("[data-limit]");
    if (!place || !row?.[LIMIT]) return;
    place.hidden = false;
    const word = place.querySelector("[data-limit-word]");
    word.textContent = word.dataset[row[LIMIT]];
    const numbers = place.querySelector("[data-limit-numbers]");
    const trips = this.rows.map((each) => each[ROUND_TRIP]).filter((trip) => trip !== null);
    const trip = trips.length ? Math.min(...trips) : null;
    const values = { cpu: row[CLIENT_CPU], busy: row[BUSY], trip };
    numbers.textContent = numbers.dataset.template.replace(/\{(\w+)\}/g, (_, key) =>
      values[key] === null ? "–" : numberText(values[key], key === "trip" ? 2 : 0),
    );
  }

  destroy() {
    for (const one of this.charts) one.chart?.destroy();
  }
}

function hasValues(rows, { column }) {
  return rows.some((row) => row[column] !== null);
}
