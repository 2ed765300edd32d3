import type { SendOutcome } from "@stampbook/core/messages";
import { isBeforeConnection } from "./connecting.ts";

/** A call to a provider. */
export type ProviderCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Finds the message's id in the provider's answer. */
  readonly idIn: (answer: unknown) => unknown;
  /** Finds the error number in the answer. The number alone does not reveal the message. */
  readonly errorIn?: (answer: unknown) => unknown;
  /** Error numbers that are not about the message, whatever the status is. */
  readonly passing?: ReadonlySet<unknown>;
};

/** Limit for a provider's answer. While a provider is silent, the merchant's other messages wait. */
const ANSWER_MS = 20_000;

/**
 * Statuses that refuse the message for good, unless the error is `passing`. After any other status, a later
 * try may succeed.
 */
const aboutTheMessage = new Set([400, 410, 413, 415, 422]);

/** Statuses of a gateway that got no answer from the service behind it, which may have taken the message. */
const fromGateway = new Set([502, 504]);

/**
 * Posts a message to a provider. The outcome is unknown if the connection was opened but no answer
 * arrives, and for 502 and 504. The reason of a failure contains only numbers from the answer, never its text.
 */
export async function postMessage(call: ProviderCall, signal: AbortSignal): Promise<SendOutcome> {
  try {
    const response = await fetch(call.url, {
      method: "POST",
      headers: call.headers,
      body: call.body,
      // redirects are not followed, so that a message goes only to the configured address
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) {
      const id = call.idIn(answer);
      return { kind: "sent", providerId: typeof id === "string" ? id.slice(0, 255) : null };
    }
    const error = call.errorIn?.(answer);
    const number = Number.isSafeInteger(error) ? `, code ${error}` : "";
    const reason = `HTTP ${response.status}${number}`;
    if (fromGateway.has(response.status)) return { kind: "unknown", reason };
    return {
      kind: "failed",
      reason,
      isPermanent: aboutTheMessage.has(response.status) && !call.passing?.has(error),
    };
  } catch (error) {
    const reason = `no answer: ${nameOf(error)}`;
    return isBeforeConnection(error instanceof Error ? error.cause : error)
      ? { kind: "failed", reason, isPermanent: false }
      : { kind: "unknown", reason };
  }
}

/** The code of a failed call, such as ECONNREFUSED, or the name of the error. Never its text. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code }: NodeJS.ErrnoException = error.cause instanceof Error ? error.cause : error;
  return typeof code === "string" && /^[A-Z_0-9]+$/.test(code) ? code : error.name;
}

/** A nested part of an answer; undefined if it is missing. */
export function part(document: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    document,
  );
}
