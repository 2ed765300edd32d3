import type { Refusal } from "../failures.ts";

/** The newest authorization of the customer for the request id. */
export type Authorization = {
  readonly id: number;
  readonly live: boolean;
  readonly spent: boolean;
};

/**
 * Refuses a request that the customer's PIN has not authorized, if the merchant requires that (R7); else
 * null.
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
    return refuse("A request_id is required: PIN authorization is enabled", "missing");
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
