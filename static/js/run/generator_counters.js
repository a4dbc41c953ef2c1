// Small charts of what each load generator of a run counted, asked for once their fold is open.

import { readTokens } from "../charts/tokens.js";
import { CounterChart } from "./counters.js";

// Where a row of the answer holds what, behind its second.
const COLUMNS = {
  client_cpu_percent: 1,
  thread_busy_percent: 2,
  client_idle_percent: 3,
  round_trip_ms: 4,
  queue_length: 5,
  schedule_lag_ms: 6,
};
const PAUSE = 5000; // while it runs: each answer has all of them

export class GeneratorCounters {
  // `fold` is a <details> with a <template> for one generator.
  constructor(fold, plan, view) {
    this.fold = fold;
    this.plan = plan;
    this.view = view;
    this.made = new Map(); // by a generator's number
    fold.addEventListener("toggle", () => this.follow());
    this.follow();
  }

  get all() {
    return this.charts.flatMap(({ chart }) => chart ?? []);
  }

  get charts() {
    return [...this.made.values()].flatMap(({ charts }) => charts);
  }

  // Asks while it is open: once, or again and again while the run goes on.
  async follow() {
    clearTimeout(this.timer);
    if (!this.fold.open || !this.fold.isConnected) return;
    if (!document.hidden) await this.update();
    if (this.plan.isLive) this.timer = setTimeout(() => this.follow(), PAUSE);
  }

  async update() {
    const address = this.fold.dataset.generatorCounters;
    try {
      const response = await fetch(address, { credentials: "same-origin" });
      if (response.ok) this.take(await response.json());
    } catch {
      // the next opening, or the next question of a live run, asks again
    }
  }

  take({ step, generators }) {
    for (const each of generators) {
      const made = this.made.get(each.number) ?? this.make(each);
      made.rows = each.rows;
      made.ranges = each.ranges;
    }
    const counted = generators.some(({ rows }) => rows.length);
    this.fold.querySelector("[data-none]").hidden = counted;
    const every = this.fold.querySelector("[data-every]");
    const told = generators.some(({ ranges }) => ranges) ? every.dataset.means : every.dataset.every;
    every.textContent = step > 1 ? told.replace("{seconds}", step) : "";
    this.draw();
  }

  make({ number, name }) {
    const copy = this.fold.querySelector("template").content.cloneNode(true);
    const title = copy.querySelector("[data-title]");
    title.textContent = title.dataset.title.replace("{number}", number);
    copy.querySelector("[data-name]").textContent = name;
    const charts = [...copy.querySelectorAll("[data-counter]")].map((figure) => {
      const canvas = figure.querySelector("canvas");
      canvas.ariaLabel = `${title.textContent}: ${canvas.ariaLabel}`;
      this.view.wire(canvas);
      const column = COLUMNS[figure.dataset.counter];
      return new CounterChart(figure, this.plan, this.view, { column, of: title.textContent });
    });
    this.fold.append(copy);
    const made = { charts, rows: [] };
    this.made.set(number, made);
    return made;
  }

  draw() {
    const tokens = readTokens();
    for (const { charts, rows, ranges } of this.made.values()) {
      for (const one of charts) one.draw(rows, tokens, { ranges, most: this.most(one.column) });
    }
  }

  // Of all generators, so that their charts have one scale.
  most(column) {
    const made = [...this.made.values()];
    const highs = made.flatMap(({ ranges = [] }) => ranges.map((range) => range[2 * column - 1]));
    const values = made.flatMap(({ rows }) => rows.map((row) => row[column]));
    return [...highs, ...values].reduce((most, value) => Math.max(most, value ?? 0), 0);
  }

  destroy() {
    clearTimeout(this.timer);
    for (const one of this.charts) one.chart?.destroy();
  }
}
