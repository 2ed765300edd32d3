import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import {
  type Guard,
  guardCases,
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  refusalOf,
  rowsOf,
  runFor,
  running,
  twoProcesses,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { listPaymentMethods } from "./payment-methods.sql.ts";
import { type MethodCall, operation, savePaymentMethods } from "./save-payment-method.sql.ts";
import { savePaymentMethod } from "./save-payment-method.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(savePaymentMethods);
const cash = { code: "Cash", name: "Cash", earns: true };

async function setting() {
  const merchant = await t.given.merchant();
  let calls = 0;
  const callFor = (code: string, change: Partial<MethodCall> = {}): MethodCall => ({
    ...{ code, codeKey: code.toUpperCase(), name: "New", earns: false },
    ...{ auditId: 1_000 + ++calls, actor: "token:1", subject: `payment method ${code}` },
    ...{ reason: null, address: null, key: null, fingerprint: null, ...change },
  });
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  return { merchant, ctx: t.as(merchant), callFor, run };
}

/** The details of a merchant's audit entries, the oldest first. */
async function changesIn(merchant: Merchant) {
  const entries = [...((await t.rows(merchant)).get("auditEntries")?.values() ?? [])];
  return entries.sort((one, other) => Number(one.id) - Number(other.id)).map((e) => e.details);
}

const keyed = { key: "k", fingerprint: "f" };

describe("what the audit log has as the value before", () => {
  const renamed = rowsOf("payment_methods", "name = 'Renamed'");
  test.each([
    ["is that of the locked row", savePaymentMethods, "Renamed"],
    ["without the lock is that of a row that is gone", without(/for no key update/g), "Cash"],
  ])("%s", async (_, statement, from) => {
    const { merchant, ctx, callFor, run } = await setting();
    await savePaymentMethod(ctx, cash);
    const saving = () => run(statement, [callFor("Cash")], "wait");
    expect(await whileItWaits(t, merchant.id, renamed, saving)).toEqual([true]);
    expect((await changesIn(merchant)).at(-1)).toMatchObject({ name: { from, to: "New" } });
  });

  const added = {
    lock: `insert into payment_methods (merchant_id, code_key, code, name)
      values ($1, 'CASH', 'cash', 'Other')`,
    change: "select $1::bigint",
  };
  const overwriting = without(
    /(?<=where not x\.is_known order by x\.code_key )(?=returning)/,
    `on conflict (merchant_id, code_key) do update
      set code = excluded.code, name = excluded.name, earns = excluded.earns `,
  );
  test.each([
    ["is that of a method that another transaction has just added", savePaymentMethods, "Other"],
    ["is missing if the method is overwritten instead", overwriting, null],
  ])("%s", async (_, statement, from) => {
    const { merchant, ctx } = await setting();
    const [process] = twoProcesses(t).map((each) => running(each, statement));
    if (!process) throw new Error("there are two processes");
    await whileItWaits(t, merchant.id, added, () =>
      savePaymentMethod({ ...ctx, writing: process }, cash),
    );
    expect(await listPaymentMethods(ctx)).toEqual([cash]);
    expect((await changesIn(merchant)).at(-1)).toMatchObject({ name: { from, to: "Cash" } });
  });

  test("follows from the entry before it, for 40 saves of two processes", async () => {
    const { merchant, ctx } = await setting();
    const processes = twoProcesses(t);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const writing = processes[n % 2] ?? ctx.writing;
        return savePaymentMethod({ ...ctx, writing }, { ...cash, name: `Cash ${n}` });
      }),
    );
    const names = (await changesIn(merchant)).map(
      (details) => (details as { name: { from: string | null; to: string } }).name,
    );
    const next = new Map(names.map(({ from, to }) => [from, to]));
    // each entry's old name is the new name of the entry before it: one chain, from null to the stored name
    let last: string | null | undefined = null;
    for (let n = 0; n < 40; n++) last = next.get(last ?? null);
    expect([next.size, last]).toEqual([40, (await listPaymentMethods(ctx))[0]?.name]);
  });
});

test("calls of one batch for several methods each change their own", async () => {
  const { ctx, callFor, run } = await setting();
  await savePaymentMethod(ctx, { ...cash, code: "A" });
  await savePaymentMethod(ctx, { ...cash, code: "B" });
  const calls = ["A", "B", "C", "D"].map((code) => callFor(code, { name: `New ${code}` }));
  expect(await run(savePaymentMethods, calls)).toEqual([true, true, true, true]);
  expect(await listPaymentMethods(ctx)).toEqual(
    calls.map(({ code, name, earns }) => ({ code, name, earns })),
  );
});

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", savePaymentMethods, [true, false]],
    [
      "without the guard the statement fails",
      without(/\(of_code_key = 1 [^)]*\)/, "true"),
      "23505",
    ],
  ])("a code: %s", async (_, statement, done) => {
    const { callFor, run } = await setting();
    expect(await run(statement, [callFor("Gift"), callFor("GIFT")])).toEqual(done);
  });

  test.each([
    ["one is done", savePaymentMethods, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { callFor, run } = await setting();
    expect(await run(statement, [callFor("A", keyed), callFor("B", keyed)])).toEqual(done);
  });
});

describe("a key that another call writes while the statement waits", () => {
  const guard = (place: string) =>
    new RegExp(`(?<=${place} where )\\(l\\.key is null or exists \\(select 1 from owned\\)\\)`);
  const guards: readonly Guard[] = [
    {
      ...{ what: "the call", change: keyOf(operation), instead: "true" },
      guard: guard("as outcome from locked l"),
    },
  ];
  test.each(guardCases(savePaymentMethods, guards))("$what: $says", async (one) => {
    const { merchant, callFor, run } = await setting();
    const saving = () => run(one.statement, [callFor("Cash", keyed)], "wait");
    expect(await whileItWaits(t, merchant.id, one.change, saving)).toEqual(one.expected);
  });

  test.each([
    ["nothing is written", savePaymentMethods, 0],
    [
      "without the guard it is written for another's key",
      without(guard("join calls c on c\\.n = l\\.n"), "true"),
      1,
    ],
  ])("%s", async (_, statement, rows) => {
    const { merchant, ctx, callFor, run } = await setting();
    const saving = () => run(statement, [callFor("Cash", keyed)], "wait");
    await whileItWaits(t, merchant.id, keyOf(operation), saving);
    expect(await listPaymentMethods(ctx)).toHaveLength(rows);
  });
});

describe("a method that another transaction holds does not hold up the batch", () => {
  async function withOneHeld(statement: typeof savePaymentMethods) {
    const { merchant, ctx, callFor, run } = await setting();
    await savePaymentMethod(ctx, cash);
    const lock = "select 1 from payment_methods where merchant_id = $1 for update";
    const calls = [callFor("Free"), callFor("Cash")];
    return whileHeld(t, merchant.id, lock, () => run(statement, calls));
  }
  test("the other call is done", async () => {
    expect(await withOneHeld(savePaymentMethods)).toEqual([true, false]);
  });
  test("without the guard it waits", async () => {
    expect(await withOneHeld(without(/skip locked/))).toBe("waits");
  });
});

test("a call by a key is done once, and another call with its key is refused", async () => {
  const { merchant, ctx } = await setting();
  await savePaymentMethod(t.keyed(merchant, "k"), cash);
  await savePaymentMethod(ctx, { ...cash, earns: false });
  await savePaymentMethod(t.keyed(merchant, "k"), cash);
  expect(await listPaymentMethods(ctx)).toEqual([{ ...cash, earns: false }]);
  const reused = savePaymentMethod(t.keyed(merchant, "k", "another"), cash);
  expect((await refusalOf(reused)).code).toBe("idempotency_key_reused");
});

test("is bound to its merchant: another's method of the same code stays as it is", async () => {
  const [one, other] = [await setting(), await setting()];
  await savePaymentMethod(one.ctx, cash);
  await savePaymentMethod(other.ctx, { ...cash, earns: false });
  await savePaymentMethod(other.ctx, { ...cash, name: "Coins" });
  expect(await listPaymentMethods(one.ctx)).toEqual([cash]);
});
