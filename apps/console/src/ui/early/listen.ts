/** What was done to a page before React had it: chosen and typed values, and what was pressed last. */
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
 * Runs in the page before anything else does, as its own text: it may use nothing from outside.
 * React resets or forgets what was entered into a form that the server drew before it took over.
 */
export function listenEarly(): void {
  const values: Early["values"] = new Map();
  const pressed: Early["pressed"] = new Map();
  const over = new AbortController();
  // before React, which puts a choice back before its handlers see it
  const { signal } = over;
  for (const kind of ["input", "change"])
    window.addEventListener(
      kind,
      ({ target }) => {
        if (target) values.set(target, (target as HTMLInputElement).value);
      },
      { capture: true, signal },
    );
  // after React: what it has dealt with must not happen twice
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
      // the browser opens a popover by itself
      const button = (event.target as Element).closest("[type=button]:not([popovertarget])");
      if (button) pressed.set(button, event);
    },
    { signal },
  );
  window.early = { values, pressed, stop: () => over.abort() };
}
