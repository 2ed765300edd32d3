/** Input on a page before React has it: changed values, and the last press. */
export type Early = {
  values: Map<EventTarget, string>;
  pressed: Map<EventTarget, Event>;
  stop: () => void;
};

declare global {
  interface Window {
    early?: Early | undefined;
  }
}

/**
 * Runs in the page before anything else, as inline text, so it may use nothing from outside. React
 * resets or ignores what was entered into a server-rendered form before it took over.
 */
export function listenEarly(): void {
  const values: Early["values"] = new Map();
  const pressed: Early["pressed"] = new Map();
  const over = new AbortController();
  // before React, which resets a choice before its handlers see it
  const { signal } = over;
  for (const kind of ["input", "change"])
    window.addEventListener(
      kind,
      ({ target }) => {
        if (target) values.set(target, (target as HTMLInputElement).value);
      },
      { capture: true, signal },
    );
  // after React, so that nothing it has handled happens twice
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" && event.target instanceof HTMLInputElement)
        pressed.set(event.target, event);
    },
    { signal },
  );
  window.addEventListener(
    "click",
    (event) => {
      // links work without scripts, and so does a button of a popover
      const target = (event.target as Element).closest(
        "a, [type=button]:not([popovertarget]), [role=option], tr[data-href]",
      );
      if (target && target.tagName !== "A") pressed.set(target, event);
    },
    { signal },
  );
  window.early = { values, pressed, stop: () => over.abort() };
}
