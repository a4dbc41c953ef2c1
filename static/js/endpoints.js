// The endpoint form: the engine decides the usual port, which classes are sold, and
// whether TLS 1.0 is asked about.

const form = document.querySelector("[data-endpoint-form]");
const { ports, families, speaking_tls_1_0: speakingOldTls } = JSON.parse(document.getElementById("engines").textContent);
const engine = form.elements.engine;
const port = form.elements.port;
const sold = form.elements.instance_class;
const options = [...sold.options];

function offerUsualPort() {
  const usual = Object.values(ports).map(String);
  if (port.value === "" || usual.includes(port.value)) port.value = ports[engine.value];
}

function offerClassesOfEngine() {
  const family = families[engine.value];
  const fitting = options.filter(
    (option) => !option.dataset.family || option.dataset.family === family,
  );
  const chosen = sold.value;
  sold.replaceChildren(...fitting);
  sold.value = fitting.some((option) => option.value === chosen) ? chosen : "";
}

function askAboutOldTls() {
  const isAsked = speakingOldTls.includes(engine.value);
  form.querySelector("[data-old-tls]").hidden = !isAsked;
  if (!isAsked) form.elements.allow_tls_1_0.checked = false;
}

function showOwnSize() {
  for (const part of form.querySelectorAll("[data-own-size]")) {
    part.hidden = sold.value !== "";
  }
}

engine.addEventListener("change", () => {
  offerUsualPort();
  offerClassesOfEngine();
  askAboutOldTls();
  showOwnSize();
});
sold.addEventListener("change", showOwnSize);
form.addEventListener("click", (event) => {
  const offer = event.target.closest("[data-class]");
  if (!offer) return;
  sold.value = offer.dataset.class;
  showOwnSize();
  sold.focus();
});

offerUsualPort();
offerClassesOfEngine();
askAboutOldTls();
showOwnSize();
