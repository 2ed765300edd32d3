import { mostOf } from "@stampbook/core/limits";
import type { Failed } from "../../../rpc/failure.ts";
import type { Outcome } from "../../shared-device/device-calls.ts";

const refusal = (code: string, field: string | null = null): Failed => {
  return { code, field, message: "", errors: {} };
};

/** Refuses a name that the service would refuse. */
export function checkDeviceName(name: string): Failed | null {
  const { length } = name.trim();
  return length > 0 && length <= mostOf.name ? null : refusal("invalid", "name");
}

/**
 * Returns the refusal of an enrollment. Null if it succeeded, or if `useAuthCall` has the reason: too many
 * calls, and no answer.
 */
export function enrolRefusal({ status, code }: Outcome): Failed | null {
  if (status < 400 || status === 429 || status >= 500) return null;
  if (status === 401) return refusal("signed_out");
  // the name has been checked, so only the store can be malformed
  if (code === "INVALID_STORE" || code === "VALIDATION_ERROR")
    return refusal("invalid_store", "storeId");
  return refusal(code.toLowerCase() || "unexpected");
}
