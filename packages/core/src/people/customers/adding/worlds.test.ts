import { schema } from "@stampbook/db";
import { and, eq, min } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import type { CoreContext } from "../../../foundation/context.ts";
import { compareCalls } from "../../../testing/comparing/compare-calls.ts";
import { type Expected, expectedFirst, kindOf } from "../../../testing/comparing/expected-first.ts";
import { todayOf } from "../../../testing/comparing/read-shop.ts";
import { testWorlds } from "../../../testing/comparing/run-worlds.ts";
import { findKeptOutcome } from "../../../testing/find-kept-outcome.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { withFixedSecrets } from "../../../testing/worlds/members/fixed-secrets.ts";
import { impossibleBirthdays } from "../../../testing/worlds/members/member-facts.ts";
import { mostly } from "../../../testing/worlds/shop-facts.ts";
import {
  callsOf,
  makeOffice,
  officeCallFacts,
  officeFacts,
} from "../../../testing/worlds/staff-worlds.ts";
import { identifierEntries } from "../identifiers/identifiers.rules.ts";
import { readContacts } from "../identifiers/read-contacts.ts";
import { type AddSeen, refuseAdd } from "./add-customer.rules.ts";
import { operation } from "./add-customer.sql.ts";
import { addCustomer, type NewCustomer } from "./add-customer.ts";

/** One mobile number and one email are also in `cards`, so that a Member ID can read as either. */
const emails = ["ani@example.com", " Budi@Example.com "];
const numbers = ["0812 0000 0201", "+6281200000202"];
const cards = ["A-1", "A-2", "081200000201", "budi@example.com"];

const identifierFacts = {
  email: fc.constantFrom(null, null, ...emails),
  mobileNumber: fc.constantFrom(null, null, ...numbers),
  memberId: fc.constantFrom(null, null, ...cards),
  otherMemberIds: fc.subarray(cards, { maxLength: 2 }),
};

const worlds = fc.record({
  ...officeFacts,
  /** A customer who already exists. */
  existing: fc.record(identifierFacts),
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      ...identifierFacts,
      name: fc.constantFrom("Ani", "“é” \\ \n"),
      birthday: mostly<string | null>([null, "1990-02-28"], impossibleBirthdays, 6),
    }),
  ),
});
type Facts = typeof worlds extends fc.Arbitrary<infer F> ? F : never;

type Call = { readonly ctx: CoreContext; readonly input: NewCustomer };

const person = { gender: "female", address: "Jl Raya 1", birthday: null };
const nobody = { ...person, email: null, mobileNumber: null, memberId: null };

async function makeWorld(t: OpenHarness, facts: Facts) {
  const { merchant, ctxOf, makePresent } = await makeOffice(t, facts);
  await makePresent((ctx) => addCustomer(withFixedSecrets(ctx, 9), { ...nobody, name: "Before" }));
  await addCustomer(withFixedSecrets(t.as(merchant), 8), {
    ...person,
    ...facts.existing,
    name: "Existing",
  });
  const calls = facts.calls.map(
    ({ key, fingerprint, ...fields }, n): Call => ({
      ctx: withFixedSecrets(ctxOf({ key, fingerprint }), n),
      input: { ...person, ...fields },
    }),
  );
  return { merchant, calls };
}

/** Predicts the result of a call: applies the rules to rows that it reads without the statement. */
async function judge(t: OpenHarness, { ctx, input }: Call) {
  const { customerIdentifiers: identifiers, levels } = schema;
  const { id: merchantId, country } = ctx.caller.merchant;
  const wanted = identifierEntries(readContacts(ctx, input), country);
  const [lowest] = await t.db
    .select({ level: min(levels.level) })
    .from(levels)
    .where(eq(levels.merchantId, merchantId));
  const taken = [];
  for (const { form, value } of wanted) {
    const [row] = await t.db
      .select({ isReserved: identifiers.isReserved })
      .from(identifiers)
      .where(
        and(
          eq(identifiers.merchantId, merchantId),
          eq(identifiers.form, form),
          eq(identifiers.value, value),
        ),
      );
    if (row) taken.push({ form, value, ...row });
  }
  const kept = await findKeptOutcome(ctx, operation);
  const seen: AddSeen = {
    ...{ level: lowest?.level ?? null, taken, isIdTaken: false },
    ...{ memberIdPrefix: "M", today: todayOf(ctx), kept },
  };
  const subjects = wanted.map(({ form, value }) => `${form} ${value}`);
  return {
    seen,
    refusal: refuseAdd(seen, input.birthday, wanted),
    subjects,
    isIncomplete: !input.memberId,
  };
}

async function compare(t: OpenHarness, facts: Facts, met: Set<string>) {
  const { expected } = await compareCalls<NewCustomer, AddSeen, Expected<AddSeen>>(t, {
    makeWorld: () => makeWorld(t, facts),
    expectedFirst: (calls) => expectedFirst(calls, (call) => judge(t, call)),
    expectSeen: (seen, one) => expect(seen).toEqual(one.seen),
    verb: addCustomer,
    numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
  });
  for (const one of expected) met.add(kindOf(one));
}

/** The kinds of cases that the generated test data must contain. */
const all = ["again", "done", "incomplete", "invalid", "kept"];

testWorlds(worlds, { all }, compare);
