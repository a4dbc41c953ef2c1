// A menu is a <details>: it works without scripts; here it also closes by itself.

function closeOthers(except) {
  for (const menu of document.querySelectorAll("details.bb-menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}

// A choice that replaces a part of the page keeps the focus where the menu was.
function close(menu) {
  menu.open = false;
  menu.querySelector("summary").focus();
}

export function wireMenus() {
  document.addEventListener("click", (event) => {
    const menu = event.target.closest("details.bb-menu");
    closeOthers(menu);
    // A form around the menu, whose boxes stand in it, is no choice of the menu.
    if (menu?.contains(event.target.closest("[hx-get]"))) close(menu);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector("details.bb-menu[open]");
    if (menu) close(menu);
  });
}
