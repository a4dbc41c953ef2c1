// The filters are written anew with the table: what was unfolded stays so.

let open = [];

function folds() {
  return document.querySelectorAll("details[data-stays-open][open]");
}

document.addEventListener("htmx:beforeSwap", () => {
  open = Array.from(folds(), (fold) => fold.id);
});

document.addEventListener("htmx:afterSwap", () => {
  for (const id of open) {
    const fold = document.getElementById(id);
    if (fold) fold.open = true;
  }
});
