import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import type { CoreContext, Merchant } from "../context.ts";
import { type RedeemVoucherInput, redeemVoucher } from "../redeeming/index.ts";
import type { RedeemInput } from "../redemptions/index.ts";
import { addDays } from "../redemptions/voucher.rules.ts";
import type { OpenHarness } from "./open-harness.ts";
import type { Request, VoucherWorldFacts } from "./voucher-worlds.ts";

/** A call with the context that it is made in. */
export type WorldCall = { readonly ctx: CoreContext; readonly input: RedeemVoucherInput };

/** Redeems the voucher of a past call. */
type Redeem = (ctx: CoreContext, input: RedeemVoucherInput) => Promise<unknown>;

export type Holder = 0 | 1;
type Person = { readonly id: number; readonly email: string; readonly memberId: string };

/** What the facts say about the shop and its members. */
export type SceneFacts = Omit<VoucherWorldFacts, "vouchers" | "calls">;

/** A shop with two members. */
export type World = {
  readonly t: OpenHarness;
  readonly facts: SceneFacts;
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

/** Makes a world as the facts have it. Equal facts make worlds that differ in ids and names only. */
export async function makeVoucherWorld(
  t: OpenHarness,
  facts: VoucherWorldFacts,
): Promise<{ readonly merchant: Merchant; readonly calls: readonly WorldCall[] }> {
  const world = await makeShop(t, facts, redeemVoucher);
  await makePast(world);
  const vouchers = await makeVouchers(world, facts.vouchers);
  await makePresent(world);
  const { merchant } = world;
  return { merchant, calls: facts.calls.map((call) => callOf(world, facts, vouchers, call)) };
}

/** Makes the shop and its members. `redeem` makes the past calls. */
export async function makeShop(t: OpenHarness, facts: SceneFacts, redeem: Redeem): Promise<World> {
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
    people: [await given.customer(merchant), await given.customer(merchant)],
    redeem,
  };
}

/** Authorizations, and what is kept under a key. Until `makePresent` everybody may redeem. */
export async function makePast(world: World) {
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
  const row = { customerId: id, voucherTemplateId: template.id };
  const { id: voucher } = await t.given.voucher(merchant, row);
  const nothing = { invoiceNumber: null, channel: null, extraData: null };
  await redeem(ctx, { ...nothing, user: email, store: store.id, voucher, requestId });
}

/** The limits of something that can be redeemed, as columns. */
export function limitsOf(
  { facts, clockOffsetMs, store, elsewhere }: World,
  limits: Pick<
    VoucherWorldFacts["vouchers"][number],
    "startsIn" | "endsIn" | "stores" | "channels"
  >,
) {
  const today = new Intl.DateTimeFormat("sv", { timeZone: facts.timezone }).format(
    Date.now() + clockOffsetMs,
  );
  const day = (days: number | null) => (days === null ? null : addDays(today, days));
  const places = { all: [], here: [store.id], elsewhere: [elsewhere.id] };
  return {
    days: { startDate: day(limits.startsIn), endDate: day(limits.endsIn) },
    places: { stores: places[limits.stores], channels: limits.channels },
  };
}

async function makeVouchers(world: World, vouchers: VoucherWorldFacts["vouchers"]) {
  const { t, merchant } = world;
  const ids: number[] = [];
  for (const { owner, isRedeemed, left, ...voucher } of vouchers) {
    const { days, places } = limitsOf(world, voucher);
    const template = await t.given.template(merchant, places);
    const remaining = isRedeemed ? "0.00" : left;
    const { id } = await t.given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: owner === null ? null : world.people[owner].id,
      isActive: voucher.isActive,
      ...days,
      redeemedAt: isRedeemed ? new Date().toISOString() : null,
      ...(left === null ? {} : { value: "10.00", remainingValue: remaining }),
    });
    ids.push(id);
  }
  return ids;
}

/** Sets who may redeem, and whether a PIN is needed. */
export async function makePresent({ t, facts, merchant, store, people }: World) {
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
  world: World,
  { vouchers }: VoucherWorldFacts,
  ids: readonly number[],
  { voucher, user, extraData, ...call }: VoucherWorldFacts["calls"][number],
): WorldCall {
  const index = voucher === "unknown" ? null : voucher;
  const owner = (index === null ? null : vouchers[index].owner) ?? 0;
  const holder = user === "other" ? ((1 - owner) as Holder) : owner;
  const { ctx, input } = partsOfCall(world, user === "nobody" ? null : holder, call);
  const id = (index === null ? null : ids[index]) ?? UNKNOWN_VOUCHER;
  return { ctx, input: { ...input, extraData, voucher: id } };
}

/** The context of a call, and its input without what is redeemed. `holder` is null for nobody. */
export function partsOfCall(
  { t, merchant, clockOffsetMs, people, store, elsewhere }: World,
  holder: Holder | null,
  call: Omit<VoucherWorldFacts["calls"][number], "voucher" | "user" | "extraData">,
): { readonly ctx: CoreContext; readonly input: RedeemInput } {
  const places = { here: [store.id], elsewhere: [elsewhere.id] };
  const { caller } =
    call.within === "all" ? t.as(merchant) : t.within(merchant, places[call.within]);
  const ctx = call.key === null ? t.as(merchant) : t.keyed(merchant, call.key, call.fingerprint);
  return {
    ctx: { ...ctx, caller, clockOffsetMs },
    input: {
      user: holder === null ? "nobody@nowhere.test" : people[holder][call.userBy],
      store: { id: store.id, code: store.code.toLowerCase(), nothing: "none" }[call.storeBy],
      channel: call.channel,
      invoiceNumber: "INV-1",
      extraData: null,
      requestId: call.request,
    },
  };
}

/** Below every id that a test gives. */
const UNKNOWN_VOUCHER = 999;
