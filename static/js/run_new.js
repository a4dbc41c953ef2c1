// The new-run form: times are in the reader's zone, and a chosen time means later.

const form = document.querySelector("[data-run-form]");
if (form) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  form.elements.timezone.value = zone;
  form.querySelector("[data-zone]").textContent = zone;
  form.elements.not_before.addEventListener("input", () => {
    form.elements.when.value = form.elements.not_before.value ? "later" : "now";
  });
}
