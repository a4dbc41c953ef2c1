// Copy buttons: shown only where the browser can copy.

async function copy(button) {
  const source = document.querySelector(button.dataset.copy);
  await navigator.clipboard.writeText(source.textContent.trim());
  const name = button.textContent;
  button.textContent = button.dataset.copied ?? "✓";
  setTimeout(() => {
    button.textContent = name;
  }, 1500);
}

function show(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("[data-copy][hidden]")) {
    button.hidden = false;
  }
}

export function wireCopyButtons() {
  show(document);
  document.addEventListener("htmx:afterSwap", (event) => show(event.target));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
}
