import { describe, expect, it } from "vitest";
import { listAuditEntries, readPulse } from "../../../foundation/audit/index.ts";
import type { Caller } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain } from "../../../testing/index.ts";
import { getRedemption } from "../../history/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { cancelRedemption } from "./cancel-redemption.ts";

// The calls have an invoice number instead of the redemption's id. The audit entry must still have the id.

describe("a cancel by the invoice number", () => {
  const t = harnessOfFile();

  /** Makes a redemption and cancels it. Returns its store and another store of the merchant. */
  async function canceled() {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const elsewhere = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 10 });
    const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
    const input = { ...plain, user: customer.email, store: store.id, reward: reward.id, qty: 1 };
    const call = { ...input, stamps: null, invoiceNumber: "INV-7" };
    const { redemption } = await redeemReward(t.as(merchant), call);
    const caller: Caller = { kind: "staff", merchant, userId: "u1", role: "manager", stores: null };
    const cancel = () =>
      cancelRedemption(t.as(merchant, { caller }), {
        redemptionId: { invoiceNumber: "INV-7", store: null, businessDay: null },
        createReplacementVoucher: false,
        reason: "Wrong drink",
      });
    const pulseIn = async ({ id }: typeof store) =>
      (await readPulse(t.within(merchant, [id]))).cancel;
    expect(await pulseIn(store)).toBe(null);
    await cancel();
    return { merchant, store, elsewhere, id: redemption.id, pulseIn };
  }

  it("is on the redemption's record, with its reason and its security event", async () => {
    const { merchant, id } = await canceled();
    expect(await getRedemption(t.as(merchant), id)).toMatchObject({
      status: "Canceled",
      cancelReason: "Wrong drink",
    });
    const filter = { from: "2020-01-01", to: "2100-01-01", actor: null, action: null, text: null };
    const subject = `redemption ${id}`;
    const { items } = await listAuditEntries(t.as(merchant), {
      ...{ ...filter, subject, after: null, limit: 10 },
    });
    expect(items).toMatchObject([{ action: "redemptions.cancel", reason: "Wrong drink" }]);
    const events = await t.db.query.securityEvents.findMany({
      where: (row, { eq }) => eq(row.merchantId, merchant.id),
    });
    expect(events).toMatchObject([{ what: "redemption-canceled", subject }]);
  });

  it("reaches staff of its store live, and no others", async () => {
    const { store, elsewhere, pulseIn } = await canceled();
    expect(await pulseIn(store)).toEqual(expect.any(Number));
    expect(await pulseIn(elsewhere)).toBe(null);
  });
});
