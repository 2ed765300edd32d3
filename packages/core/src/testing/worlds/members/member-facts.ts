import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { guessSubject } from "../../../entering/access/index.ts";
import type { CoreContext, Merchant } from "../../../foundation/context.ts";
import { identifierEntries, readContacts } from "../../../people/customers/index.ts";
import type { OpenHarness } from "../../open-harness.ts";
import { mostly } from "../shop-facts.ts";

// Facts for worlds of registrations and of profile changes.

/** Identifiers in worlds. Two of the Member IDs (`cards`) are also an email or a mobile number. */
export const emails = ["ani@example.com", " Budi@Example.com "] as const;
export const numbers = ["0812 0000 0201", "+6281200000202"] as const;
export const cards = ["A-1", "A-2", "081200000201", "budi@example.com"] as const;

/** Days that no birthday can be. */
export const impossibleBirthdays = ["1899-12-31", "2999-01-01"] as const;

/** Random identifiers of one customer. Null: the customer has none of that form. */
export const identifierFacts = {
  email: fc.constantFrom(null, null, ...emails),
  mobileNumber: fc.constantFrom(null, null, ...numbers),
  memberId: fc.constantFrom(null, null, ...cards),
};

/** The caller's wrong guesses before its calls. The calls of a world add too few to reach the limit. */
export const guessesFact = mostly<"none" | "some" | "before" | "all">(
  ["none", "some", "before"],
  ["all"],
  6,
);

const guessesOf = {
  some: { count: 50, ageMs: 0 },
  before: { count: 60, ageMs: 61_000 },
  all: { count: 60, ageMs: 0 },
} as const;

/** Writes the guesses of a caller. */
export async function makeGuesses(
  { db }: OpenHarness,
  { caller, clockOffsetMs }: CoreContext,
  guesses: "none" | keyof typeof guessesOf,
): Promise<void> {
  if (guesses === "none") return;
  const { count, ageMs } = guessesOf[guesses];
  const windowStart = new Date(Date.now() + clockOffsetMs - ageMs).toISOString();
  const row = { merchantId: caller.merchant.id, subject: guessSubject(caller) };
  await db.insert(schema.attemptCounters).values({ ...row, windowStart, count });
}

/** Returns those of the `wanted` identifiers that belong to another customer than `customerId`. */
export async function findTaken(
  { db }: OpenHarness,
  { id: merchantId }: Merchant,
  wanted: readonly Pick<ReturnType<typeof identifierEntries>[number], "form" | "value">[],
  customerId = 0,
) {
  const { customerIdentifiers: rows } = schema;
  const taken = [];
  for (const { form, value } of wanted) {
    const isMeant = and(eq(rows.form, form), eq(rows.value, value));
    const [row] = await db
      .select()
      .from(rows)
      .where(and(eq(rows.merchantId, merchantId), isMeant));
    if (row && row.customerId !== customerId)
      taken.push({ form, value, isReserved: row.isReserved });
  }
  return taken;
}

/** Returns the identifier entries for contacts as a caller types them. */
export function entriesOf(
  ctx: CoreContext,
  contacts: Parameters<typeof readContacts>[1],
): ReturnType<typeof identifierEntries> {
  return identifierEntries(readContacts(ctx, contacts), ctx.caller.merchant.country);
}
