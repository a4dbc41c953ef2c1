// When the first of some elements comes into view: until then nobody needs what draws them.

// 75 pixels, half of a canvas that nothing was drawn on.
const AT_REST = { threshold: 0.5 };

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
