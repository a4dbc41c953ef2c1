// The last lines of the tool, following until somebody wants to read them.

export class Tail {
  constructor(root) {
    this.log = root.querySelector("[data-tail]");
    this.button = root.querySelector("[data-tail-pause]");
    this.isPaused = false;
    if (!this.log) return;
    const names = [this.button.textContent, this.button.dataset.resume];
    this.button.addEventListener("click", () => {
      this.isPaused = !this.isPaused;
      this.button.setAttribute("aria-pressed", String(this.isPaused));
      this.button.textContent = names[Number(this.isPaused)];
      if (!this.isPaused) this.write();
    });
  }

  show(text) {
    this.text = text;
    if (!this.isPaused) this.write();
  }

  write() {
    if (!this.log || !this.text || this.log.textContent === this.text) return;
    this.log.textContent = this.text;
    this.log.scrollTop = this.log.scrollHeight;
  }
}
