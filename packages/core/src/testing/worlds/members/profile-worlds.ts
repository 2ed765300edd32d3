import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import type { CoreContext } from "../../../foundation/context.ts";
import { addCustomer, type ProfileChange } from "../../../members/index.ts";
import type { OpenHarness } from "../../open-harness.ts";
import { mostly } from "../shop-facts.ts";
import { callsOf, makeOffice, officeCallFacts, officeFacts, type Person } from "../staff-worlds.ts";
import { withFixedSecrets } from "./fixed-secrets.ts";
import {
  cards,
  emails,
  guessesFact,
  identifierFacts,
  impossibleBirthdays,
  makeGuesses,
  numbers,
} from "./member-facts.ts";

/** Random merchants with four customers, and calls that change profiles. */
export const profileWorlds = fc.record({
  ...officeFacts,
  guesses: guessesFact,
  hasTemplate: fc.boolean(),
  tellsChanges: mostly([true], [false], 3),
  /** The fourth customer. */
  existing: fc.record(identifierFacts),
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      who: mostly<Person>([0, 0, 1, 2], ["nobody"], 8),
      mayIdentify: mostly([true], [false], 6),
      name: fc.constantFrom(null, "Ani", "“é” \\ \n"),
      birthday: mostly<string | null>([null, "1990-02-28", "none"], impossibleBirthdays, 6),
      notes: fc.constantFrom(null, "Nut allergy “é”"),
      allowNewsletters: fc.constantFrom(null, true, false),
      email: fc.constantFrom(null, null, emails[0], emails[1].trim(), "new@example.com"),
      mobileNumber: fc.constantFrom(null, null, ...numbers),
      memberId: mostly([null, null, null, ...cards], ["A@"], 10),
      extraData: fc.constantFrom(null, null, { till: 4, note: "“é” \\ \n" }),
    }),
  ),
});
export type ProfileFacts = typeof profileWorlds extends fc.Arbitrary<infer Facts> ? Facts : never;

/** A change of a member's profile. */
export type ProfileChangeMade = { readonly user: number; readonly change: ProfileChange };

type Call = { readonly ctx: CoreContext; readonly input: ProfileChangeMade };

const nothing: ProfileChange = {
  ...{ name: null, gender: null, birthday: null, address: null, postalCode: null },
  notes: null,
  ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
  ...{ email: null, mobileNumber: null, memberId: null, extraData: null },
};

/**
 * Makes the world of these facts. `before` changes a profile with the key `k`, if the facts have a stored
 * outcome.
 */
export async function makeProfileWorld(
  t: OpenHarness,
  facts: ProfileFacts,
  before: (ctx: CoreContext, user: number, change: ProfileChange) => Promise<unknown>,
) {
  const { merchant, idOf, ctxOf, makePresent } = await makeOffice(t, facts);
  const { id: merchantId } = merchant;
  const words = { subject: "Your {{credential}}", body: "{{customer_name}}, at {{time}}" };
  for (const code of facts.hasTemplate ? ["credential_changed", "other"] : ["other"])
    await t.db
      .insert(schema.messageTemplates)
      .values({ merchantId, code, channel: "email", ...words });
  await t.db
    .update(schema.merchants)
    .set({ notifyCredentialChanges: facts.tellsChanges })
    .where(eq(schema.merchants.id, merchantId));
  const person = { gender: "female", address: "Jl Raya 1", birthday: null };
  await addCustomer(withFixedSecrets(t.as(merchant), 8), {
    ...person,
    ...facts.existing,
    name: "Existing",
  });
  await makePresent((ctx) => before(ctx, idOf(0), { ...nothing, gender: "male" }));
  await makeUnfinished(t, merchantId, [idOf(0), idOf(1)]);
  await makeGuesses(t, ctxOf({ key: null, fingerprint: "f" }), facts.guesses);
  const calls: Call[] = [];
  for (const { who, mayIdentify, key, fingerprint, ...change } of facts.calls) {
    const scopes = mayIdentify ? ["*" as const] : ["members.write" as const];
    const caller = { kind: "token", merchant, tokenId: 1, scopes, stores: null } as const;
    const ctx = { ...(await withAuditId(ctxOf({ key, fingerprint }), merchantId)), caller };
    calls.push({ ctx, input: { user: idOf(who), change: { ...nothing, ...change } } });
  }
  return { merchant, calls };
}

/** Stores a one-time password for each of the members, and removes the last member's name. */
async function makeUnfinished(
  { db }: OpenHarness,
  merchantId: number,
  ids: readonly number[],
): Promise<void> {
  const { customers, oneTimePasswords } = schema;
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  for (const customerId of ids)
    await db
      .insert(oneTimePasswords)
      .values({ merchantId, customerId, purpose: "pin", mac: "some", expiresAt });
  await db
    .update(customers)
    .set({ name: "", registrationStatus: "Partial" })
    .where(and(eq(customers.merchantId, merchantId), eq(customers.id, ids.at(-1) ?? 0)));
}

/** Reserves the id of the call's audit entry now, so that ids are in the order of the calls. */
async function withAuditId(ctx: CoreContext, merchantId: number): Promise<CoreContext> {
  const auditId = await ctx.ids.take(merchantId, "audit_entries");
  const take: CoreContext["ids"]["take"] = async (merchantId, counter) =>
    counter === "audit_entries" ? auditId : ctx.ids.take(merchantId, counter);
  return { ...ctx, ids: { ...ctx.ids, take } };
}
