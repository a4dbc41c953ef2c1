// The new-run form: times are in the reader's zone, and what is typed chooses its option.

// A plan that comes back has values for the fields as they were when it was asked for:
// what is being typed stays, and what was typed since is put back and planned.
function keepWhatIsTyped() {
  const typed = new Map();
  const askedAt = new WeakMap();
  let asked = 0;
  const isNewer = (id) => typed.get(id)?.at > asked;

  form.addEventListener(
    "input",
    ({ target }) => typed.set(target.id, { at: performance.now(), value: target.value }),
    true,
  );
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    askedAt.set(detail.xhr, performance.now());
  });
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    asked = askedAt.get(detail.xhr) ?? performance.now();
  });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target } = detail;
    if (target === document.activeElement || isNewer(target.id)) detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const [id, { value }] of typed) {
      const field = document.getElementById(id);
      if (!isNewer(id) || !field || field.value === value) continue;
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
}

// Pages of one's own are kept nowhere: Back has the form sent anew, with another key. Its place
// in the history keeps the first, by which a second start of the same is known.
function keepKey() {
  const key = form.elements.form_key;
  key.value = history.state?.formKey ?? key.value;
  history.replaceState({ ...history.state, formKey: key.value }, "");
}

const form = document.querySelector("[data-run-form]");
if (form) {
  keepKey();
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
  keepWhatIsTyped();
}
