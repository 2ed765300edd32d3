const COVERED = "data-covered";

/** Whether the lock or the sign-in covers the whole page, which must then show nothing and hear no keys. */
export function isCovered(): boolean {
  return document.documentElement.hasAttribute(COVERED);
}

/** Covers the page, or shows it again. */
export function coverPage(isOn: boolean): void {
  document.documentElement.toggleAttribute(COVERED, isOn);
}

// registered before the pages' own listeners, which then hear no keys; typing into fields still works
if (typeof window !== "undefined")
  window.addEventListener(
    "keydown",
    (event) => isCovered() && event.stopImmediatePropagation(),
    true,
  );
