// <form data-unsaved>: leaving the page asks first, while something typed is not sent.
// data-unsaved="yes" where the page came back with what was typed and not kept.

for (const form of document.querySelectorAll("form[data-unsaved]")) {
  let isDirty = form.dataset.unsaved === "yes";

  // Fields of the form may stand elsewhere on the page.
  document.addEventListener("input", (event) => {
    if (event.target.form === form) isDirty = true;
  });
  form.addEventListener("submit", () => {
    isDirty = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (isDirty) event.preventDefault();
  });
}
