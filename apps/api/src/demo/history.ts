import type { CoreContext } from "@stampbook/core/context";
import { cancelRedemption } from "@stampbook/core/redeeming";
import { addSale, cancelSale } from "@stampbook/core/sales";
import { actsOn } from "./acts.ts";
import { keepBookings } from "./bookings.ts";
import { closingOf, dateInJakarta, datesUntil, daysBetween } from "./calendar.ts";
import { draw, pick } from "./draw.ts";
import { redeemOnVisit, type Wallet } from "./redeem.ts";
import { refuseOn } from "./refusals.ts";
import { openShop, roleIn, type Shop } from "./shop.ts";
import { demoStores } from "./stores.ts";
import { type Visit, visitsOn } from "./visits.ts";

const MINUTE_MS = 60_000;
/**
 * The last days whose sales are recorded one by one, as a till does. Those of earlier days are recorded
 * together after closing, in one statement for each day.
 */
const DAYS_ONE_BY_ONE = 3;

const reasons = [
  "Pressed twice",
  "Wrong member",
  "The customer changed their mind",
  "Entered at the wrong till",
];

/**
 * Records eight weeks of the demo merchant until now, with the functions that API calls and the console use,
 * and with the clock set back. Sales and bookings are recorded side by side, each one call after another:
 * with more connections, PostgreSQL would plan each statement more often.
 */
export async function makeDemoHistory(till: CoreContext, now: number): Promise<void> {
  const shop = await openShop(till, { now, today: dateInJakarta(now) });
  const parts = [trade(shop), keepBookings(shop)];
  await Promise.allSettled(parts);
  await Promise.all(parts);
}

/** Records what happens at the tills, day by day. */
async function trade(shop: Shop): Promise<void> {
  const wallets = new Map<string, Wallet>();
  for (const date of datesUntil(shop.today)) {
    await actsOn(shop, date);
    await tradeOn(shop, date, wallets);
    await refuseOn(shop, date);
  }
}

async function tradeOn(shop: Shop, date: string, wallets: Map<string, Wallet>): Promise<void> {
  const visits = demoStores
    .flatMap((store) => visitsOn(store, date, shop.today))
    .filter(({ moment }) => moment <= shop.now)
    .toSorted((one, other) => one.moment - other.moment);
  const isRecent = daysBetween(date, shop.today) <= DAYS_ONE_BY_ONE;
  for (const visit of visits) {
    await redeem(shop, visit, wallets);
    if (isRecent) await sell(shop, visit, { wallets, moment: visit.moment });
  }
  const closing = { wallets, moment: closingOf(date) };
  if (!isRecent) await Promise.all(visits.map((visit) => sell(shop, visit, closing)));
}

/** Redeems at a visit what the member wishes. A few redemptions are canceled soon after. */
async function redeem(shop: Shop, visit: Visit, wallets: Map<string, Wallet>): Promise<void> {
  const { user, date, moment, store } = visit;
  const wallet = wallets.get(user ?? "");
  // a member has no wallet before the first sale, whose answer has the member's stamps
  if (!wallet || !visit.redeems) return;
  const staff = roleIn(store.id);
  const who = draw(`who ${date} ${user}`) < 0.4 ? staff : "till";
  const done = await redeemOnVisit(shop.at(who, moment), visit, wallet);
  const seed = `canceled ${date} ${user}`;
  if (!done || draw(seed) > 0.07) return;
  const { membership } = await cancelRedemption(shop.at(staff, moment + 4 * MINUTE_MS), {
    redemptionId: done.redemption.id,
    createReplacementVoucher: true,
    reason: pick(reasons, `why ${seed}`),
  });
  // the vouchers that it issued are no longer valid
  wallets.set(user ?? "", { ...wallet, stamps: membership.stamps, vouchers: [] });
}

type Selling = { readonly wallets: Map<string, Wallet>; readonly moment: number };

/** Records the sale of a visit at a moment. A few are canceled. */
async function sell(shop: Shop, visit: Visit, { wallets, moment }: Selling): Promise<void> {
  const { user, date, store, invoiceNumber, basket } = visit;
  const sold = await addSale(shop.at("till", moment), {
    ...basket,
    store: store.id,
    user,
    invoiceNumber,
    soldAt: new Date(visit.moment).toISOString(),
    subtotal: null,
    discount: null,
    serviceCharge: null,
    tax: null,
    stamps: null,
    employeeCode: null,
    extraData: null,
  });
  const canceling = shop.at(roleIn(store.id), moment + MINUTE_MS);
  const isCanceled = draw(`void ${invoiceNumber} ${date}`) < 0.015;
  const { membership } = isCanceled
    ? await cancelSale(canceling, sold.sale.id, "Rung up twice")
    : sold;
  if (!user || !membership) return;
  const { vouchers = [], hasUsedOnce = false } = wallets.get(user) ?? {};
  wallets.set(user, { stamps: membership.stamps, vouchers, hasUsedOnce });
}
