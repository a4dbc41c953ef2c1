// The new-run form: times are in the reader's zone, and what is typed chooses its option.

const form = document.querySelector("[data-run-form]");
if (form) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  form.elements.timezone.value = zone;
  form.querySelector("[data-zone]").textContent = zone;
  // Before htmx reads the form, which listens where the field stands: hence capture.
  form.addEventListener(
    "input",
    ({ target }) => {
      if (target.name === "not_before") {
        form.elements.when.value = target.value ? "later" : "now";
      } else if (target.name === "scale_down") {
        form.elements.size.value = "scale_down";
      }
    },
    true,
  );
  // What is being typed stays, whatever the plan that comes back has for its field.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target === document.activeElement) detail.shouldSwap = false;
  });
}
