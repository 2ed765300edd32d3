/**
 * A ref for the chosen tab: scrolls its row until the tab is in the middle, as a row is longer than a
 * phone's screen. The page itself stays where it is: somebody may have scrolled it before React had it.
 */
export function intoView(tab: HTMLAnchorElement | null) {
  const row = tab?.parentElement;
  if (!row) return;
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
