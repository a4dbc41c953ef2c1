// The colours of the page as text, read anew for every drawing: themes change.

const NAMES = [
  "bg", "ink", "ink2", "ink3", "rule", "rule2", "cached", "disk", "disk-tint",
  "none", "none-tint", "bad",
  "entry-1", "entry-2", "entry-3", "entry-4", "entry-5", "entry-6",
];

export function readTokens() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--bb-${name}`).trim()]),
  );
}

export function font(size, weight = 400) {
  return { size, weight, family: getComputedStyle(document.body).fontFamily };
}

export function fontText(size, weight = 400) {
  const { family } = font(size, weight);
  return `${weight} ${size}px ${family}`;
}
