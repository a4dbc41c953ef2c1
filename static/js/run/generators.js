// What each load generator of a running run does, and its TPS of the last second.

export function showGenerators(root, rows) {
  for (const [number, state, tps] of rows) {
    const row = root.querySelector(`[data-generator="${number}"]`);
    if (!row) continue; // of an attempt that the page does not show yet
    row.querySelector("[data-generator-state]").textContent = state;
    row.querySelector("[data-generator-tps]").textContent = tps;
  }
}
