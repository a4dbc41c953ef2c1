// Makes static/vendor of the front-end packages: the files that pages use, so that a
// deployment serves a handful of pinned files and nothing else.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { buildSync } from "esbuild";
import subsetFont from "subset-font";
import { minify } from "terser";

const files = {
  "htmx.org/dist/htmx.min.js": "htmx.min.js",
};

// Chart.js with the parts that our charts are made of.
const parts = [
  "BarController",
  "BarElement",
  "CategoryScale",
  "LinearScale",
  "LineController",
  "LineElement",
  "LogarithmicScale",
  "PointElement",
  "ScatterController",
  "Tooltip",
].join(", ");
const charts = `import { Chart, ${parts} } from "chart.js";
Chart.register(${parts});
window.Chart = Chart;`;

// Fonts, cut to the weights and features that pages use, and to the characters that
// static/css/tokens.css says a file has: what our own words are written with in the first,
// names of other languages in the others. Without contextual alternates: they would show the
// 16x4 of a code as 16×4 and a -> as an arrow, and are a fifth of the file.
const inter = "@fontsource-variable/inter/files/inter-";
const weights = { wght: { min: 400, max: 700 } };
const features = ["ccmp", "cv03", "cv04", "cv11", "kern", "locl", "mark", "mkmk", "tnum"];
// What Fontconfig asks of a font of English words: with less, a drawn PDF takes the blanks
// beside a dagger from elsewhere.
const english = [..."ÀÇÈÉÊËÏÑÔÖàçèéêëïñôö"].map((letter) => [letter.codePointAt(0)]);
const fonts = {
  "inter-latin.woff2": {
    from: `${inter}latin-wght-normal.woff2`,
    text: characters([
      [0x20, 0x7e], [0xa0], [0xa9], [0xab], [0xb0, 0xb1], [0xb5], [0xb7], [0xbb], ...english, [0xd7],
      [0xf7],
      [0x2000, 0x201f], [0x2021, 0x206f], [0x20ac], [0x2122], [0x2191], [0x2193], [0x2212],
    ]),
  },
  "inter-accents.woff2": {
    from: `${inter}latin-wght-normal.woff2`,
    text: characters([
      [0xa1, 0xa8], [0xaa], [0xac, 0xaf], [0xb2, 0xb4], [0xb6], [0xb8, 0xba], [0xbc, 0xbf],
      [0xc1, 0xc6], [0xcc, 0xce], [0xd0], [0xd2, 0xd3], [0xd5], [0xd8, 0xdf], [0xe1, 0xe6],
      [0xec, 0xee], [0xf0], [0xf2, 0xf3], [0xf5], [0xf8, 0xff], [0x131], [0x152, 0x153], [0x2c6], [0x2da], [0x2dc], [0x2215],
    ]),
  },
  "inter-dagger.woff2": { from: `${inter}latin-ext-wght-normal.woff2`, text: "\u2020" },
  "inter-european.woff2": {
    from: `${inter}latin-ext-wght-normal.woff2`,
    text: characters([[0x100, 0x130], [0x132, 0x151], [0x154, 0x17f], [0x218, 0x21b], [0x1e9e]]),
  },
  "inter-latin-ext.woff2": {
    from: `${inter}latin-ext-wght-normal.woff2`,
    text: characters([
      [0x180, 0x217], [0x21c, 0x2ba], [0x2bd, 0x2c5], [0x2c7, 0x2cc], [0x2ce, 0x2d7],
      [0x2dd, 0x2ff], [0x1e00, 0x1e9d], [0x1e9f], [0x1ef2, 0x1eff], [0x20a0, 0x20ab],
      [0x20ad, 0x20c0], [0x2113],
    ]),
  },
};

function characters(ranges) {
  return ranges
    .flatMap(([first, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, place) => first + place),
    )
    .map((code) => String.fromCodePoint(code))
    .join("");
}

async function pack(text, { as, ...options }) {
  const compress = { passes: 2, ...options };
  const { code } = await minify(text, { module: true, compress });
  writeFileSync(`static/vendor/${as}`, code);
}

rmSync("static/vendor", { recursive: true, force: true });
mkdirSync("static/vendor", { recursive: true });
for (const [from, to] of Object.entries(files)) {
  cpSync(`node_modules/${from}`, `static/vendor/${to}`);
}
await pack(readFileSync("node_modules/@github/auto-complete-element/dist/bundle.js", "utf8"), {
  as: "auto-complete.js",
});
// esbuild keeps scales that nothing names, since they read a property where they are defined;
// terser is told that this changes nothing.
const { outputFiles } = buildSync({
  stdin: { contents: charts, resolveDir: "." },
  bundle: true,
  format: "esm",
  write: false,
});
await pack(outputFiles[0].text, { as: "chart.js", pure_getters: true });
for (const [to, { from, text }] of Object.entries(fonts)) {
  const whole = readFileSync(`node_modules/${from}`);
  const cut = await subsetFont(whole, text, {
    targetFormat: "woff2",
    variationAxes: weights,
    keepFeatures: features,
  });
  writeFileSync(`static/vendor/${to}`, cut);
}
