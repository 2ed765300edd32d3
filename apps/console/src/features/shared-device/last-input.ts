/**
 * The key in `localStorage` for the time when somebody last used the console in any tab, in ms since 1970.
 */
const LAST_INPUT = "stampbook.input";

/** Stores the current time as the time of the last input. */
export function noteInput(): void {
  localStorage.setItem(LAST_INPUT, String(Date.now()));
}

/** Returns the milliseconds since somebody last used the console, or 0 if nobody has yet. */
export function sinceLastInput(): number {
  const last = Number(localStorage.getItem(LAST_INPUT));
  return last ? Date.now() - last : 0;
}
