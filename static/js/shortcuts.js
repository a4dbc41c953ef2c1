// One key that reaches the search field from anywhere but a field.

export function wireShortcuts() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const field = document.querySelector(`[data-shortcut="${CSS.escape(event.key)}"]`);
    if (!field || field.offsetParent === null) return;
    event.preventDefault();
    field.focus();
  });
}
