import { sql } from "drizzle-orm";
import { auditOf, changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { keyOf } from "../../foundation/writing/index.ts";
import { audit, birthday, identifiers, merchant } from "../../machinery/facts/index.ts";
import { operation, send } from "../../machinery/kernel/index.ts";
import {
  type CustomerFields,
  type Identifiers,
  identifierEntries,
  readContacts,
  refuseFields,
  takenWords,
  toE164,
  unknownLevel,
} from "../../people/customers/index.ts";
import { makeIds, type NewIds } from "./make-ids.ts";
import * as newCustomer from "./new-customer.sql.ts";

/** A new customer. The membership is active, empty and of the lowest level. */
export type NewCustomer = Pick<
  CustomerFields,
  "name" | "email" | "mobileNumber" | "memberId" | "gender" | "address" | "birthday"
> & {
  readonly otherMemberIds?: readonly string[];
  readonly notes?: string | undefined;
};

/** Adds customers, each with a membership. */
export const additions = operation({
  name: "customers.add",
  statement: "add_customers",
  call: {},
  sees: [merchant.found, ...newCustomer.found, audit.found],
  checks: [
    {
      birthdayIsPossible: birthday.isPossible(),
      levelExists: newCustomer.levelExists(unknownLevel),
      ...identifiers.areFree({
        codes: { email: "invalid", mobileNumber: "invalid", memberId: "invalid" },
        words: (wanted, theirs) => ({ field: wanted.field, ...takenWords(wanted, theirs) }),
        isGuess: false,
      }),
    },
  ],
  completes: {
    lacks: newCustomer.lacks,
    complete: async (ctx, call, seen) => {
      const ids = { customer: call.customer, memberId: call.memberId };
      const made = await makeIds(ctx, seen, ids);
      return made === ids ? null : { ...call, ...idColumns(ctx, call, made) };
    },
  },
  once: [],
  locks: [newCustomer.levelLocked],
  takes: (isOwned) => ({ added: newCustomer.insert(isOwned) }),
  change: () => newCustomer.added,
  writes: {
    ...newCustomer.writes,
    entry: audit.entries({ action: "customers.add", details: newCustomer.details }),
  },
  endsWith: identifiers.areClaimed("changed"),
  frame: sql<object>`json_build_object()`,
  changed: newCustomer.changed,
});

/** The values that one call sends. */
export type AddCall = Parameters<typeof additions.refuse>[1];

type Identified = Pick<Identifiers, "email" | "mobileNumber"> & {
  readonly otherMemberIds: unknown;
  readonly details: unknown;
};

/** The columns of a call that depend on the new customer's ids. */
function idColumns({ caller }: CoreContext, of: Identified, { customer, memberId }: NewIds) {
  const { country } = caller.merchant;
  return {
    ...{ customer, memberId, idAsNumber: toE164(String(customer), country) },
    subject: `customer ${customer}`,
    identifiers: identifierEntries({ ...of, memberId } as Identifiers, country),
    details: { ...(of.details as object), memberId: { from: null, to: memberId } },
  };
}

/**
 * Adds a customer with a referral code and, if the input has none, a made Member ID. Writes an audit entry.
 * The membership starts today in the merchant's time zone. Refuses invalid input, such as no name, an invalid
 * number, or an identifier of another customer. The refusal's `field` names the input.
 */
export async function addCustomer(
  ctx: CoreContext,
  input: NewCustomer,
): Promise<{ readonly id: number }> {
  const fields = { ...input, ...readContacts(ctx, input), notes: input.notes ?? "" };
  const refusal = refuseFields(fields, null);
  if (refusal) throw new Failure(refusal);
  const { name, email, mobileNumber, memberId, otherMemberIds, gender, birthday, notes } = fields;
  // the Member ID has its place among the details, even if it is made later
  const all = { ...fields, memberId: "", isActive: true, status: 100, tags: [] };
  const identified = { email, mobileNumber, otherMemberIds, details: changesOf(null, all) };
  const customer = await ctx.ids.take(ctx.caller.merchant.id, "customers");
  const call: AddCall = {
    ...(await auditOf(ctx, { subject: "" })),
    ...{ ...identified, ...idColumns(ctx, identified, { customer, memberId }) },
    ...{ name, namesMemberId: memberId !== null, gender, birthday, notes },
    postalAddress: fields.address,
    referralCode: ctx.secrets.newVoucherCode(),
    ...keyOf(ctx),
  };
  const { changed } = await send(ctx, additions, call, {
    subjects: newCustomer.subjects,
    recordedAs: null,
  });
  return changed;
}
