import type { Merchant } from "@stampbook/core/context";
import type { Refusal } from "@stampbook/core/failures";
import { toInteger } from "./fields.ts";
import { isAbsent, isObject } from "./sent.ts";

const names = ["merchant", "merchant_id"] as const;

/**
 * The refusal if `merchant` or `merchant_id` names another merchant than the caller's, else null. Both fields
 * are optional and accept the merchant's id. `merchant` also accepts the merchant's name. `merchant_id` also
 * accepts 0, which means the merchant's whole group, and a list with the merchant's id. Interface 2,
 * section 1.
 */
export function checkMerchantSent(
  sent: unknown,
  { id, name }: Pick<Merchant, "id" | "name">,
): Refusal | null {
  if (!isObject(sent)) return null;
  const isName = (value: unknown) =>
    toInteger(value) === id || (typeof value === "string" && value.trim() === name);
  for (const field of names) {
    const value = Object.hasOwn(sent, field) ? sent[field] : null;
    if (isAbsent(value)) continue;
    if (
      field === "merchant_id"
        ? idsIn(value).some((each) => each === id || each === 0)
        : isName(value)
    )
      continue;
    return { code: "invalid", field, message: "The merchant of the token is expected." };
  }
  return null;
}

/** The numbers of a `merchant_id`, which a query may repeat. */
function idsIn(value: unknown): readonly (number | null)[] {
  return (Array.isArray(value) ? value : [value]).map(toInteger);
}
