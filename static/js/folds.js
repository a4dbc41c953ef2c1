// <details data-fold open>: closed at first on a phone, then as the reader left it.

const PHONE = matchMedia("(max-width: 960px)");
let isOpen = !PHONE.matches;

function apply() {
  for (const fold of document.querySelectorAll("details[data-fold]")) {
    fold.open = isOpen || !PHONE.matches;
    fold.dataset.fold = "wired";
  }
}

export function wireFolds() {
  apply();
  PHONE.addEventListener("change", apply);
  document.addEventListener("htmx:afterSwap", apply);
  document.addEventListener("click", (event) => {
    const fold = event.target.closest("details[data-fold] > summary")?.parentElement;
    // The click has not toggled it yet.
    if (fold) isOpen = !fold.open;
  });
}
