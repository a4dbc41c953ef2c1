// What the glossary says of a word, beside it: by pointer, by focus, and gone by Escape.
// Without scripts the browser shows the title, and the link leads to the glossary.

const GAP = 6;

let tip;
let shownFor;

function tipElement() {
  if (!tip) {
    tip = document.createElement("div");
    tip.id = "term-tip";
    tip.className = "bb-term-tip";
    tip.setAttribute("role", "tooltip");
    document.body.append(tip);
  }
  return tip;
}

// The browser's own tip would cover ours.
function meaningOf(term) {
  if (term.title) {
    term.dataset.meaning = term.title;
    term.removeAttribute("title");
  }
  return term.dataset.meaning;
}

function place(element, term) {
  const box = term.getBoundingClientRect();
  const most = document.documentElement.clientWidth - element.offsetWidth - GAP;
  const below = box.bottom + GAP;
  const fits = below + element.offsetHeight <= innerHeight;
  const top = fits ? below : box.top - GAP - element.offsetHeight;
  element.style.left = `${Math.max(GAP, Math.min(box.left, most)) + scrollX}px`;
  element.style.top = `${top + scrollY}px`;
}

function show(term) {
  const meaning = meaningOf(term);
  if (!meaning) return;
  const element = tipElement();
  element.textContent = meaning;
  element.hidden = false;
  place(element, term);
  term.setAttribute("aria-describedby", element.id);
  shownFor = term;
}

function hide() {
  if (!shownFor) return;
  shownFor.removeAttribute("aria-describedby");
  tip.hidden = true;
  shownFor = undefined;
}

export function wireTerms() {
  for (const name of ["mouseover", "focusin"]) {
    document.addEventListener(name, (event) => {
      const term = event.target.closest(".bb-term");
      // the pointer may rest on the tip itself, to read or copy it
      if (event.target.closest(".bb-term-tip") || term === shownFor) return;
      hide();
      if (term) show(term);
    });
  }
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}
