/** A ref that scrolls the chosen tab into view: on a phone the row of tabs is longer than the screen. */
export const intoView = (tab: HTMLAnchorElement | null) =>
  tab?.scrollIntoView({ block: "nearest", inline: "center" });
