import { auditOf, changesOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { again, keyOf } from "../../../foundation/writing/index.ts";
import { type CustomerFields, refuseFields } from "../fields.rules.ts";
import { identifierEntries, type TakenIdentifier } from "../identifiers/identifiers.rules.ts";
import { toE164 } from "../identifiers/mobile-number.rules.ts";
import { readContacts } from "../identifiers/read-contacts.ts";
import { type NewIds, refuseAdd, takenByOthers } from "./add-customer.rules.ts";
import { type AddCall, additions, operation } from "./add-customer.sql.ts";
import { makeIds } from "./make-ids.ts";

/** A new customer. The membership is active, empty and of the lowest level. */
export type NewCustomer = Pick<
  CustomerFields,
  "name" | "email" | "mobileNumber" | "memberId" | "gender" | "address" | "birthday"
> & {
  readonly otherMemberIds?: readonly string[];
  readonly notes?: string | undefined;
};

/**
 * Adds a customer with a referral code and, if the input has none, a made Member ID. Writes an audit entry.
 * The membership starts today in the merchant's time zone. Refuses invalid input, such as no name, an invalid
 * number, or an identifier of another customer. The refusal's `field` names the input.
 */
export async function addCustomer(
  ctx: CoreContext,
  input: NewCustomer,
): Promise<{ readonly id: number }> {
  const { id: merchantId, country } = ctx.caller.merchant;
  const fields = { ...input, ...readContacts(ctx, input), notes: input.notes ?? "" };
  const refusal = refuseFields(fields, null);
  if (refusal) throw new Failure(refusal);
  const wanted = identifierEntries(fields, country);
  const idColumns = ({ customer, memberId }: NewIds) => ({
    ...{ customer, memberId, idAsNumber: toE164(String(customer), country) },
    subject: `customer ${customer}`,
    identifiers: identifierEntries({ ...fields, memberId }, country).map(
      ({ form, value, isReserved }) => ({ form, value, isReserved }),
    ),
    details: changesOf(null, { ...fields, memberId, isActive: true, status: 100, tags: [] }),
  });
  let ids: NewIds = {
    customer: await ctx.ids.take(merchantId, "customers"),
    memberId: fields.memberId,
  };
  const { name, email, mobileNumber, otherMemberIds, gender, birthday, notes } = fields;
  const call: AddCall = {
    ...(await auditOf(ctx, idColumns(ids))),
    ...idColumns(ids),
    ...{ name, email, mobileNumber, otherMemberIds, gender, birthday, notes },
    postalAddress: fields.address,
    referralCode: ctx.secrets.newVoucherCode(),
    ...keyOf(ctx),
  };
  const subjects = ({ identifiers }: AddCall) =>
    (identifiers as readonly TakenIdentifier[]).map(({ form, value }) => `${form} ${value}`);
  const { changed } = await again(ctx, {
    operation: { name: operation, statement: additions, subjects },
    call,
    refuse: (seen) => {
      const taken = takenByOthers(seen.taken, ids, fields.memberId);
      return refuseAdd({ ...seen, taken }, birthday, wanted);
    },
    complete: async (call, seen) => {
      const made = await makeIds(ctx, seen, ids, fields.memberId);
      if (made === ids) return null;
      ids = made;
      return { ...call, ...idColumns(ids) };
    },
  });
  return changed;
}
