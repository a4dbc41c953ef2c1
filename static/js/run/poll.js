// Asks again and again while the page is seen; a hidden tab asks nothing.

export class Poll {
  // `ask` is called once at a time; it says in how many ms to be called again, or null.
  constructor(ask) {
    this.ask = ask;
    this.isStopped = false;
    this.onVisibility = () => {
      if (!document.hidden) this.now();
    };
    document.addEventListener("visibilitychange", this.onVisibility);
  }

  async now() {
    clearTimeout(this.timer);
    if (this.isStopped || this.isAsking || document.hidden) return;
    this.isAsking = true;
    const pause = await this.ask();
    this.isAsking = false;
    if (pause === null) this.stop();
    else if (!this.isStopped) this.timer = setTimeout(() => this.now(), pause);
  }

  stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.onVisibility);
  }
}
