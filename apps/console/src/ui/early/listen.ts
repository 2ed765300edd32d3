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
      // the browser opens a popover without scripts
      const button = (event.target as Element).closest("[type=button]:not([popovertarget])");
      if (button) pressed.set(button, event);
    },
    { signal },
  );
  window.early = { values, pressed, stop: () => over.abort() };
}
