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
  if (requestId === null)
    return refuse(
      "A request_id is required: PIN authorization is enabled. Authorize one with POST /api/redemptions/authorize.",
      "missing",
    );
  if (!authorization) return refuse("This request is not authorized", "not authorized");
  if (authorization.spent) return refuse("This authorization was already used", "used");
  if (!authorization.live) return refuse("This authorization has expired", "expired");
  return null;
}

function refuse(message: string, found: string): Refusal {
  return {
    code: "authorization_required",
    message,
    rule: "redemption is authorized by PIN",
    expected: "a live authorization",
    found,
  };
}
