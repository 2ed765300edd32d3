/**
 * A `ref` for the chosen tab. Scrolls the row of tabs until the tab is in the middle, because the row may be
 * longer than a phone's screen. Does not scroll the page itself, which the person may have scrolled before
 * React took it over.
 */
export function intoView(tab: HTMLAnchorElement | null) {
  const row = tab?.parentElement;
  if (!row) return;
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
