import { randomUUID } from "node:crypto";

/** An id as proxies make them: short, and harmless in a log and a header. */
const FORM = /^[\w.:-]{8,128}$/;

/**
 * Returns the id of a request: the `X-Request-ID` header if its sender is trusted and it has the form of an id,
 * else a new id.
 */
export function requestIdOf(given: string | string[] | undefined, isTrusted: boolean): string {
  return isTrusted && typeof given === "string" && FORM.test(given) ? given : randomUUID();
}
