// Suggestions of the search field: what makes them is loaded for who is in it.

const FIELD = "auto-complete input";

// What was written meanwhile is told again to what has come.
export function wireSuggestions(load) {
  async function wake({ target }) {
    if (!target.matches(FIELD)) return;
    document.removeEventListener("focusin", wake);
    await load();
    if (target.value) target.dispatchEvent(new Event("input", { bubbles: true }));
  }
  document.addEventListener("focusin", wake);
  wake({ target: document.activeElement ?? document.body });
}
