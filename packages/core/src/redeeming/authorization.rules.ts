import { unauthorized } from "../facts/authorization.rules.ts";
import type { Refusal } from "../failures.ts";

/** The customer's newest authorization for the request id. `live` is true until it expires. */
export type Authorization = {
  readonly id: number;
  readonly live: boolean;
  readonly spent: boolean;
};

/**
 * Refuses a request without a live, unspent authorization by PIN, if the merchant requires one (R7).
 * Otherwise returns null.
 */
export function checkAuthorization(
  seen: {
    readonly needsAuthorization: boolean;
    readonly authorization: Authorization | null;
  },
  requestId: string | null,
): Refusal | null {
  if (!seen.needsAuthorization) return null;
  const { authorization } = seen;
  if (requestId === null) return unauthorized.unnamed;
  if (!authorization) return unauthorized.unknown;
  if (authorization.spent) return unauthorized.spent;
  return authorization.live ? null : unauthorized.expired;
}
