import type { CoreContext } from "@stampbook/core/context";
import {
  deductValue,
  type Redeemed,
  type RedeemInput,
  redeemMultipleRewards,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
} from "@stampbook/core/redeeming";
import type { Voucher } from "@stampbook/core/vouchers";
import { draw, pick } from "./draw.ts";
import type { Visit } from "./visits.ts";

/** What a member holds, as the last call has answered. */
export type Wallet = { stamps: number; vouchers: readonly Held[]; hasUsedOnce: boolean };
/** A voucher that a reward issued. `remaining` is null unless its value is dynamic. */
type Held = {
  readonly id: number;
  readonly code: string;
  readonly endDate: string | null;
  readonly remaining: number | null;
};

type Offer = { readonly reward: number; readonly stamps: number; readonly store?: number };

/** Rewards by id with their prices. Those that are chosen more often stand here twice. */
const offers: readonly Offer[] = [
  { reward: 1, stamps: 2 },
  { reward: 2, stamps: 5 },
  { reward: 2, stamps: 5 },
  { reward: 11, stamps: 8 },
  { reward: 8, stamps: 10, store: 32 },
  { reward: 12, stamps: 30 },
  { reward: 4, stamps: 50 },
];
const [BUN, ICED_COFFEE, DONATION] = ["MI0017", "MI0018", 3];

/** Redeems what the member wishes at a visit. Returns null if the member can redeem nothing. */
export async function redeemOnVisit(
  ctx: CoreContext,
  visit: Visit,
  wallet: Wallet,
): Promise<Redeemed | null> {
  const { user, date, store, invoiceNumber } = visit;
  if (user === null) return null;
  const input: RedeemInput = {
    user,
    store: store.id,
    invoiceNumber,
    channel: 2,
    extraData: null,
    requestId: null,
  };
  const wish = draw(`wish ${date} ${user}`);
  const voucher = wallet.vouchers.find(({ endDate }) => endDate === null || date <= endDate);
  if (voucher && wish < 0.5) return spend(ctx, input, { visit, wallet, voucher });
  const promoCode = wish > 0.8 ? promoCodeFor(visit, wallet) : null;
  const outcome = promoCode
    ? await redeemPromoCode(ctx, { ...input, promoCode })
    : await redeemRewards(ctx, input, { visit, wallet });
  if (outcome) wallet.stamps = outcome.membership.stamps;
  return outcome;
}

type Spending = { readonly visit: Visit; readonly wallet: Wallet };

/** Redeems one reward, or now and then two. Returns null if the member has too few stamps. */
async function redeemRewards(
  ctx: CoreContext,
  input: RedeemInput,
  { visit: { date, store }, wallet }: Spending,
): Promise<Redeemed | null> {
  const seed = `reward ${date} ${input.user}`;
  const chance = draw(`how ${seed}`);
  if (chance < 0.12 && wallet.stamps >= 7) {
    const line = { qty: 1, stamps: null, requestId: null };
    const rewards = [BUN, ICED_COFFEE].map((code) => ({ ...line, code }));
    const outcome = await redeemMultipleRewards(ctx, { ...input, rewards });
    keep(
      wallet,
      outcome.lines.flatMap(({ voucher }) => voucher ?? []),
    );
    return outcome;
  }
  if (chance > 0.95 && wallet.stamps >= 5)
    return redeemReward(ctx, { ...input, reward: DONATION, qty: 1, stamps: 5 });
  const payable = offers.filter(
    (offer) => offer.stamps <= wallet.stamps && (offer.store ?? store.id) === store.id,
  );
  if (!payable.length) return null;
  const { reward } = pick(payable, seed);
  const outcome = await redeemReward(ctx, { ...input, reward, qty: 1, stamps: null });
  keep(wallet, outcome.vouchers);
  return outcome;
}

/** Puts new vouchers into the wallet. */
function keep(wallet: Wallet, vouchers: readonly Voucher[]): void {
  const held = vouchers.map(({ id, code, endDate, remainingValue }) => ({
    id,
    code,
    endDate,
    remaining: remainingValue === null ? null : Number(remainingValue),
  }));
  wallet.vouchers = [...wallet.vouchers, ...held];
}

/** Redeems the member's voucher, by its id or its code. A gift card pays as much of the sale as it can. */
async function spend(
  ctx: CoreContext,
  input: RedeemInput,
  { visit, wallet, voucher }: Spending & { readonly voucher: Held },
): Promise<Redeemed> {
  const { id, code, remaining } = voucher;
  const others = wallet.vouchers.filter((each) => each !== voucher);
  wallet.vouchers = others;
  if (remaining === null)
    return draw(`by code ${visit.date} ${visit.user}`) < 0.5
      ? redeemVoucherCode(ctx, { ...input, voucherCode: code, voucherTemplate: null })
      : redeemVoucher(ctx, { ...input, voucher: id });
  const value = Math.min(remaining, Number(visit.basket.total));
  if (value < remaining)
    wallet.vouchers = [{ ...voucher, remaining: remaining - value }, ...others];
  return deductValue(ctx, { ...input, voucher: id, value: `${value}.00` });
}

/** Returns a promo code that is valid at the visit; null if there is none. */
function promoCodeFor({ time, store }: Visit, wallet: Wallet): string | null {
  if (time < "10:00") return "PAGI10";
  if (time >= "14:00" && time < "16:00") return "HAPPYHOUR";
  if (store.id === 33) return "LOSARI";
  if (wallet.hasUsedOnce) return null;
  wallet.hasUsedOnce = true;
  return "ONCE";
}
