// Makes static/vendor of the front-end packages: the files that pages use, so that a
// deployment serves a handful of pinned files and nothing else.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { buildSync } from "esbuild";
import subsetFont from "subset-font";

const files = {
  "@github/auto-complete-element/dist/bundle.js": "auto-complete.js",
  "htmx.org/dist/htmx.min.js": "htmx.min.js",
};

// Fonts, cut to the weights that pages use, and to the characters that static/css/tokens.css
// says a file has; the extended one, which few pages need, keeps all of its own.
const inter = "@fontsource-variable/inter/files/inter-";
const weights = { wght: { min: 400, max: 700 } };
const fonts = {
  "inter-latin.woff2": {
    from: `${inter}latin-wght-normal.woff2`,
    text: characters([
      [0x20, 0x7e], [0xa0, 0xff], [0x131], [0x152, 0x153], [0x2c6], [0x2da], [0x2dc],
      [0x2000, 0x201f], [0x2021, 0x206f], [0x20ac], [0x2122], [0x2191], [0x2193], [0x2212], [0x2215],
    ]),
  },
  "inter-dagger.woff2": { from: `${inter}latin-ext-wght-normal.woff2`, text: "\u2020" },
  "inter-latin-ext.woff2": { from: `${inter}latin-ext-wght-normal.woff2` },
};

function characters(ranges) {
  return ranges
    .flatMap(([first, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, place) => first + place),
    )
    .map((code) => String.fromCodePoint(code))
    .join("");
}

rmSync("static/vendor", { recursive: true, force: true });
mkdirSync("static/vendor", { recursive: true });
for (const [from, to] of Object.entries(files)) {
  cpSync(`node_modules/${from}`, `static/vendor/${to}`);
}
// One module of Chart.js and what it imports by bare names, which browsers do not know. It has
// all parts: collectstatic leaves out those that static/js/charts/chart.js does not name.
buildSync({
  entryPoints: ["node_modules/chart.js/dist/chart.js"],
  bundle: true,
  format: "esm",
  outfile: "static/vendor/chart.js",
});
for (const [to, { from, text }] of Object.entries(fonts)) {
  const whole = readFileSync(`node_modules/${from}`);
  const cut = await subsetFont(whole, text, {
    targetFormat: "woff2",
    variationAxes: weights,
    keepAllGlyphs: text === undefined,
  });
  writeFileSync(`static/vendor/${to}`, cut);
}
