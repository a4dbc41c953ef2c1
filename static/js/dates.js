// Days and moments as pages print them, ISO 8601, in the reader's own zone, which a moment names.

const two = (number) => String(number).padStart(2, "0");

export function day(at) {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

export function minutes(at) {
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

export function clock(at) {
  return `${minutes(at)}:${two(at.getSeconds())}`;
}

export function zone(at) {
  const ahead = -at.getTimezoneOffset();
  if (ahead === 0) return "UTC";
  const [whole, rest] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `UTC${ahead < 0 ? "-" : "+"}${whole}${rest ? `:${two(rest)}` : ""}`;
}

export function moment(at) {
  return `${day(at)} ${minutes(at)} ${zone(at)}`;
}

export function exact(at) {
  return `${day(at)} ${clock(at)} ${zone(at)}`;
}
