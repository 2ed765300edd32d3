import { expect, test } from "vitest";
import { adjustStamps } from "../../earning/awards/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { expireStamps } from "./expire-stamps.ts";
import { insertExpiry, readLedger } from "./ledger.sql.ts";

const t = harnessOfFile();

test("a call that read an older ledger writes no expiry", async () => {
  const merchant = await t.given.merchant({ stampsValidDays: 0 });
  const customer = await t.given.customer(merchant);
  const ctx = t.as(merchant);
  await adjustStamps(ctx, { customerId: customer.id, delta: 5, reason: "test" });
  const late = t.as(merchant, { clockOffsetMs: 2 * 86_400_000 });
  const old = await readLedger(late, customer.id);
  if (!old) throw new Error("the member has a ledger");
  await expireStamps(late, customer.id);
  const expiry = { stamps: 5, next: null };
  await insertExpiry(late, customer.id, old, expiry);
  const current = await readLedger(late, customer.id);
  expect(current?.entries.map(({ cause }) => cause)).toEqual(["adjustment", "expiry"]);
  // negative control: with the current entry number, the write would take the stamps twice. A constraint
  // refuses that.
  const forged = { ...old, entryNumber: current?.entryNumber ?? 0 };
  await expect(insertExpiry(late, customer.id, forged, expiry)).rejects.toMatchObject({
    code: "23514",
  });
});
