import { changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { type CustomerFields, checkCustomerFields, unknownCustomer } from "./change.rules.ts";
import { loadEditScene, saveEdit } from "./change.store.ts";
import { toE164 } from "./mobile-number.rules.ts";

/** What changes; what is left out stays. */
export type CustomerEdit = { readonly customerId: number } & {
  readonly [Field in keyof CustomerFields]?: CustomerFields[Field] | undefined;
};

/**
 * Changes a customer, and records what was and what is. Refuses invalid_user, and what is wrong on
 * its field: an identifier that another customer has, a number that is none, an unknown level.
 */
export async function editCustomer(
  ctx: CoreContext,
  { customerId, ...edit }: CustomerEdit,
): Promise<CustomerFields> {
  const email = edit.email?.trim().toLowerCase() || null;
  const memberId = edit.memberId?.trim() || null;
  const mobileNumber = numberOf(ctx, edit.mobileNumber);
  for (let tries = 0; ; tries++) {
    const scene = await loadEditScene(ctx, customerId, { email, memberId, mobileNumber });
    const { before } = scene;
    if (!before) throw new Failure(unknownCustomer);
    const given = Object.entries(edit).filter(([, value]) => value !== undefined);
    const after: CustomerFields = {
      ...before,
      ...Object.fromEntries(given),
      ...(edit.email === undefined ? {} : { email }),
      ...(edit.memberId === undefined ? {} : { memberId }),
      ...(edit.mobileNumber === undefined ? {} : { mobileNumber }),
    };
    const refusal = checkCustomerFields(after, scene);
    if (refusal) throw new Failure(refusal);
    const details = changesOf(before, after);
    if (Object.keys(details).length === 0) return before;
    if (await saveEdit(ctx, customerId, after, details)) return after;
    // somebody else took the identifier in between: look again, and the rules say so
    if (tries)
      throw new Failure({ code: "overloaded", message: "Please try again.", retryAfter: 1 });
  }
}

function numberOf({ caller }: CoreContext, text: string | null | undefined): string | null {
  if (!text?.trim()) return null;
  const number = toE164(text, caller.merchant.country);
  if (number === null)
    throw new Failure({
      code: "invalid_mobile_number",
      field: "mobileNumber",
      message: "Please enter a valid mobile phone number.",
    });
  return number;
}
