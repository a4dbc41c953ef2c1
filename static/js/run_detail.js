// The page of a run: polls one small JSON answer and puts what is new into the page.
// What changes seldom (phases, events, the state) is rendered by the server alone.

import { firstAct, firstSeen } from "./charts/sight.js";
import { RunCharts, SECOND } from "./run/charts.js";
import { RunCounters } from "./run/counters.js";
import { clock, showSamples, showTimeLeft } from "./run/facts.js";
import { showGenerators } from "./run/generators.js";
import { Poll } from "./run/poll.js";
import { Tail } from "./run/tail.js";
import { RunView } from "./run/view.js";
import { htmxLoaded } from "./swaps.js";

const PAUSES = { running: 1000, queued: 3000, scheduled: 3000 };
// What the server renders anew when a phase begins or something happened.
const PARTS = ["#run-events", "#run-status", "#this-run", "#context-reconnects", "#generators"];
const AFTER_FAILURE = 5000;
// A chart of more is asked for anew: the server then sends means of several seconds.
const MOST_SAMPLES = 2400;
// What the server drew is looked at as it is; the rest is drawn at its first sight.
const UNDRAWN = "[data-run] .bb-chart:not(:has(> .bb-course)) > canvas";

let metric = "tps";
let page;

function marks() {
  return [...document.querySelectorAll("#run-events [data-letter]")].map((line) => ({
    second: Number(line.dataset.second),
    letter: line.dataset.letter,
  }));
}

class RunPage {
  constructor(root) {
    this.root = root;
    this.known = { ...root.dataset };
    this.samples = [];
    this.tail = new Tail(root);
    this.poll = new Poll(() => this.update());
    if (root.querySelector("[data-run-chart]")) this.wireCharts();
    document.fonts.ready.then(() => this.poll.now());
  }

  wireCharts() {
    const { warmup, duration, regime, state } = this.known;
    const plan = {
      warmup: Number(warmup),
      duration: Number(duration),
      regime,
      isLive: state === "running",
    };
    const view = new RunView(this.root, plan, () => [
      ...this.charts.all,
      ...this.counters.all,
      ...(this.generators?.all ?? []),
    ]);
    this.charts = new RunCharts(this.root, plan, view, marks);
    this.counters = new RunCounters(this.root, plan, view);
    this.drawWhenSeen();
    this.wireGenerators(plan, view);
    const switches = this.root.querySelector("[data-metrics]");
    if (!switches) return; // no statements are counted: there is one metric
    switches.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.chooseMetric(switches, button);
    });
    if (metric !== "tps") {
      this.chooseMetric(switches, switches.querySelector(`[data-metric=${metric}]`));
    }
  }

  // Chart.js is half of all that the page would load; until a reader acts, the server's
  // drawing of a chart does.
  async drawWhenSeen() {
    if (!window.Chart) await Promise.race([firstSeen(UNDRAWN), firstAct()]);
    await Promise.all([import("../vendor/chart.js"), document.fonts.ready]);
    if (page === this) this.draw();
  }

  draw() {
    this.charts?.draw();
    this.counters?.draw();
    this.generators?.draw();
  }

  // Few runs have several, and few readers look at each.
  wireGenerators(plan, view) {
    const fold = this.root.querySelector("[data-generator-counters]");
    fold?.addEventListener(
      "toggle",
      async () => {
        const [{ GeneratorCounters }] = await Promise.all([
          import("./run/generator_counters.js"),
          import("../vendor/chart.js"),
        ]);
        if (page === this) this.generators = new GeneratorCounters(fold, plan, view);
      },
      { once: true },
    );
  }

  chooseMetric(switches, chosen) {
    for (const button of switches.children) {
      button.setAttribute("aria-pressed", String(button === chosen));
    }
    this.root.querySelector("[data-metric-unit]").textContent = chosen.dataset.unit;
    metric = chosen.dataset.metric;
    this.root.querySelector("[data-parts-legend]").hidden = metric !== "parts";
    this.charts.setMetric(metric);
  }

  address() {
    const query = new URLSearchParams();
    if (this.samples.length && this.samples.length < MOST_SAMPLES) {
      query.set("after", this.samples.at(-1)[SECOND]);
      query.set("attempt", this.known.attempt);
      const counted = this.counters?.lastSecond;
      if (counted !== undefined) query.set("counted", counted);
    }
    return `${this.known.live}?${query}`;
  }

  // One answer taken in; the pause until the next question, null for none.
  async update() {
    let answer;
    try {
      const response = await fetch(this.address(), { credentials: "same-origin" });
      if (!response.ok) return response.status === 404 ? null : AFTER_FAILURE;
      answer = await response.json();
    } catch {
      return AFTER_FAILURE;
    }
    this.takeSamples(answer);
    this.counters?.take(answer.counters);
    this.showProgress(answer);
    this.renewParts(answer);
    return PAUSES[answer.state] ?? null;
  }

  takeSamples({ samples, step, attempt, ranges }) {
    this.known.attempt = String(attempt);
    if (!this.charts) return;
    const isAnew = step !== undefined;
    if (!samples.length && !(isAnew && this.samples.length)) return;
    if (isAnew) {
      this.samples = samples;
      this.charts.setSamples(samples, ranges);
      this.showStep(step);
    } else {
      this.samples.push(...samples);
      this.charts.extend(samples);
    }
    if (this.known.state === "running") {
      showSamples(this.root, this.samples, { interval: this.interval() });
    }
  }

  showStep(step) {
    const text = this.root.querySelector("[data-step]");
    const { template, every } = text.dataset;
    text.textContent = step > 1 ? template.replace("{seconds}", step) : every;
  }

  interval() {
    const [one, other] = this.samples.slice(-2);
    return other ? other[SECOND] - one[SECOND] : 1;
  }

  showProgress({ state, progress, left, tail, waiting, generators }) {
    const active = this.root.querySelector("[data-active-step]");
    if (active) {
      if (progress !== null) active.querySelector("progress").value = progress;
      const time = active.querySelector("[data-clock]");
      this.phaseBegan ??= performance.now() - Number(time.dataset.seconds) * 1000;
      time.textContent = clock((performance.now() - this.phaseBegan) / 1000);
    }
    if (state === "running") showTimeLeft(this.root, left);
    if (generators) showGenerators(this.root, generators);
    if (tail) this.tail.show(tail);
    const why = this.root.querySelector("[data-waiting]");
    if (why && waiting && why.textContent !== waiting) why.textContent = waiting;
  }

  renewParts({ state, phase, event }) {
    if (state !== this.known.state) {
      this.swap("#run");
    } else if (phase !== this.known.phase || String(event) !== this.known.event) {
      this.known.phase = phase;
      this.known.event = String(event);
      this.phaseBegan = undefined;
      // The answer may be of the next state, with parts that this page has no place for.
      const parts = PARTS.filter((part) => document.querySelector(part));
      this.swap("#run-steps", parts.join(","));
    }
  }

  async swap(part, others = "") {
    const htmx = await htmxLoaded();
    htmx.ajax("GET", location.pathname, {
      target: part,
      select: part,
      selectOOB: others,
      swap: "outerHTML",
    });
  }

  leave() {
    this.poll.stop();
    this.charts?.destroy();
    this.counters?.destroy();
    this.generators?.destroy();
  }
}

function announce() {
  const told = document.querySelector("#run-status")?.textContent.replace(/\s+/g, " ");
  const region = document.querySelector("[data-announcement]");
  if (told && region && region.textContent !== told) region.textContent = told;
}

function open() {
  const root = document.querySelector("[data-run]");
  if (root === page?.root) {
    page?.charts?.redrawMarks();
    return;
  }
  page?.leave();
  page = root ? new RunPage(root) : undefined;
}

open();
document.addEventListener("htmx:afterSettle", () => {
  open();
  announce();
});
document.addEventListener("benchbook:theme", () => page?.draw());
