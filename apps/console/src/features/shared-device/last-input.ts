/** When somebody last used the console in any tab of this browser, in milliseconds. */
const LAST_INPUT = "stampbook.input";

/** Notes that somebody uses the console now. */
export function noteInput(): void {
  localStorage.setItem(LAST_INPUT, String(Date.now()));
}

/** The milliseconds since somebody last used the console; 0 if nobody has yet. */
export function sinceLastInput(): number {
  const last = Number(localStorage.getItem(LAST_INPUT));
  return last ? Date.now() - last : 0;
}
