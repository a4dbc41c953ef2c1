// "Which class do I need?": the versions that are offered are those of the chosen engine.

for (const form of document.querySelectorAll("[data-need]")) {
  const { engine, version } = form.elements;
  const groups = Array.from(version.querySelectorAll("optgroup"));
  const engines = version.dataset.engines.split(" ");

  const narrow = () => {
    groups.forEach((group, place) => {
      const isOther = engine.value !== "" && engines[place] !== engine.value;
      group.hidden = isOther;
      group.disabled = isOther;
    });
    const group = version.selectedOptions[0]?.closest("optgroup");
    if (group?.disabled) version.value = "";
  };

  engine.addEventListener("change", narrow);
  version.addEventListener("change", () => {
    const group = version.selectedOptions[0]?.closest("optgroup");
    if (group && engine.value === "") {
      engine.value = engines[groups.indexOf(group)];
      narrow();
    }
  });
  narrow();
}
