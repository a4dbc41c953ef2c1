// The fields of the kind that is chosen, and the browser's own time zone for a new schedule.

const form = document.querySelector("form[novalidate]");

function show() {
  const chosen = form.elements.kind.value;
  for (const part of form.querySelectorAll("[data-kind]"))
    part.hidden = part.dataset.kind !== chosen;
}

form.addEventListener("change", show);
show();

const zone = form.querySelector("[data-time-zone]");
if (zone.value === "UTC" && zone.defaultValue === "UTC" && location.pathname.endsWith("/new/"))
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
