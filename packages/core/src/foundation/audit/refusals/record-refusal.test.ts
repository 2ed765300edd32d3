import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import type { Refusal } from "../../failures.ts";
import { recordRefusal } from "../index.ts";

const t = harnessOfFile();

const call = {
  operation: "redemptions.redeemReward",
  subject: "reward 4",
  storeId: 32,
  customerId: 7,
};
const refusal: Refusal = {
  code: "insufficient_stamps",
  message: "Not enough stamps: has 2, needs 3",
  rule: "membership holds the stamps",
  expected: "3",
  found: "2",
};

async function kept(parts: Partial<Refusal> = {}, ofCall: Partial<typeof call> | object = {}) {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-05-04T12:00:00Z") });
  await recordRefusal(ctx, { ...call, ...ofCall }, { ...refusal, ...parts });
  const { refusals } = schema;
  return t.db.select().from(refusals).where(eq(refusals.merchantId, merchant.id));
}

test("a refusal is kept whole, with who called and when by the context's clock", async () => {
  expect(await kept()).toEqual([
    {
      ...call,
      ...refusal,
      merchantId: expect.any(Number),
      id: expect.any(Number),
      caller: "token:1",
      createdAt: expect.stringMatching(/^2027-05-04 12:00:/),
    },
  ]);
});

test("what it does not know is null", async () => {
  const [row] = await kept(
    { code: "invalid_user", rule: "customer exists" },
    { storeId: null, customerId: null },
  );
  expect(row).toMatchObject({ storeId: null, customerId: null });
});

test.each(["message", "expected", "found"] as const)("a long %s is cut", async (part) => {
  const [row] = await kept({ [part]: "é".repeat(600) });
  expect(row?.[part]).toBe("é".repeat(500));
});
