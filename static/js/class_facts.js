// The class that a report names, where the catalogue knows it: what is known of it stands as
// a hint in the empty fields, which is what counts there; whose it is and its engine are
// filled in where the code leaves one alone. What was typed stays, and is told where the
// catalogue says another number.

const folded = (text) => text.trim().toLowerCase();
const plain = (text) => folded(text).replace(/[^\p{L}\p{N}]+/gu, "-");

// Those that may be meant: of every provider or engine, while the form does not say which.
function meant(classes, { instance_class: code, provider, engine }) {
  return classes.filter(
    (each) =>
      folded(each.code) === folded(code.value) &&
      (!folded(provider.value) || each.providers.some((name) => plain(name) === plain(provider.value))) &&
      (!engine.value || each.engine === engine.value),
  );
}

// What all of them say alike: a value and its text.
function saidOf(name, found) {
  const said = found.map((each) => each.stated[name]);
  return said[0] && said.every((each) => each?.[0] === said[0][0]) ? said[0] : null;
}

function differs(typed, value, apart) {
  const number = Number(typed);
  if (typeof value !== "number" || !typed.trim() || Number.isNaN(number)) return false;
  return Math.max(number, value) > Math.min(number, value) * apart;
}

function hint(field, text) {
  if (field.placeholder && field.dataset.hint !== "catalogue") return; // a surer source says it
  field.placeholder = text;
  field.dataset.hint = text && "catalogue";
}

function caution(field, text) {
  const place = field.closest(".bb-field");
  place.querySelector("[data-caution]")?.remove();
  if (!text) return;
  const told = document.createElement("p");
  told.className = "bb-help bb-field-caution";
  told.dataset.caution = "";
  told.role = "status";
  told.textContent = text;
  field.after(told);
}

const isAsKept = (field) =>
  field.options
    ? [...field.options].every((option) => option.selected === option.defaultSelected)
    : field.value === field.defaultValue;

function tellOfClass(form, { words, apart, limits, classes }) {
  const { elements } = form;
  const found = meant(classes, elements);
  const isSameClass = ["instance_class", "provider", "engine"].every((name) => isAsKept(elements[name]));
  for (const name of new Set(classes.flatMap((each) => Object.keys(each.stated)))) {
    const field = elements[name];
    const said = saidOf(name, found);
    hint(field, said ? words.hint.replace("{value}", said[1]) : "");
    const need = field.labels[0].querySelector(".bb-unit-head");
    if (need) need.hidden = Boolean(said && folded(elements.provider.value));
    // What the server said of the kept value holds as long as nothing was changed.
    const isKept = isSameClass && isAsKept(field);
    const ofServer = field.closest(".bb-field").querySelector("[data-origin=catalogue]");
    if (ofServer) ofServer.hidden = !isKept;
    const isOther = said && !limits.includes(name) && differs(field.value, said[0], apart[name] ?? 1);
    caution(field, isOther && !(isKept && ofServer) ? words.caution.replace("{value}", said[1]) : "");
  }
}

// A class counts by its provider, engine and code: a hint would not be enough. An output
// that names its engine says it in the choice of nothing.
function nameWhose({ elements }, { classes }) {
  const { provider, engine } = elements;
  const found = meant(classes, elements);
  const only = (values) => (new Set(values).size === 1 ? values[0] : "");
  if (!provider.value && !provider.placeholder) fill(provider, only(found.map((each) => each.providers[0])));
  if (!engine.value && engine.options[0].text.length === 1) fill(engine, only(found.map((each) => each.engine)));
}

function fill(field, value) {
  if (!value) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const known = document.getElementById("known-classes");
if (known) {
  const form = document.getElementById("edit");
  const spec = JSON.parse(known.textContent);
  form.addEventListener("input", () => tellOfClass(form, spec));
  form.elements.instance_class.addEventListener("change", () => nameWhose(form, spec));
  tellOfClass(form, spec);
}
