import { auditOf, changesOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { again, keyOf } from "../../writing/index.ts";
import { type CustomerFields, refuseFields } from "../fields.rules.ts";
import { identifierEntries } from "../identifiers/identifiers.rules.ts";
import { toE164 } from "../identifiers/mobile-number.rules.ts";
import { readContacts } from "../identifiers/read-contacts.ts";
import { refuseAdd } from "./add-customer.rules.ts";
import { type AddCall, additions, operation } from "./add-customer.sql.ts";
import { takeFreeCustomerId } from "./free-customer-id.sql.ts";

/** A new customer. The membership is active, empty and of the lowest level. */
export type NewCustomer = Pick<
  CustomerFields,
  "name" | "email" | "mobileNumber" | "memberId" | "gender" | "address" | "birthday"
> & { readonly otherMemberIds?: readonly string[] };

/**
 * Adds a customer and writes an audit entry. The membership starts today in the merchant's time zone. Refuses
 * invalid input, such as no name, an invalid number, or an identifier of another customer. The refusal's
 * `field` names the input.
 */
export async function addCustomer(
  ctx: CoreContext,
  input: NewCustomer,
): Promise<{ readonly id: number }> {
  const { id: merchantId, country } = ctx.caller.merchant;
  const fields = { ...input, ...readContacts(ctx, input) };
  const refusal = refuseFields(fields, null);
  if (refusal) throw new Failure(refusal);
  const wanted = identifierEntries(fields, country);
  const idColumns = (customer: number) => ({
    customer,
    idAsNumber: toE164(String(customer), country),
    subject: `customer ${customer}`,
  });
  const customer = idColumns(await ctx.ids.take(merchantId, "customers"));
  const { name, email, mobileNumber, memberId, otherMemberIds, gender, birthday } = fields;
  const call: AddCall = {
    ...(await auditOf(ctx, customer)),
    ...customer,
    ...{ name, email, mobileNumber, memberId, otherMemberIds, gender, birthday },
    postalAddress: fields.address,
    identifiers: wanted.map(({ form, value, isReserved }) => ({ form, value, isReserved })),
    details: changesOf(null, { ...fields, isActive: true, status: 100, tags: [] }),
    ...keyOf(ctx),
  };
  const subjects = () => wanted.map(({ form, value }) => `${form} ${value}`);
  const { changed } = await again(ctx, {
    operation: { name: operation, statement: additions, subjects },
    call,
    refuse: (seen) => refuseAdd(seen, fields.birthday, wanted),
    complete: async (call, { isIdTaken }) =>
      isIdTaken ? { ...call, ...idColumns(await takeFreeCustomerId(ctx)) } : null,
  });
  return changed;
}
