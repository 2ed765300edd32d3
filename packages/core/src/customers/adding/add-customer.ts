import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { once } from "../../retries/index.ts";
import { loadEditScene, saveNewCustomer } from "../editing/edit-customer.sql.ts";
import { type CustomerFields, checkCustomerFields } from "../fields.rules.ts";
import { checkIdentifiers, identifierEntries } from "../identifiers/identifiers.rules.ts";
import { readContacts } from "../identifiers/read-contacts.ts";

/** A new customer. The membership is active, empty and of the lowest level. */
export type NewCustomer = Pick<
  CustomerFields,
  "name" | "email" | "mobileNumber" | "memberId" | "gender" | "address" | "birthday"
> & { readonly otherMemberIds?: readonly string[] };

/**
 * Adds a customer with an audit entry. The membership begins today in the merchant's calendar. Refuses
 * invalid input on its field: no name, an identifier of another customer, an invalid number.
 */
export function addCustomer(
  ctx: CoreContext,
  input: NewCustomer,
): Promise<{ readonly id: number }> {
  const judge = async () => {
    const fresh = { ...input, ...readContacts(ctx, input), isActive: true, status: 100 as const };
    const wanted = identifierEntries(fresh, ctx.caller.merchant.country);
    const scene = await loadEditScene(ctx, null, wanted);
    const fields: CustomerFields = { ...fresh, level: Math.min(...scene.levels), tags: [] };
    const refusal = checkCustomerFields(fields, scene) ?? checkIdentifiers(wanted, scene.taken);
    return { fields, wanted, refusal };
  };
  const operation = "customers.add";
  return once(ctx, {
    operation,
    give: async (keyed) => {
      const { fields, wanted, refusal } = await judge();
      if (refusal) throw new Failure(refusal);
      return saveNewCustomer(ctx, fields, wanted, keyed);
    },
    // another customer got the identifier meanwhile
    explain: async () => (await judge()).refusal,
  });
}
