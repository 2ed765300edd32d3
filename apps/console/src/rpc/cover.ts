const COVERED = "data-covered";

/** Whether the lock or the sign-in covers the whole page. The page is then hidden, and gets no keys. */
export function isCovered(): boolean {
  return document.documentElement.hasAttribute(COVERED);
}

/** Covers the page, or shows it again. */
export function coverPage(isOn: boolean): void {
  document.documentElement.toggleAttribute(COVERED, isOn);
}

// registered first, so that the page's own listeners get no keys while the page is covered; typing into
// fields still works
if (typeof window !== "undefined")
  window.addEventListener(
    "keydown",
    (event) => isCovered() && event.stopImmediatePropagation(),
    true,
  );
