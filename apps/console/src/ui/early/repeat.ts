import type { Early } from "./listen.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);

/**
 * Returns the value to enter again after React has taken over the page: `chosen` for a select, because React
 * resets a select; the current value for a text field, because typing may have continued. Null if there is
 * nothing to enter: for a box that is as the server rendered it, and for a radio that is not chosen.
 */
function heldBy(field: Field, chosen: string): string | boolean | null {
  if (field instanceof HTMLSelectElement) return chosen;
  if (!isBox(field)) return field.value;
  const isOver = field.type === "radio" && !field.checked;
  return isOver || field.checked === field.defaultChecked ? null : field.checked;
}

/** Enters a value so that React notices it. React ignores a value that equals the last value that it saw. */
function enter(field: Field, value: string | boolean) {
  if (isBox(field)) {
    field.checked = !value;
    field.click();
    return;
  }
  const plain = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  if (!(field instanceof HTMLSelectElement)) field.value = `${value} `;
  plain?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  if (field !== document.activeElement)
    field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

function press(target: EventTarget, event: Event) {
  if (event instanceof KeyboardEvent)
    target.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true }));
  else (target as HTMLElement).click();
}

/** Replays the input from before React took over the page, one step after another. */
export async function repeatEarly(early: Early): Promise<void> {
  early.stop();
  const entered = [...early.values].flatMap(([target, chosen]) => {
    if (!isField(target) || !target.isConnected) return [];
    const value = heldBy(target, chosen);
    return value === null ? [] : [[target, value] as const];
  });
  for (const { field, text, enter: end } of early.codes) {
    if (!field.isConnected) continue;
    await null; // lets React apply the previous step first
    enter(field, text);
    await null;
    press(field, end);
  }
  for (const [field, value] of entered) {
    await null;
    enter(field, value);
  }
  for (const [target, event] of early.pressed) {
    await null;
    if ((target as Node).isConnected) press(target, event);
  }
}
