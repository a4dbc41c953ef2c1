// The two charts of a run: throughput and, under it, latency on the same seconds, where that is known.

import { readTokens } from "../charts/tokens.js";
import { runOptions } from "./axes.js";
import { crosshairPlugin } from "./crosshair.js";
import { eventsPlugin, lastPointPlugin, warmupPlugin } from "./marks.js";
import { rangesOf, rangesPlugin } from "./ranges.js";

// Where a sample of the live answer holds what.
export const SECOND = 0;
const COLUMNS = { tps: [1], qps: [2], parts: [3, 4, 5] };
const LATENCY = [6];
const DASHES = [[], [6, 3], [2, 3]];

function colourOf(regime, tokens) {
  return { cached: tokens.cached, disk_io: tokens.disk }[regime] ?? tokens.ink;
}

function dataset(samples, column, { colour, dash, width = 1.8 }) {
  return {
    data: points(samples, column),
    borderColor: colour,
    borderDash: dash,
    borderWidth: width,
    borderJoinStyle: "round",
  };
}

function points(samples, column) {
  return samples
    .filter((sample) => sample[column] !== null)
    .map((sample) => ({ x: sample[SECOND], y: sample[column] }));
}

function addPoints(chart, columns, samples) {
  columns.forEach((column, index) => {
    chart.data.datasets[index].data.push(...points(samples, column));
  });
  chart.update("none");
}

// A value with its unit; who listens is told what it is of, too.
function readingText(name, value, { digits, of }) {
  const number = value.toLocaleString("en", { maximumFractionDigits: digits });
  const text = `${number} ${name}`;
  return { text, told: `${of ?? ""} ${text}`.trim() };
}

function allTokens() {
  const style = getComputedStyle(document.documentElement);
  return { ...readTokens(), sub: style.getPropertyValue("--bb-sub").trim() };
}

export class RunCharts {
  // `plan`: warmup, duration, regime, isLive. `events` gives {second, letter} anew.
  // `view` is what all charts of the run show together.
  constructor(root, plan, view, events) {
    this.plan = plan;
    this.view = view;
    this.events = events;
    this.throughput = root.querySelector("[data-run-chart=throughput]");
    this.latency = root.querySelector("[data-run-chart=latency]");
    this.metric = "tps";
    this.samples = [];
    this.ranges = [];
  }

  // `ranges` are those of means of several seconds.
  setSamples(samples, ranges = []) {
    this.samples = samples;
    this.ranges = ranges;
    this.draw();
  }

  // Puts the newest of the samples that it was given before, which its owner extends:
  // the time axis is fixed and nothing else has moved.
  extend(newest) {
    if (!this.throughputChart) return;
    addPoints(this.throughputChart, COLUMNS[this.metric], newest);
    if (this.latencyChart) addPoints(this.latencyChart, LATENCY, newest);
  }

  setMetric(metric) {
    this.metric = metric;
    this.draw();
  }

  redrawMarks() {
    this.throughputChart?.draw();
    this.latencyChart?.draw();
  }

  draw() {
    if (!window.Chart) return; // nobody saw a chart yet
    const tokens = allTokens();
    this.destroy();
    this.throughputChart = this.chart(this.throughput, COLUMNS[this.metric], tokens, {
      colour: this.metric === "parts" ? tokens.ink : colourOf(this.plan.regime, tokens),
      names: this.names(),
      ranges: rangesOf(this.samples, this.ranges, this.metric),
      showsTicks: !this.latency,
      digits: 0,
      label: this.throughput.dataset.warmupLabel,
    });
    if (!this.latency) return;
    this.latencyChart = this.chart(this.latency, LATENCY, tokens, {
      colour: tokens.ink2,
      names: ["ms"],
      ranges: rangesOf(this.samples, this.ranges, "latency"),
      showsTicks: true,
      digits: 2,
      label: "",
    });
  }

  names() {
    if (this.metric === "parts") return this.throughput.dataset.labels.split("|");
    return [this.metric.toUpperCase()];
  }

  chart(canvas, columns, tokens, { colour, names, ranges, showsTicks, digits, label }) {
    const { plan, samples, events } = this;
    const isFirst = canvas === this.throughput;
    const shades = columns.length > 1 ? [tokens.ink, tokens.ink2, tokens.ink3] : [colour];
    if (samples.length) canvas.dataset.isDrawn = ""; // hides the server's drawing
    return new window.Chart(canvas, {
      type: "line",
      data: {
        datasets: columns.map((column, index) =>
          dataset(samples, column, { colour: shades[index], dash: DASHES[index] }),
        ),
      },
      options: runOptions(plan, tokens, { showsTicks, highs: ranges.map(({ high }) => high) }),
      plugins: [
        warmupPlugin(plan, tokens, { label }),
        rangesPlugin(ranges, colour),
        eventsPlugin(events, tokens, { showsLetters: isFirst }),
        lastPointPlugin(tokens, { isLive: plan.isLive }),
        crosshairPlugin(this.view, tokens, {
          textOf: (index, value) => readingText(names[index], value, { digits, of: canvas.dataset.of }),
          showsSecond: isFirst,
        }),
      ],
    });
  }

  get all() {
    return [this.throughputChart, this.latencyChart].filter(Boolean);
  }

  destroy() {
    this.throughputChart?.destroy();
    this.latencyChart?.destroy();
    this.throughputChart = this.latencyChart = undefined;
  }
}
