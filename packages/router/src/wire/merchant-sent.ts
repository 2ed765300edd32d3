import type { Merchant } from "@stampbook/core/context";
import type { Refusal } from "@stampbook/core/failures";
import { toInteger } from "./fields.ts";
import { isAbsent, isObject } from "./sent.ts";

const names = ["merchant", "merchant_id"] as const;

/**
 * The refusal if `merchant` or `merchant_id` names another merchant than the caller's, else null. Both fields
 * are optional and accept the merchant's id. `merchant` also accepts the merchant's name. Interface 2,
 * section 1.
 */
export function checkMerchantSent(
  sent: unknown,
  { id, name }: Pick<Merchant, "id" | "name">,
): Refusal | null {
  if (!isObject(sent)) return null;
  for (const field of names) {
    const value = Object.hasOwn(sent, field) ? sent[field] : null;
    if (isAbsent(value) || toInteger(value) === id) continue;
    if (field === "merchant" && typeof value === "string" && value.trim() === name) continue;
    return { code: "invalid", field, message: "The merchant of the token is expected." };
  }
  return null;
}
