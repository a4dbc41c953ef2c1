// htmx where a page names it (meta name=htmx) instead of loading it: there it answers links
// alone, which lead to whole pages without it. It is loaded when a reader comes near one.

const SENT = "a[hx-get]";

let loading;

// htmx looks through the page at once only where that is complete.
async function load(address) {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  await new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: address, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

export async function htmxLoaded() {
  if (!window.htmx) {
    loading ??= load(document.querySelector("meta[name=htmx]").content);
    await loading;
  }
  return window.htmx;
}

function prepare({ target }) {
  if (target.closest?.(SENT)) htmxLoaded().catch(() => {});
}

// A click that comes before it is answered as if it had come after.
async function answer(event) {
  const link = event.target.closest(SENT);
  const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (window.htmx || !link || !isPlain) return;
  event.preventDefault();
  try {
    await htmxLoaded();
    link.click();
  } catch {
    location.assign(link.href);
  }
}

export function wireSwaps() {
  if (!document.querySelector("meta[name=htmx]")) return;
  for (const name of ["pointerover", "touchstart", "focusin"]) {
    document.addEventListener(name, prepare, { passive: true });
  }
  document.addEventListener("click", answer);
  // Back to what htmx wrote before this page was loaded anew; not to another place of it.
  addEventListener("popstate", ({ state }) => {
    if (state?.htmx && !window.htmx) location.reload();
  });
}
