// Switches light and dark in place; without scripts the form posts and reloads.

export function currentTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function announce() {
  document.dispatchEvent(new CustomEvent("benchbook:theme"));
}

async function choose(form, theme) {
  document.documentElement.dataset.theme = theme;
  announce();
  const body = new URLSearchParams(new FormData(form));
  body.set("theme", theme);
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
}

// Paper is white: the page and its charts are printed light, and put back.
function wirePaper() {
  const root = document.documentElement;
  let before;
  addEventListener("beforeprint", () => {
    if (currentTheme() === "light") return;
    before = { chosen: root.dataset.theme };
    root.dataset.theme = "light";
    announce();
  });
  addEventListener("afterprint", () => {
    if (!before) return;
    if (before.chosen) root.dataset.theme = before.chosen;
    else delete root.dataset.theme;
    before = undefined;
    announce();
  });
}

export function wireTheme() {
  wirePaper();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", announce);
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-theme-form]");
    if (!form) return;
    event.preventDefault();
    choose(form, currentTheme() === "dark" ? "light" : "dark");
  });
}
