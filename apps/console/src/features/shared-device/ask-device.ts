export type Asked = "switch" | "lock";

const ASKED = "stampbook:device";

/** Shows the list of people, or locks the device. `DeviceCover` listens for these requests. */
export function askDevice(what: Asked): void {
  dispatchEvent(new CustomEvent(ASKED, { detail: what }));
}

/** Calls `onAsked` for each `askDevice`, until the returned function is called. */
export function onDeviceAsked(onAsked: (what: Asked) => void): () => void {
  const hear = (event: Event) => onAsked((event as CustomEvent<Asked>).detail);
  addEventListener(ASKED, hear);
  return () => removeEventListener(ASKED, hear);
}
