import { schema } from "@stampbook/db";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAward, cancelAward, deductStamps } from "../../../earning/awards/index.ts";
import {
  cancelRedemption,
  deductValue,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
} from "../../../spending/redeeming/index.ts";
import { createHarness, type Harness } from "../../../testing/index.ts";
import type { Merchant } from "../../context.ts";
import { runAudit } from "../index.ts";

let database: TestDatabase;
let h: Harness;
beforeAll(async () => {
  database = await createTestDatabase();
  h = createHarness(database.db);
});
afterAll(() => database.close());

const plain = { invoiceNumber: null, channel: null, extraData: null, requestId: null };

/** Makes a merchant with a redemption of each kind, a canceled redemption, two awards and a deduction. */
async function busyMerchant(harness: Harness) {
  const { given } = harness;
  const m = await given.merchant();
  const store = (await given.store(m)).id;
  const c = await given.customer(m, {}, { stamps: 20 });
  const ctx = harness.as(m);
  const t = await given.template(m);
  const dynamic = await given.template(m, { isDynamic: true, value: "10.00" });
  const who = { ...plain, user: c.email, store };
  const carrying = await given.reward(m, { stampsToRedeem: 3, voucherTemplateId: t.id });
  const reward = await redeemReward(ctx, { ...who, reward: carrying.id, qty: 2, stamps: null });
  const whole = await given.voucher(m, { voucherTemplateId: t.id, customerId: c.id });
  const voucher = await redeemVoucher(ctx, { ...who, voucher: whole.id });
  const value = await given.voucher(m, {
    voucherTemplateId: dynamic.id,
    customerId: c.id,
    value: "10.00",
    remainingValue: "10.00",
  });
  const deduction = await deductValue(ctx, { ...who, voucher: value.id, value: "4.00" });
  const promo = await given.promoCode(m, { maxUses: 5, maxUsesPerCustomer: 2 });
  const code = await redeemPromoCode(ctx, { ...who, promoCode: promo.code });
  const other = await given.voucher(m, { voucherTemplateId: t.id, customerId: c.id });
  const canceled = await redeemVoucher(ctx, { ...who, voucher: other.id });
  await cancelRedemption(ctx, {
    redemptionId: canceled.redemption.id,
    createReplacementVoucher: true,
  });
  const gift = { user: c.email, store: null, stamps: 4, notes: null, expiresOn: null };
  const { award: open } = await addAward(ctx, gift);
  const { award: takenBack } = await addAward(ctx, gift);
  await cancelAward(ctx, { user: c.email, award: takenBack.id });
  await deductStamps(ctx, { user: c.email, stamps: 1, notes: "a test" });
  return { open, takenBack, m, c, reward, voucher, whole, value, deduction, promo, code, canceled };
}

const broken = async (m: Merchant) => [
  ...new Set((await runAudit(database.db, m.id)).map(({ invariant }) => invariant.split(" ")[0])),
];

/** Returns SQL that adds a stamp to each membership of the merchant, with an entry in the stamp ledger. */
const entryOf = (m: Merchant, cause: SQL, expiresOn: SQL) => sql`with ms as (
    update memberships set stamps = stamps + 1, entry_number = entry_number + 1
    where merchant_id = ${m.id} returning *)
  insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day, expires_on)
  select merchant_id, customer_id, ${cause}, 999999, 1, entry_number, current_date, ${expiresOn} from ms`;

test("an orderly history breaks nothing", async () => {
  const { m } = await busyMerchant(h);
  expect(await runAudit(database.db, m.id)).toEqual([]);
});

describe("a planted fault is found", () => {
  type Busy = Awaited<ReturnType<typeof busyMerchant>>;
  const faults: [string, string[], (b: Busy) => ReturnType<typeof sql>][] = [
    [
      "a spent voucher opened",
      ["I1"],
      ({ m, whole }) =>
        sql`update vouchers set redeemed_at = null where merchant_id = ${m.id} and id = ${whole.id}`,
    ],
    [
      "a voucher closed by nobody",
      ["I1"],
      ({ m, canceled }) =>
        sql`update vouchers set redeemed_at = clock_timestamp() where merchant_id = ${m.id} and replaces_redemption_id = ${canceled.redemption.id}`,
    ],
    [
      "a booking matched with nobody",
      ["R"],
      ({ m, voucher }) =>
        sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people, customer_id)
          select ${m.id}, 1, r.store_id, 'x@example.com', '2030-01-01', '12:00', '0812', 2, 999999
          from redemptions r where r.merchant_id = ${m.id} and r.id = ${voucher.redemption.id}`,
    ],
    [
      "a booking with a revision that nobody made",
      ["R"],
      ({ m, voucher }) =>
        sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people, revision,
            recorded_revision, decided_by, decided_at)
          select ${m.id}, 1, r.store_id, 'x@example.com', '2030-01-01', '12:00', '0812', 2, 2, 2, 'staff:a', now()
          from redemptions r where r.merchant_id = ${m.id} and r.id = ${voucher.redemption.id}`,
    ],
    [
      "a spent voucher moved to nobody",
      ["I1"],
      ({ m, whole }) =>
        sql`update vouchers set customer_id = null where merchant_id = ${m.id} and id = ${whole.id}`,
    ],
    [
      "a value that grew",
      ["I2"],
      ({ m, value }) =>
        sql`update vouchers set remaining_value = remaining_value + 1 where merchant_id = ${m.id} and id = ${value.id}`,
    ],
    [
      "a value entry without its redemption",
      ["I2"],
      ({ m, value }) =>
        sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta) values (${m.id}, ${value.id}, 'redemption', 999999, 0)`,
    ],
    [
      "a deduction without its entry",
      ["I2"],
      ({ m, value }) =>
        sql`delete from voucher_value_entries where merchant_id = ${m.id} and voucher_id = ${value.id} and cause = 'redemption'`,
    ],
    [
      "stamps from nowhere",
      ["I3"],
      ({ m }) => sql`update memberships set stamps = stamps + 1 where merchant_id = ${m.id}`,
    ],
    [
      "a charge without its entry",
      ["I3"],
      ({ m }) =>
        sql`delete from stamp_entries where merchant_id = ${m.id} and cause = 'redemption'`,
    ],
    [
      "an entry without its redemption",
      ["I3"],
      ({ m, c }) =>
        sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day) values (${m.id}, ${c.id}, 'redemption', 999999, 0, 999, current_date)`,
    ],
    [
      "an entry of an award that is not there",
      ["I3"],
      ({ m }) => entryOf(m, sql`'award'`, sql`null`),
    ],
    [
      "an award of more than it gave",
      ["I3"],
      ({ m, open }) =>
        sql`update stamp_awards set stamps = stamps + 1 where merchant_id = ${m.id} and id = ${open.id}`,
    ],
    [
      "an award that is open, though it was taken back",
      ["I3"],
      ({ m, takenBack }) =>
        sql`update stamp_awards set canceled_at = null, canceled_by = null where merchant_id = ${m.id} and id = ${takenBack.id}`,
    ],
    [
      "a deduction of more than it took",
      ["I3"],
      ({ m }) => sql`update stamp_deductions set stamps = stamps + 1 where merchant_id = ${m.id}`,
    ],
    [
      "a number above the membership's count",
      ["I3"],
      ({ m }) => sql`update memberships set entry_number = 1 where merchant_id = ${m.id}`,
    ],
    [
      "stamps that expire before they are looked at",
      ["I3"],
      ({ m }) => entryOf(m, sql`'adjustment'`, sql`date '2026-12-31'`),
    ],
    [
      "a use that nobody made",
      ["I4"],
      ({ m }) => sql`update promo_codes set uses = uses + 1 where merchant_id = ${m.id}`,
    ],
    [
      "a use that was not counted for the customer",
      ["I4"],
      ({ m }) => sql`delete from promo_code_uses where merchant_id = ${m.id}`,
    ],
    [
      "a cancel that gave no stamps back",
      ["I5"],
      ({ m, reward }) =>
        sql`update redemptions set status = 'Canceled', canceled_at = now() where merchant_id = ${m.id} and id = ${reward.redemption.id}`,
    ],
    [
      "a cancel that gave no value back",
      ["I5"],
      ({ m, deduction }) =>
        sql`update redemptions set status = 'Canceled', canceled_at = now() where merchant_id = ${m.id} and id = ${deduction.redemption.id}`,
    ],
    [
      "a cancel that gave no use back",
      ["I4"],
      ({ m, code }) =>
        sql`update redemptions set status = 'Canceled', canceled_at = now() where merchant_id = ${m.id} and id = ${code.redemption.id}`,
    ],
    [
      "a replacement for a live redemption",
      ["I5"],
      ({ m, canceled }) =>
        sql`update redemptions set status = 'Created', canceled_at = null where merchant_id = ${m.id} and id = ${canceled.redemption.id}`,
    ],
    [
      "lines that cost more than the redemption",
      ["I6"],
      ({ m, reward }) =>
        sql`update redemption_lines set stamps_used = stamps_used + 1 where merchant_id = ${m.id} and redemption_id = ${reward.redemption.id}`,
    ],
    [
      "a redemption without lines",
      ["I1", "I6"],
      ({ m, voucher }) =>
        sql`delete from redemption_lines where merchant_id = ${m.id} and redemption_id = ${voucher.redemption.id}`,
    ],
    [
      "an authorization spent for another request",
      ["I9"],
      ({ m, c, voucher }) =>
        sql`insert into redemption_authorizations (merchant_id, id, customer_id, request_id, expires_at, spent_by_redemption_id) values (${m.id}, 999999, ${c.id}, 'other', now() + interval '1 hour', ${voucher.redemption.id})`,
    ],
    [
      "a key without an outcome",
      ["I11"],
      ({ m }) =>
        sql`insert into idempotency_keys (merchant_id, operation, key, fingerprint) values (${m.id}, 'x', 'k', 'f')`,
    ],
    [
      "a store that is not there",
      ["R"],
      ({ m, voucher }) =>
        sql`update redemptions set store_id = 1 where merchant_id = ${m.id} and id = ${voucher.redemption.id}`,
    ],
    [
      "a reward that is not there",
      ["R"],
      ({ m }) =>
        sql`update redemption_lines set reward_id = 1 where merchant_id = ${m.id} and reward_id is not null`,
    ],
  ];
  test.each(faults)("%s", async (_, expected, plant) => {
    const busy = await busyMerchant(h);
    await database.db.execute(plant(busy));
    expect(await broken(busy.m)).toEqual(expected);
  });
});

test("another merchant's fault is told only if no merchant is named", async () => {
  const [one, two] = [await busyMerchant(h), await busyMerchant(h)];
  await database.db
    .update(schema.memberships)
    .set({ stamps: 999 })
    .where(sql`merchant_id = ${one.m.id}`);
  expect(await runAudit(database.db, two.m.id)).toEqual([]);
  const told = await runAudit(database.db);
  expect(told.map(({ merchantId }) => merchantId)).toContain(one.m.id);
});
