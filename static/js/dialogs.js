// <button data-dialog="id" hidden> opens the <dialog> of that id; Escape closes it.

function show(root) {
  for (const button of root.querySelectorAll("[data-dialog][hidden]")) {
    button.hidden = false;
  }
}

export function wireDialogs() {
  show(document);
  document.addEventListener("htmx:afterSwap", () => show(document));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dialog]");
    if (button) document.getElementById(button.dataset.dialog).showModal();
  });
}
