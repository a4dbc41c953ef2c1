// <a data-copy-from href="..."> copies the text of its address; without scripts, or
// where the browser cannot copy, it is a link.

async function text(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return answer.text();
}

// Safari allows copying only if it starts with the click, before the text is there.
function copy(address) {
  if (!window.ClipboardItem) {
    return text(address).then((found) => navigator.clipboard.writeText(found));
  }
  const content = text(address).then((found) => new Blob([found], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
}

async function press(link) {
  try {
    await copy(link.href);
  } catch {
    location.assign(link.href);
    return;
  }
  const name = link.textContent;
  link.textContent = link.dataset.copied;
  setTimeout(() => {
    link.textContent = name;
  }, 1500);
}

export function wireTableCopies() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-copy-from]");
    if (!link || !navigator.clipboard) return;
    event.preventDefault();
    press(link);
  });
}
