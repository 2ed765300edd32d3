import { connect, type Db, schema } from "@stampbook/db";
import { and, eq, sql } from "drizzle-orm";
import { shop } from "../stage/things.ts";
import type { Work } from "../works/index.ts";
import type { RivalConfig } from "./config.ts";
import type { Redeem, Redeemed, RedeemInput } from "./types.ts";

const { customers, memberships, merchants, redemptionLines, redemptions } = schema;
const { rewards, stampEntries, stores, vouchers, voucherTemplates, voucherValueEntries } = schema;
const merchantId = shop.merchant;

/** Returns a function that redeems as an ORM would: in a transaction, step by step. */
export async function openInteractive(config: RivalConfig, work: Work): Promise<Redeem> {
  const { db } = await connect({ url: config.url }, { connections: config.connections });
  const redeem = { "redeem-voucher": spend, "deduct-value": deduct, "redeem-reward": charge }[
    work.name
  ];
  let redemption = config.firstRedemption;
  return (input) => {
    const id = redemption++;
    return db.transaction((tx) => redeem(tx, input, id));
  };
}

type Step = (tx: Db, input: RedeemInput, id: number) => Promise<Redeemed>;

const spend: Step = async (tx, input, id) => {
  const { store, customer } = await enter(tx, input);
  const { voucher, template } = await lockVoucher(tx, input.voucher ?? 0);
  if (voucher.customerId !== customer.id || voucher.redeemedAt || !voucher.isActive)
    throw new Error("not redeemable");
  const where = and(eq(vouchers.merchantId, merchantId), eq(vouchers.id, voucher.id));
  await tx.update(vouchers).set({ redeemedAt: sql`clock_timestamp()` }).where(where);
  await tx.insert(redemptions).values({
    merchantId,
    id,
    kind: "voucher",
    customerId: customer.id,
    storeId: store.id,
    name: template.name,
    redeemedBy: "token:1",
  });
  await tx.insert(redemptionLines).values({
    merchantId,
    redemptionId: id,
    line: 1,
    voucherId: voucher.id,
    name: template.name,
    spendsVoucher: true,
  });
  return { id, name: template.name, stampsUsed: 0, changed: voucher };
};

const deduct: Step = async (tx, input, id) => {
  const { store, customer } = await enter(tx, input);
  const { voucher, template } = await lockVoucher(tx, input.voucher ?? 0);
  const value = Number(input.value);
  const rest = Number(voucher.remainingValue) - value;
  if (voucher.customerId !== customer.id || voucher.redeemedAt || rest < 0)
    throw new Error("not redeemable");
  const where = and(eq(vouchers.merchantId, merchantId), eq(vouchers.id, voucher.id));
  await tx
    .update(vouchers)
    .set({
      remainingValue: rest.toFixed(2),
      ...(rest === 0 ? { redeemedAt: sql`clock_timestamp()` } : {}),
    })
    .where(where);
  await tx.insert(redemptions).values({
    merchantId,
    id,
    kind: "voucher_value",
    customerId: customer.id,
    storeId: store.id,
    name: template.name,
    redeemedBy: "token:1",
  });
  await tx.insert(redemptionLines).values({
    merchantId,
    redemptionId: id,
    line: 1,
    voucherId: voucher.id,
    name: template.name,
    value: value.toFixed(2),
  });
  await tx.insert(voucherValueEntries).values({
    merchantId,
    voucherId: voucher.id,
    cause: "redemption",
    causeId: id,
    delta: (-value).toFixed(2),
  });
  return { id, name: template.name, stampsUsed: 0, changed: { rest } };
};

const charge: Step = async (tx, input, id) => {
  const { store, customer } = await enter(tx, input);
  const [reward] = await tx
    .select()
    .from(rewards)
    .where(and(eq(rewards.merchantId, merchantId), eq(rewards.id, input.reward ?? 0)));
  const mine = and(eq(memberships.merchantId, merchantId), eq(memberships.customerId, customer.id));
  const [membership] = await tx.select().from(memberships).where(mine).for("update");
  if (!reward?.isActive || !membership || membership.stamps < reward.stampsToRedeem)
    throw new Error("not redeemable");
  const cost = reward.stampsToRedeem;
  const stamps = membership.stamps - cost;
  const entryNumber = membership.entryNumber + 1;
  await tx.update(memberships).set({ stamps, entryNumber }).where(mine);
  await tx.insert(redemptions).values({
    merchantId,
    id,
    kind: "reward",
    customerId: customer.id,
    storeId: store.id,
    name: reward.name,
    stampsUsed: cost,
    redeemedBy: "token:1",
  });
  await tx.insert(redemptionLines).values({
    merchantId,
    redemptionId: id,
    line: 1,
    rewardId: reward.id,
    name: reward.name,
    stampsUsed: cost,
  });
  await tx.insert(stampEntries).values({
    merchantId,
    customerId: customer.id,
    cause: "redemption",
    causeId: id,
    delta: -cost,
    number: entryNumber,
    day: new Date().toISOString().slice(0, 10),
  });
  return { id, name: reward.name, stampsUsed: cost, changed: { stamps } };
};

async function enter(tx: Db, input: RedeemInput) {
  const [merchant] = await tx.select().from(merchants).where(eq(merchants.id, merchantId));
  const [store] = await tx
    .select()
    .from(stores)
    .where(and(eq(stores.merchantId, merchantId), eq(stores.id, Number(input.store))));
  const [found] = await tx
    .select()
    .from(customers)
    .innerJoin(
      memberships,
      and(
        eq(memberships.merchantId, customers.merchantId),
        eq(memberships.customerId, customers.id),
      ),
    )
    .where(and(eq(customers.merchantId, merchantId), eq(customers.email, String(input.user))));
  if (!merchant || !store?.isActive || !found || found.memberships.isBlocked)
    throw new Error("not redeemable");
  return { store, customer: found.customers };
}

async function lockVoucher(tx: Db, id: number) {
  const [found] = await tx
    .select()
    .from(vouchers)
    .innerJoin(
      voucherTemplates,
      and(
        eq(voucherTemplates.merchantId, vouchers.merchantId),
        eq(voucherTemplates.id, vouchers.voucherTemplateId),
      ),
    )
    .where(and(eq(vouchers.merchantId, merchantId), eq(vouchers.id, id)))
    .for("update", { of: vouchers });
  if (!found) throw new Error("no such voucher");
  return { voucher: found.vouchers, template: found.voucher_templates };
}
