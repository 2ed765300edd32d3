const START = "/till";

/**
 * The address of a page of this console, whole: one from a link must not lead to another host. What a
 * browser makes of `/\\host`, or of a tab between two slashes, only its own reading tells.
 */
export function insideOf(next: string | null, origin: string): string {
  const read = next?.startsWith("/") ? readAs(next, origin) : null;
  return read?.origin === origin ? read.href : new URL(START, origin).href;
}

function readAs(next: string, origin: string) {
  try {
    return new URL(next, origin);
  } catch {
    return null;
  }
}
