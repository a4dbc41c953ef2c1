// Charts, and the print button: shown only where a script can press it.

import "./charts.js";

function show(root) {
  for (const button of root.querySelectorAll("[data-print][hidden]")) {
    button.hidden = false;
  }
}

show(document);
document.addEventListener("htmx:afterSwap", () => show(document));
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
