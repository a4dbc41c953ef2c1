// The endpoint form: the engine decides the usual port and which classes are sold.

const form = document.querySelector("[data-endpoint-form]");
const { ports, families } = JSON.parse(document.getElementById("engines").textContent);
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

function showOwnSize() {
  for (const part of form.querySelectorAll("[data-own-size]")) {
    part.hidden = sold.value !== "";
  }
}

engine.addEventListener("change", () => {
  offerUsualPort();
  offerClassesOfEngine();
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
showOwnSize();
