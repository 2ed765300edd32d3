/** Makes a gate: `opened` resolves once `open` is called. Tests wait for it, or hold back an answer by it. */
export function newGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
