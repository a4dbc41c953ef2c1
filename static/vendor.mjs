// Copies the front-end files that pages use from node_modules to static/vendor,
// so that a deployment serves a handful of pinned files and nothing else.
import { cpSync, mkdirSync, rmSync } from "node:fs";

const files = {
  "@github/auto-complete-element/dist/bundle.js": "auto-complete.js",
  "chart.js/dist/chart.umd.min.js": "chart.umd.min.js",
  "chart.js/dist/chart.umd.min.js.map": "chart.umd.min.js.map",
  "htmx.org/dist/htmx.min.js": "htmx.min.js",
  "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2": "inter-latin.woff2",
  "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2": "inter-latin-ext.woff2",
};

rmSync("static/vendor", { recursive: true, force: true });
mkdirSync("static/vendor", { recursive: true });
for (const [from, to] of Object.entries(files)) {
  cpSync(`node_modules/${from}`, `static/vendor/${to}`);
}
