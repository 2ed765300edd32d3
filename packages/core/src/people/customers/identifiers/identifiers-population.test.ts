import fc from "fast-check";
import { expect, it } from "vitest";
import { runAudit } from "../../../foundation/audit/index.ts";
import { Failure } from "../../../foundation/failures.ts";
import { addCustomer } from "../../../members/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { meansFor } from "../../../testing/index.ts";
import { editCustomer, toE164 } from "../index.ts";

const t = harnessOfFile();

/** Few values in many spellings, so that they collide. */
const texts = [
  ...["0812000002", "0812000003"].flatMap((number) => [
    `${number}01`,
    `+62${number.slice(1)}01`,
    `62${number.slice(1)}01`,
    `${number.slice(0, 4)}-${number.slice(4)}01`,
  ]),
  ...["ani@example.com", "ANI@example.com", "budi@example.com"],
  ...["M1", "m1", "007", "1", "2", "3", "4", "5", "6"],
];
const emails = texts.filter((text) => text.includes("@"));
const numbers = texts.filter((text) => toE164(text, "ID") !== null);

const nullable = (values: readonly string[]) =>
  fc.option(fc.constantFrom(...values), { freq: 2, nil: null });
const fields = fc.record({
  email: nullable(emails),
  mobileNumber: nullable(numbers),
  memberId: nullable(texts),
  otherMemberIds: fc.uniqueArray(fc.constantFrom(...texts), { maxLength: 2 }),
});
const steps = fc.array(fc.record({ fields, edits: fc.option(fc.nat({ max: 5 }), { nil: null }) }), {
  minLength: 2,
  maxLength: 8,
});

type Population = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

type Person = {
  id: number;
  email: string | null;
  mobileNumber: string | null;
  memberIds: readonly string[];
};

const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * The rule of decisions, section 3. A text is looked up as an email, Member ID, mobile number and key, in
 * this order. A number in this test is always a customer's key.
 */
function declared(people: readonly Person[], probe: string | number): number | null {
  const key = people.find(({ id }) => String(id) === String(probe))?.id ?? null;
  if (typeof probe === "number") return key;
  const by = (has: (person: Person) => boolean) => people.find(has)?.id;
  const number = toE164(probe, "ID");
  return (
    by(({ email }) => email === probe.toLowerCase()) ??
    by(({ memberIds }) => memberIds.some((memberId) => isAlike(memberId, probe))) ??
    by(({ mobileNumber }) => number !== null && mobileNumber === number) ??
    key
  );
}

/** Returns all customers with an email, Member ID or mobile number that the text can mean. */
function readable(people: readonly Person[], probe: string): number[] {
  const number = toE164(probe, "ID");
  const matches = ({ email, mobileNumber, memberIds }: Person) =>
    email === probe.toLowerCase() ||
    (number !== null && mobileNumber === number) ||
    memberIds.some((memberId) => isAlike(memberId, probe));
  return people.filter(matches).map(({ id }) => id);
}

async function grow(population: Population) {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const people: Person[] = [];
  const plain = { name: "Ani", gender: "", address: "", birthday: null };
  for (const { fields, edits } of population) {
    const { email, mobileNumber, memberId, otherMemberIds } = fields;
    const { id: before } = people[edits ?? -1] ?? { id: null };
    try {
      const id = before ?? (await addCustomer(ctx, { ...plain, ...fields })).id;
      if (before !== null) await editCustomer(ctx, { customerId: before, ...fields });
      const person = {
        id,
        email: email?.toLowerCase() ?? null,
        mobileNumber: mobileNumber && toE164(mobileNumber, "ID"),
        memberIds: [...(memberId === null ? [] : [memberId]), ...otherMemberIds],
      };
      const index = people.findIndex((other) => other.id === id);
      if (index < 0) people.push(person);
      else people[index] = person;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
  return { merchant, ctx, people };
}

it("M7 (T20): no text means two customers, and each reaches the one that the rule names", async () => {
  let collided = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (population) => {
      const { merchant, ctx, people } = await grow(population);
      if (people.length < population.length) collided += 1;
      for (const probe of [...texts, ...people.flatMap(({ id }) => [id, String(id)])]) {
        expect(await meansFor(ctx, probe), String(probe)).toBe(declared(people, probe));
        if (typeof probe === "string")
          expect(readable(people, probe).length, probe).toBeLessThanOrEqual(1);
      }
      expect(await runAudit(t.db, merchant.id)).toEqual([]);
    }),
    { numRuns: 40 },
  );
  expect(collided, "the populations collide").toBeGreaterThan(5);
}, 120_000);
