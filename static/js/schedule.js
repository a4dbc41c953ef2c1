// The browser's own time zone for a new schedule, until somebody types another.

const zone = document.querySelector("[data-time-zone]");
if (zone.value === "UTC" && location.pathname.endsWith("/new/"))
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
