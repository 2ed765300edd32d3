import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Guard,
  guardCases,
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import { keyWritten } from "../../testing/known-guards.ts";
import { operation, type WithdrawalCall, withdrawals } from "./withdraw-voucher.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: statements without their guard wrote wrong rows.
afterAll(() => t?.open.close());

const without = guardless(withdrawals);

async function setting() {
  const merchant = await t.given.merchant();
  const { id: voucherTemplateId } = await t.given.template(merchant);
  /** Makes a call that withdraws a new voucher. */
  const call = async (changes: Partial<WithdrawalCall> = {}): Promise<WithdrawalCall> => ({
    voucher: (await t.given.voucher(merchant, { voucherTemplateId })).id,
    auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
    ...{ actor: "token:1", subject: "voucher", reason: "a test", address: null },
    ...{ key: null, fingerprint: null },
    ...changes,
  });
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return { merchant, call, run: runFor(t, place) };
}

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", withdrawals, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const keyed = { key: "k", fingerprint: "f" };
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one leaves its key", withdrawals, 1],
    ["without the guard both do", without(/\(of_voucher_id = 1 [^)]*\)/, "true"), 2],
  ])("a voucher: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    const first = await call({ key: "one", fingerprint: "f" });
    const { voucher } = first;
    await run(statement, [first, await call({ key: "two", fingerprint: "f", voucher })]);
    expect((await t.rows(merchant)).get("idempotencyKeys")?.size).toBe(keys);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const guards: readonly Guard[] = [
    {
      what: "the voucher is withdrawn",
      change: rowsOf("vouchers", "is_active = false"),
      guard: /v\.is_active and (?=v\.redeemed_at is null for)/,
    },
    {
      what: "the voucher is redeemed",
      change: rowsOf("vouchers", "redeemed_at = now()"),
      guard: / and v\.redeemed_at is null(?= for)/,
    },
    keyWritten(operation),
  ];

  test.each(guardCases(withdrawals, guards))(
    "$what: $says",
    async ({ change, statement, expected }) => {
      const { merchant, call, run } = await setting();
      const only = await call({ key: "k", fingerprint: "f" });
      const running = () => run(statement, [only], "wait");
      expect(await whileItWaits(t, merchant.id, change, running)).toEqual(expected);
    },
  );
});
