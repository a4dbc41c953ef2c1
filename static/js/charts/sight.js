// When somebody looks: until then nobody needs what draws charts.

// 75 pixels, half of a canvas that nothing was drawn on.
const AT_REST = { threshold: 0.5 };

const ACTS = ["pointermove", "pointerdown", "touchstart", "keydown", "click", "focusin", "scroll"];

// A box within the page is scrolled by scripts as well, and a pointer that rests over a page is
// reported as moved once that is laid out.
function isReaders({ type, target, movementX, movementY }) {
  if (type === "scroll") return target === document;
  return type !== "pointermove" || movementX !== 0 || movementY !== 0;
}

// Resolves at the first sign of a reader: a pointer, a finger, a key, the focus or a scroll.
export function firstAct() {
  return new Promise((resolve) => {
    const act = (event) => {
      if (!isReaders(event)) return;
      for (const name of ACTS) removeEventListener(name, act, true);
      resolve();
    };
    for (const name of ACTS) addEventListener(name, act, { capture: true, passive: true });
  });
}

// Resolves at the first sight of one of them, or at once where there is none.
export function firstSeen(selector) {
  const elements = document.querySelectorAll(selector);
  if (!elements.length) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      resolve();
    }, AT_REST);
    elements.forEach((element) => observer.observe(element));
  });
}
