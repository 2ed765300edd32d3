import { GuardRefused, schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  guessesOfToken,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { basisOf, type ChangeProfileSeen } from "./change-profile.rules.ts";
import { type ChangeProfileCall, operation, profileChanges } from "./change-profile.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(profileChanges);
const subject = "guesses token:1";

/** Makes a merchant. `call` adds a member, and returns a call that gives the member a Member ID. */
async function setting() {
  const merchant = await t.given.merchant();
  const place = { merchantId: merchant.id, offsetMs: 0 };
  let calls = 0;
  const member = () => t.given.customer(merchant, { name: "Ani", memberId: null });
  const call = async (changes: Partial<ChangeProfileCall> = {}): Promise<ChangeProfileCall> => {
    const value = `CARD-${++calls}`;
    const reading: ChangeProfileCall = {
      customer: changes.customer ?? (await member()).id,
      ...{ email: null, memberId: null, mobileNumber: null, firstId: null, computedFrom: null },
      changes: { member_id: value },
      claimed: [{ form: "memberId", value, isReserved: false }],
      ...{ freed: [], hasIdentifiers: true, notices: [], spendings: [], details: {} },
      ...{ ...guessesOfToken(), auditId: calls, actor: "token:1", subject: "", reason: null },
      ...{ address: null, key: null, fingerprint: null },
    };
    const [row] = await profileChanges.run(t.db, place, [reading], "wait");
    if (!row || row.isDone) throw new Error("it only reads until it is computed");
    return { ...reading, computedFrom: basisOf(row.seen as ChangeProfileSeen), ...changes };
  };
  const run = runFor(t, place);
  const nameOf = async (id: unknown) => {
    const { customers } = schema;
    const mine = and(eq(customers.merchantId, merchant.id), eq(customers.id, Number(id)));
    const [row] = await t.db.select().from(customers).where(mine);
    return row?.name;
  };
  return { merchant, member, call, run, nameOf };
}

const keyed = { key: "k", fingerprint: "f" };
const card = (value: string) => ({
  changes: { member_id: value },
  claimed: [{ form: "memberId", value, isReserved: false }],
});

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", profileChanges, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one leaves its key", profileChanges, 1],
    ["without the guard both do", without(/\(of_customer_id = 1 [^)]*\)/, "true"), 2],
  ])("a member: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    const name = { changes: { name: "Budi" }, claimed: [], hasIdentifiers: false };
    const first = await call({ ...name, key: "one", fingerprint: "f" });
    const same = { customer: first.customer, computedFrom: first.computedFrom };
    await run(statement, [first, { ...first, ...same, key: "two", auditId: 99 }]);
    expect((await t.rows(merchant)).get("idempotencyKeys")?.size).toBe(keys);
  });

  const isFirst =
    /(?<=b )where not exists \(select 1 from wanted w where w\.n = b\.n and w\.place > 1\)/;
  test.each([
    ["one is done", profileChanges, [true, false]],
    ["without the guard the statement fails", without(isFirst), "23505"],
  ])("a new Member ID: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const calls = [await call(card("SAME")), await call(card("SAME"))];
    expect(await run(statement, calls)).toEqual(done);
  });
});

describe("what is there before the call", () => {
  test.each([
    ["is not done", profileChanges, [false]],
    ["without the guard the statement fails", without(/ and taken\.list is null/), "23505"],
  ])("another member has the Member ID: it %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const owner = await call(card("TAKEN"));
    expect(await run(profileChanges, [owner])).toEqual([true]);
    expect(await run(statement, [await call(card("TAKEN"))])).toEqual(done);
  });

  const mayGuess = /\(not c\.has_identifiers or coalesce\(g\.count < g\.most, true\)\)/;
  test.each([
    ["is not done", profileChanges, [false]],
    ["without the guard it is", without(mayGuess, "true"), [true]],
  ])("the token has guessed too often: it %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    const windowStart = new Date().toISOString();
    await t.db
      .insert(schema.attemptCounters)
      .values({ merchantId: merchant.id, subject, windowStart, count: 60 });
    expect(await run(statement, [only])).toEqual(done);
  });

  test.each([
    ["name", "Cici"],
    ["extraData", '{"till": 4}'],
  ])("the %s is another than it was computed from: it is not done", async (field, value) => {
    const { call, run } = await setting();
    const only = await call();
    const from = { ...(only.computedFrom as object), [field]: value };
    expect(await run(profileChanges, [{ ...only, computedFrom: from }])).toEqual([false]);
  });
});

describe("what belongs to others, or is not meant", () => {
  /** Returns the identifiers with their customers, and the customers with open one-time passwords. */
  async function found(merchantId: number) {
    const { customerIdentifiers: rows, oneTimePasswords: passwords } = schema;
    const identifiers = await t.db.select().from(rows).where(eq(rows.merchantId, merchantId));
    const open = await t.db.select().from(passwords).where(eq(passwords.merchantId, merchantId));
    return {
      identifiers: identifiers.map(
        ({ customerId, form, value }) => `${customerId} ${form} ${value}`,
      ),
      open: open.map(({ customerId }) => customerId),
    };
  }

  test("a value that another has in another form is free, and one's own is", async () => {
    const { merchant, member, call, run } = await setting();
    const [other, own] = [await member(), await member()];
    const value = "AYU@EXAMPLE.COM";
    const taken = { merchantId: merchant.id, form: "email", value, customerId: other.id };
    await t.db.insert(schema.customerIdentifiers).values(taken);
    expect(await run(profileChanges, [await call(card(value))])).toEqual([true]);
    const mine = { merchantId: merchant.id, form: "memberId", value: "MINE", customerId: own.id };
    await t.db.insert(schema.customerIdentifiers).values({ ...mine, isReserved: true });
    const again = await call({ ...card("MINE"), customer: own.id });
    expect(await run(profileChanges, [again])).toEqual([true]);
  });

  test("what is freed goes, and the member's other forms and values stay", async () => {
    const { merchant, member, call, run } = await setting();
    const { id } = await member();
    const mine = { merchantId: merchant.id, customerId: id };
    const rows = [
      ["memberId", "OLD"],
      ["memberId", "KEPT"],
      ["mobileNumber", "OLD"],
    ] as const;
    for (const [form, value] of rows)
      await t.db.insert(schema.customerIdentifiers).values({ ...mine, form, value });
    const freed = [{ form: "memberId", value: "OLD" }];
    expect(await run(profileChanges, [await call({ customer: id, freed })])).toEqual([true]);
    const { identifiers } = await found(merchant.id);
    expect(identifiers).not.toContain(`${id} memberId OLD`);
    for (const kept of ["memberId KEPT", "mobileNumber OLD"])
      expect(identifiers).toContain(`${id} ${kept}`);
  });

  test("a new identifier voids the member's one-time passwords, a new name none", async () => {
    const { merchant, call, run } = await setting();
    const renamed = await call({ changes: { name: "Budi" }, claimed: [], hasIdentifiers: false });
    const changed = await call();
    const { id: other } = await t.given.customer(merchant);
    const ids = [renamed.customer, changed.customer, other].map(Number);
    for (const customerId of ids)
      await t.db.insert(schema.oneTimePasswords).values({
        ...{ merchantId: merchant.id, customerId, purpose: "pin", mac: "any" },
        expiresAt: "2100-01-01T00:00:00Z",
      });
    expect(await run(profileChanges, [renamed, changed])).toEqual([true, true]);
    expect((await found(merchant.id)).open.sort()).toEqual([renamed.customer, other].sort());
  });

  test("a call that is answered by its key does not hold up another of the member", async () => {
    const { call, run } = await setting();
    const first = await call(keyed);
    expect(await run(profileChanges, [first])).toEqual([true]);
    const { customer } = first;
    const [again, next] = [await call({ ...keyed, customer }), await call({ customer })];
    expect(await run(profileChanges, [again, next])).toEqual([false, true]);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const isSomebody = / and u\.anonymized_at is null(?=\s+and \(jsonb)/;
  const isSame = /\s+and \(jsonb_build_object\([^)]*\) \|\| [^)]*\)\) = b\.basis/;
  const anonymized = rowsOf("customers", "anonymized_at = now()");
  const renamed = rowsOf("customers", "name = 'Cici'");
  test.each([
    ["the member is anonymized: it is not done", anonymized, profileChanges, [false]],
    ["the same without the guard: it is done", anonymized, without(isSomebody), [true]],
    ["the profile changes: it is not done", renamed, profileChanges, [false]],
    ["the same without the guard: it is done", renamed, without(isSame), [true]],
  ])("%s", async (_, change, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(done);
  });

  const isOwned =
    /(?<=c\.changes is not null and )\(l\.key is null or exists \(select 1 from owned\)\)/;
  test.each([
    ["nothing is written", profileChanges, "Ani"],
    ["without the guard the profile changes for another's key", without(isOwned, "true"), "Budi"],
  ])("the key is written: %s", async (_, statement, name) => {
    const { merchant, call, run, nameOf } = await setting();
    const only = await call({ ...keyed, changes: { name: "Budi" }, claimed: [] });
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual([false]);
    expect(await nameOf(only.customer)).toBe(name);
  });

  // the other member has the value as a further Member ID, so no unique index of `customers` refuses it
  const isWhole = /case when \(select count\(\*\) from claimed\) =[\s\S]*$/;
  test.each([
    ["the statement is rolled back", profileChanges, new GuardRefused("identifiers"), "Ani"],
    [
      "without the guard it has a Member ID that finds another",
      without(isWhole, "true"),
      [true],
      "Budi",
    ],
  ])("the value is taken: %s", async (_, statement, done, name) => {
    const { merchant, member, call, run, nameOf } = await setting();
    const other = await member();
    const { claimed } = card("LATE");
    const only = await call({ changes: { name: "Budi", member_id: "LATE" }, claimed });
    const change = {
      lock: `insert into customer_identifiers (merchant_id, form, value, customer_id)
        values ($1, 'memberId', 'LATE', ${other.id})`,
      change: "select $1::bigint",
    };
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(done);
    expect(await nameOf(only.customer)).toBe(name);
  });
});

describe("a member whom another transaction holds does not hold up the batch", () => {
  async function withOneHeld(table: string, column: string, statement: typeof profileChanges) {
    const { merchant, call, run } = await setting();
    const [free, held] = [await call(), await call()];
    const lock = `select 1 from ${table} where merchant_id = $1 and ${column} = ${held.customer} for update`;
    return whileHeld(t, merchant.id, lock, () => run(statement, [free, held]));
  }
  test.each([
    [
      "memberships",
      "customer_id",
      /(?<=customer_id = b\.customer_id\s+for no key update )skip locked/,
    ],
    ["customers", "id", /(?<== b\.basis\s+for no key update )skip locked/],
  ] as const)("%s", async (table, column, guard) => {
    expect(await withOneHeld(table, column, profileChanges)).toEqual([true, false]);
    expect(await withOneHeld(table, column, without(guard))).toBe("waits");
  });
});
