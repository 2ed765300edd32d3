import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { addDays } from "../../holding/vouchers/voucher.rules.ts";
import type { RedeemInput } from "../../spending/redeeming/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import type { CallFacts, Holder, LimitFacts, Request, ShopFacts } from "./shop-facts.ts";

type Person = { readonly id: number; readonly email: string; readonly memberId: string };

/**
 * A merchant with two stores and two members. `makePast` and `makePresent` then give them what the facts
 * describe.
 */
export type Shop = {
  readonly t: OpenHarness;
  readonly facts: ShopFacts;
  readonly merchant: Merchant;
  readonly clockOffsetMs: number;
  readonly store: { readonly id: number; readonly code: string };
  readonly elsewhere: { readonly id: number };
  readonly people: readonly [Person, Person];
};

/** Redeems with an authorization that has not expired. No call of the world names the redeemed row. */
export type RedeemBefore = (ctx: CoreContext, holder: Holder, requestId: string) => Promise<void>;

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;
const holders: readonly Holder[] = [0, 1];

/** Makes the merchant, two stores and two customers with `stamps` stamps each. */
export async function makeShop(t: OpenHarness, facts: ShopFacts, stamps = 0): Promise<Shop> {
  const { given } = t;
  const { timezone } = facts;
  const merchant = await given.merchant({ timezone, redemptionPinAuthorization: true });
  return {
    t,
    facts,
    merchant,
    clockOffsetMs: facts.hours * 3_600_000,
    store: await given.store(merchant),
    elsewhere: await given.store(merchant),
    people: [
      await given.customer(merchant, {}, { stamps }),
      await given.customer(merchant, {}, { stamps }),
    ],
  };
}

/** Makes the authorizations, and the stored outcome of the key `k`, that the facts describe. */
export async function makePast(shop: Shop, redeem: RedeemBefore): Promise<void> {
  const { t, facts, merchant, clockOffsetMs, people } = shop;
  const redeemBefore = async (holder: Holder, requestId: string, ctx: CoreContext) => {
    const expiresAt = new Date(Date.now() + 2 * WEEK_MS).toISOString();
    const row = { customerId: people[holder].id, requestId, expiresAt };
    await t.given.authorization(merchant, row);
    await redeem(ctx, holder, requestId);
  };
  const makeRequest = async (kind: Request, holder: Holder, requestId: string) => {
    if (kind === "none") return;
    if (kind === "spent") return redeemBefore(holder, requestId, t.as(merchant));
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
  await redeemBefore(0, "before", ctx);
}

/** Changes the merchant, the store and the members to what the facts say. Writes only what differs. */
export async function makePresent({ t, facts, merchant, store, people }: Shop): Promise<void> {
  const { merchants, stores, customers, memberships } = schema;
  if (!facts.asksForPin)
    await t.db
      .update(merchants)
      .set({ redemptionPinAuthorization: false })
      .where(eq(merchants.id, merchant.id));
  if (facts.partialMayRedeem)
    await t.db
      .update(merchants)
      .set({ partialMayRedeem: true })
      .where(eq(merchants.id, merchant.id));
  if (!facts.storeIsActive)
    await t.db
      .update(stores)
      .set({ isActive: false })
      .where(and(eq(stores.merchantId, merchant.id), eq(stores.id, store.id)));
  for (const holder of holders) {
    const { id } = people[holder];
    const { isActive, isBlocked, status, isPartial } = facts.members[holder];
    if (!isActive || isPartial)
      await t.db
        .update(customers)
        .set({ isActive, registrationStatus: isPartial ? "Partial" : "Full" })
        .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id)));
    if (isBlocked || status !== 100)
      await t.db
        .update(memberships)
        .set({ isBlocked, status })
        .where(and(eq(memberships.merchantId, merchant.id), eq(memberships.customerId, id)));
  }
}

/**
 * Returns the values of columns that limit when (`days`), and where and through which channels (`places`), a
 * row can be redeemed.
 */
export function limitsOf(
  { facts: { timezone }, clockOffsetMs, store, elsewhere }: Shop,
  { isActive, startsIn, endsIn, stores, channels }: LimitFacts,
) {
  const today = new Intl.DateTimeFormat("sv", { timeZone: timezone }).format(
    Date.now() + clockOffsetMs,
  );
  const day = (days: number | null) => (days === null ? null : addDays(today, days));
  const places = { all: [], here: [store.id], elsewhere: [elsewhere.id] };
  return {
    days: { isActive, startDate: day(startsIn), endDate: day(endsIn) },
    places: { stores: places[stores], channels },
  };
}

/** The context and the input of a call. */
export type Call<Input> = { readonly ctx: CoreContext; readonly input: Input };

/** Returns the context of a call, and the fields of its input that all operations have. */
export function callIn(
  { t, merchant, clockOffsetMs, people, store, elsewhere }: Shop,
  call: CallFacts,
  user: Holder | "nobody",
): { readonly ctx: CoreContext; readonly input: RedeemInput } {
  const places = { here: [store.id], elsewhere: [elsewhere.id] };
  const { caller } =
    call.within === "all" ? t.as(merchant) : t.within(merchant, places[call.within]);
  const ctx = call.key === null ? t.as(merchant) : t.keyed(merchant, call.key, call.fingerprint);
  return {
    ctx: { ...ctx, caller, clockOffsetMs },
    input: {
      user: user === "nobody" ? "nobody@nowhere.test" : people[user][call.userBy],
      store: { id: store.id, code: store.code.toLowerCase(), nothing: "none" }[call.storeBy],
      channel: call.channel,
      invoiceNumber: "INV-1",
      extraData: call.extraData,
      requestId: call.request,
    },
  };
}

/** An id that no row has. Ids of `newId` are larger, and operations reserve a few ids, from 1. */
export const UNKNOWN_ID = 999;
