// Ticks to compare, without leaving the page; without scripts each is a form.

import { htmxLoaded } from "./swaps.js";

const bar = () => document.getElementById("ticks");

// The bar has just been written by the server: the rest of the page follows it.
function follow() {
  const { count, query } = bar().dataset;
  for (const badge of document.querySelectorAll("[data-tick-count]")) {
    badge.textContent = count;
    badge.hidden = count === "0";
  }
  for (const link of document.querySelectorAll("[data-compare]")) {
    link.href = `${link.dataset.compare}${query}`;
  }
  const chips = bar().querySelectorAll("[name=item]");
  const items = new Set(Array.from(chips, (chip) => chip.value));
  for (const box of document.querySelectorAll("[data-tick]")) {
    const isOn = items.has(box.value);
    box.setAttribute("aria-pressed", String(isOn));
    box.setAttribute("form", isOn ? "tick-off" : "tick-on");
    box.closest("tr")?.classList.toggle("bb-ticked", hasTicked(box.closest("tr")));
  }
}

// A row is tinted while any of its boxes is ticked.
function hasTicked(row) {
  return row.querySelector("[data-tick][aria-pressed=true]") !== null;
}

async function send(form, submitter) {
  const values = Object.fromEntries(new FormData(form, submitter));
  const address = submitter?.getAttribute("formaction") ?? form.action;
  const hadFocus = bar().contains(document.activeElement);
  const htmx = await htmxLoaded();
  await htmx.ajax("POST", address, { target: "#ticks", swap: "outerHTML", values });
  follow();
  // What was pressed in the bar is gone with it.
  if (hadFocus) bar().querySelector("button, a")?.focus();
}

export function wireTicks() {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-ticks]");
    if (!form) return;
    event.preventDefault();
    send(form, event.submitter);
  });
}
