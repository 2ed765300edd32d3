import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { CoreContext, Merchant } from "../context.ts";
import { type RedeemVoucherInput, redeemVoucher } from "../redeeming/index.ts";
import { addDays } from "../redemptions/voucher.rules.ts";
import type { OpenHarness } from "./open-harness.ts";
import type { Request, VoucherWorldFacts } from "./voucher-worlds.ts";

/** A call with the context that it is made in. */
export type WorldCall = { readonly ctx: CoreContext; readonly input: RedeemVoucherInput };

/** Redeems the voucher of a past call. */
type Redeem = (ctx: CoreContext, input: RedeemVoucherInput) => Promise<unknown>;

/** A world in the database. */
export type VoucherWorld = {
  readonly merchant: Merchant;
  readonly people: readonly [Person, Person];
  /** The ids of the vouchers. */
  readonly vouchers: readonly number[];
  readonly calls: readonly WorldCall[];
};

type Holder = 0 | 1;
type Person = { readonly id: number; readonly email: string; readonly memberId: string };
type World = {
  readonly t: OpenHarness;
  readonly facts: VoucherWorldFacts;
  readonly merchant: Merchant;
  readonly clockOffsetMs: number;
  readonly store: { readonly id: number; readonly code: string };
  readonly elsewhere: { readonly id: number };
  readonly people: readonly [Person, Person];
  readonly redeem: Redeem;
};

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;
const holders: readonly Holder[] = [0, 1];

/**
 * Makes a world as the facts have it. Equal facts make worlds that differ in ids and names only.
 * `redeem` made the past calls, each with a voucher of 10.00.
 */
export async function makeVoucherWorld(
  t: OpenHarness,
  facts: VoucherWorldFacts,
  redeem: Redeem = redeemVoucher,
): Promise<VoucherWorld> {
  const { given } = t;
  const { timezone } = facts;
  const merchant = await given.merchant({ timezone, redemptionPinAuthorization: true });
  const world: World = {
    t,
    facts,
    merchant,
    clockOffsetMs: facts.hours * 3_600_000,
    store: await given.store(merchant),
    elsewhere: await given.store(merchant),
    people: [await given.customer(merchant), await given.customer(merchant)],
    redeem,
  };
  await makePast(world);
  const vouchers = await makeVouchers(world);
  await makePresent(world);
  const calls = facts.calls.map((call) => callOf(world, vouchers, call));
  return { merchant, people: world.people, vouchers, calls };
}

/** Authorizations, and what is kept under a key. Until `makePresent` everybody may redeem. */
async function makePast(world: World) {
  const { t, facts, merchant, clockOffsetMs, people } = world;
  const makeRequest = async (kind: Request, holder: Holder, requestId: string) => {
    if (kind === "none") return;
    if (kind === "spent") return redeemBefore(world, holder, requestId, t.as(merchant));
    const from = Date.now() + clockOffsetMs + (kind === "live" ? 10 : -10) * MINUTE_MS;
    const row = { customerId: people[holder].id, requestId };
    await t.given.authorization(merchant, { ...row, expiresAt: new Date(from).toISOString() });
  };
  for (const holder of holders)
    for (const requestId of ["a", "b"] as const)
      await makeRequest(facts.members[holder].requests[requestId], holder, requestId);
  if (facts.kept === "nothing") return;
  const age = WEEK_MS + (facts.kept === "old" ? MINUTE_MS : -MINUTE_MS);
  const ctx = { ...t.keyed(merchant, "k"), clockOffsetMs: clockOffsetMs - age };
  await redeemBefore(world, 0, "before", ctx);
}

/** Redeems a voucher that no call of the world names, with an authorization. */
async function redeemBefore(world: World, holder: Holder, requestId: string, ctx: CoreContext) {
  const { t, merchant, people, store, redeem } = world;
  const { id, email } = people[holder];
  const expiresAt = new Date(Date.now() + 2 * WEEK_MS).toISOString();
  await t.given.authorization(merchant, { customerId: id, requestId, expiresAt });
  const template = await t.given.template(merchant);
  const worth = { value: "10.00", remainingValue: "10.00" };
  const row = { customerId: id, voucherTemplateId: template.id, ...worth };
  const { id: voucher } = await t.given.voucher(merchant, row);
  const nothing = { invoiceNumber: null, channel: null, extraData: null };
  await redeem(ctx, { ...nothing, user: email, store: store.id, voucher, requestId });
}

async function makeVouchers({ t, facts, merchant, clockOffsetMs, ...world }: World) {
  const today = new Intl.DateTimeFormat("sv", { timeZone: facts.timezone }).format(
    Date.now() + clockOffsetMs,
  );
  const day = (days: number | null) => (days === null ? null : addDays(today, days));
  const places = { all: [], here: [world.store.id], elsewhere: [world.elsewhere.id] };
  const ids: number[] = [];
  for (const { owner, isRedeemed, left, ...voucher } of facts.vouchers) {
    const template = await t.given.template(merchant, {
      stores: places[voucher.stores],
      channels: voucher.channels,
    });
    const remaining = isRedeemed ? "0.00" : left;
    const { id } = await t.given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: owner === null ? null : world.people[owner].id,
      isActive: voucher.isActive,
      startDate: day(voucher.startsIn),
      endDate: day(voucher.endsIn),
      redeemedAt: isRedeemed ? new Date().toISOString() : null,
      ...(left === null ? {} : { value: "10.00", remainingValue: remaining }),
    });
    ids.push(id);
  }
  return ids;
}

async function makePresent({ t, facts, merchant, store, people }: World) {
  const { merchants, stores, customers, memberships } = schema;
  await t.db
    .update(merchants)
    .set({ redemptionPinAuthorization: facts.asksForPin })
    .where(eq(merchants.id, merchant.id));
  await t.db
    .update(stores)
    .set({ isActive: facts.storeIsActive })
    .where(and(eq(stores.merchantId, merchant.id), eq(stores.id, store.id)));
  for (const holder of holders) {
    const { id } = people[holder];
    const { isActive, isBlocked, status } = facts.members[holder];
    await t.db
      .update(customers)
      .set({ isActive })
      .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id)));
    await t.db
      .update(memberships)
      .set({ isBlocked, status })
      .where(and(eq(memberships.merchantId, merchant.id), eq(memberships.customerId, id)));
  }
}

function callOf(
  { t, facts, merchant, clockOffsetMs, people, store, elsewhere }: World,
  vouchers: readonly number[],
  call: VoucherWorldFacts["calls"][number],
): WorldCall {
  const index = call.voucher === "unknown" ? null : call.voucher;
  const owner = (index === null ? null : facts.vouchers[index].owner) ?? 0;
  const person = people[call.user === "other" ? ((1 - owner) as Holder) : owner];
  const places = { here: [store.id], elsewhere: [elsewhere.id] };
  const { caller } =
    call.within === "all" ? t.as(merchant) : t.within(merchant, places[call.within]);
  const ctx = call.key === null ? t.as(merchant) : t.keyed(merchant, call.key, call.fingerprint);
  return {
    ctx: { ...ctx, caller, clockOffsetMs },
    input: {
      user: call.user === "nobody" ? "nobody@nowhere.test" : person[call.userBy],
      store: { id: store.id, code: store.code.toLowerCase(), nothing: "none" }[call.storeBy],
      voucher: (index === null ? null : vouchers[index]) ?? UNKNOWN_VOUCHER,
      channel: call.channel,
      invoiceNumber: "INV-1",
      extraData: call.extraData,
      requestId: call.request,
    },
  };
}

/** Below every id that a test gives. */
const UNKNOWN_VOUCHER = 999;
