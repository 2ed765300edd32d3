/**
 * Returns a gate: `opened` resolves once `open` is called. Tests use gates to wait, or to hold back a
 * response.
 */
export function newGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
