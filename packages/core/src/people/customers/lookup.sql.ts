import type { IdentifierForm } from "./types.ts";

/** The column of the CTE `calls` that has the identifier, by the identifier's form. */
const columnOf = {
  email: "email",
  memberId: "member_id",
  mobileNumber: "mobile_number",
} as const;

/** The columns of a call that names a customer in any form. */
export const customerColumns = {
  email: "text | null",
  memberId: "text | null",
  mobileNumber: "text | null",
  firstId: "bigint | null",
  customer: "bigint | null",
} as const;

/**
 * Returns joins for batch statements (`writing/`). They look up `u`, the customer of a call `c`. The first
 * form that matches wins. Each look-up reads at most one row, by an index. If the forms include `id`, the
 * calls must have `customerColumns`.
 */
export function customerLookup(
  forms: readonly IdentifierForm[],
  { limit }: { readonly limit: string },
): string {
  const hasKeys = forms.includes("id");
  const ids = hasKeys ? ["u_key.id"] : [];
  // Finds anonymized customers too. Otherwise the digits of their id would next be looked up as a Member ID,
  // and could match another customer.
  const key = `
  left join lateral (select k.id from customers k
    where k.merchant_id = $1 and k.id = c.first_id${limit}) u_key on true`;
  const identifiers = forms.map((form) => {
    if (form === "id") return "";
    const isFirst = ids.map((id) => ` and ${id} is null`);
    ids.push(`u_${columnOf[form]}.customer_id`);
    return `
  left join lateral (select i.customer_id from customer_identifiers i
    where i.merchant_id = $1 and i.form = '${form}' and i.value = c.${columnOf[form]}
      and not i.is_reserved${isFirst.join("")}${limit}) u_${columnOf[form]} on true`;
  });
  if (hasKeys) ids.push("c.customer");
  return `${hasKeys ? key : ""}${identifiers.join("")}
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = coalesce(${ids.join(", ")})
      and u.anonymized_at is null${limit}) u on true`;
}
