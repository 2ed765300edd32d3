const COVERED = "data-covered";

/** Whether something covers the whole page, which must then show nothing and hear no keys. */
export function isCovered(): boolean {
  return document.documentElement.hasAttribute(COVERED);
}

/** Covers the page, or shows it again. */
export function coverPage(isOn: boolean): void {
  document.documentElement.toggleAttribute(COVERED, isOn);
}

// registered before the pages' own listeners; what is typed still reaches its field
if (typeof window !== "undefined")
  window.addEventListener(
    "keydown",
    (event) => isCovered() && event.stopImmediatePropagation(),
    true,
  );
