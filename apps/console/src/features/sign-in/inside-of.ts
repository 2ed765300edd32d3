const START = "/till";

/**
 * Returns the full address of `next` if it is a page of this console, else of the till. So a link cannot lead
 * to another host. The browser's own parser decides: it reads `/\\host`, or a tab between two slashes,
 * as another host.
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
