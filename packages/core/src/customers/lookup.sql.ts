import type { IdentifierForm } from "./types.ts";

/** The column of a call that has the identifier in a form. */
const columnOf: Readonly<Record<IdentifierForm, string>> = {
  email: "email",
  memberId: "member_id",
  mobileNumber: "mobile_number",
  id: "customer",
};

/**
 * For statements of `writing`: looks up `u`, the customer of the first of the forms that matches, for
 * `c`, a row of `calls`. Each look-up gives one row or none by an index.
 */
export function customerLookup(
  forms: readonly IdentifierForm[],
  { limit }: { readonly limit: string },
): string {
  const idOf = (form: IdentifierForm) =>
    form === "id" ? `c.${columnOf.id}` : `u_${columnOf[form]}.customer_id`;
  const ids = forms.map(idOf);
  const identifiers = forms.map((form, index) => {
    if (form === "id") return "";
    const isFirst = ids.slice(0, index).map((id) => ` and ${id} is null`);
    return `
  left join lateral (select i.customer_id from customer_identifiers i
    where i.merchant_id = $1 and i.form = '${form}' and i.value = c.${columnOf[form]}
      and not i.is_reserved${isFirst.join("")}${limit}) u_${columnOf[form]} on true`;
  });
  return `${identifiers.join("")}
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = coalesce(${ids.join(", ")})
      and u.anonymized_at is null${limit}) u on true`;
}
