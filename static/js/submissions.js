// The drop zone over a file field: dropped files are sent as chosen ones are.
// What the server would refuse as too much is told before: its answer would be a page
// without the words that are typed on this one.

const MIB = 1024 * 1024;

function isTooMuch(files, { mostFiles, mostMb, allMb }) {
  const sizes = [...files].map((file) => file.size);
  const sum = sizes.reduce((all, size) => all + size, 0);
  return (
    sizes.length > mostFiles ||
    sizes.some((size) => size > mostMb * MIB) ||
    sum > (allMb - 1) * MIB // the rest of the form takes room as well
  );
}

for (const zone of document.querySelectorAll("[data-drop]")) {
  const field = zone.querySelector("input[type=file]");
  const told = zone.querySelector("[data-dropped]");
  const form = zone.closest("form");

  const send = () => {
    if (!field.files.length) return;
    if (isTooMuch(field.files, zone.dataset)) {
      field.value = "";
      told.textContent = zone.dataset.tooMuch;
      told.hidden = false;
      return;
    }
    told.textContent = [...field.files].map((file) => file.name).join(", ");
    told.hidden = false;
    zone.classList.add("bb-drop-busy");
    form.requestSubmit();
  };

  field.addEventListener("change", send);
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("bb-drop-over");
  });
  zone.addEventListener("dragleave", (event) => {
    if (!zone.contains(event.relatedTarget)) zone.classList.remove("bb-drop-over");
  });
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("bb-drop-over");
    if (!event.dataTransfer.files.length) return;
    field.files = event.dataTransfer.files;
    send();
  });
}

// A file dropped beside the zone would replace the page, and with it what was typed.
for (const kind of ["dragover", "drop"]) {
  window.addEventListener(kind, (event) => {
    if (document.querySelector("[data-drop]")) event.preventDefault();
  });
}
