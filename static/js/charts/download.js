// Buttons that take a chart along as PNG.

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function download(id, picture) {
  const canvas = document.querySelector(`canvas[data-chart="${CSS.escape(id)}"]`);
  const source = document.getElementById(id);
  if (!canvas || !source) return;
  const spec = JSON.parse(source.textContent);
  picture(spec, canvas).toBlob((blob) => save(blob, `${spec.file_name}.png`), "image/png");
}

function show() {
  for (const button of document.querySelectorAll("[data-chart-png][hidden]")) {
    button.hidden = false;
  }
}

// `load` gives a promise of what draws a picture: a chart may be taken along unseen.
export function wireDownloads(load) {
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-chart-png]");
    if (!button) return;
    const { picture } = await load();
    download(button.dataset.chartPng, picture);
  });
  show();
}
