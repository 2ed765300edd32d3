/** Input on a page before React takes it over: the last value and the last press of each element. */
export type Early = {
  values: Map<EventTarget, string>;
  pressed: Map<EventTarget, Event>;
  /** The texts that ended with Enter in a field with `data-codes`, oldest first. */
  codes: { field: HTMLInputElement; text: string; enter: KeyboardEvent }[];
  stop: () => void;
};

declare global {
  interface Window {
    early?: Early | undefined;
  }
}

/**
 * Runs in the page's head, before React. Sent as inline text, so it may use nothing outside of this function.
 * Records input, because React resets or ignores what is entered into a server-rendered form too early.
 */
export function listenEarly(): void {
  const values: Early["values"] = new Map();
  const pressed: Early["pressed"] = new Map();
  const codes: Early["codes"] = [];
  const over = new AbortController();
  // captures the event before React, because React resets a select before React's own handlers run
  const { signal } = over;
  for (const kind of ["input", "change"])
    window.addEventListener(
      kind,
      ({ target }) => {
        if (target) values.set(target, (target as HTMLInputElement).value);
      },
      { capture: true, signal },
    );
  // gets the event after React, so that no event that React has handled is replayed
  window.addEventListener(
    "keydown",
    (event) => {
      const field = event.target;
      if (event.key !== "Enter" || !(field instanceof HTMLInputElement)) return;
      if (!field.matches("[data-codes]")) {
        pressed.set(field, event);
        return;
      }
      if (field.value) codes.push({ field, text: field.value, enter: event });
      // the next scan must not be appended to this one
      field.value = "";
    },
    { signal },
  );
  window.addEventListener(
    "click",
    (event) => {
      // leaves out links and the buttons of popovers, because they work without scripts
      const target = (event.target as Element).closest(
        "a, [type=button]:not([popovertarget]), [role=option], tr[data-href]",
      );
      if (target && target.tagName !== "A") pressed.set(target, event);
    },
    { signal },
  );
  window.early = { values, pressed, codes, stop: () => over.abort() };
}
