import { GIFT_VALUE, type Person, PIN, REWARD_COST, type Shop } from "./town.ts";

/** A till's request, and the parts of every right response. */
export type Order = {
  readonly kind: string;
  readonly shop: Shop;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The idempotency key; null for operations without keys. */
  readonly key: string | null;
  /** Expected parts of the body of a 200; null if the order must be refused. */
  readonly answer: Parts | null;
  /**
   * The codes with which the order may be refused. If `answer` is null, it must be refused with one of them.
   */
  readonly refused: readonly string[];
  /** The redemption that the order inserts. Null if it inserts none. */
  readonly effect: Effect | null;
  /** The sale that the order records or cancels, by its invoice number. Null if it does neither. */
  readonly sale: Sale | null;
};

/** Expected parts of a response, nested like the response. */
export type Parts = { readonly [name: string]: string | number | Parts };

export type Sale = { readonly invoice: string; readonly status: "Created" | "Canceled" };

/** The expected values of a row in the table `redemptions`. */
export type Effect = {
  readonly rowKind: "reward" | "voucher" | "voucher_code" | "voucher_value" | "promo_code";
  readonly customer: number;
  readonly invoice: string | null;
  readonly stampsUsed: number;
};

/**
 * The number of the last order. Most orders send their number, so that no response is mistaken for another's.
 */
let orders = 0;

type Making = {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly answer: Parts | null;
  readonly refused?: readonly string[];
  readonly effect?: Effect;
  readonly sale?: Sale;
};

function order(shop: Shop, kind: string, make: (n: string) => Making): Order {
  const n = `${shop.id}-${++orders}`;
  const { refused = [], effect = null, sale = null, ...made } = make(n);
  const key = effect || sale || !made.answer ? `key-${n}` : null;
  return { kind, shop, key, refused, effect, sale, ...made };
}

const anyOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

export const ping = (shop: Shop): Order => ({
  ...order(shop, "ping", () => ({
    path: "/api/ping",
    body: {},
    answer: { pong: { merchant: shop.name, merchant_id: shop.id } },
  })),
});

export const validatePin = (shop: Shop, { id, email }: Person): Order =>
  order(shop, "pin", () => ({
    path: "/api/pin/validate",
    body: { user: Math.random() < 0.5 ? id : email, pin: PIN },
    answer: { status: "ok" },
  }));

export const redeemReward = (shop: Shop, customer = anyOf(shop.customers)): Order =>
  order(shop, "reward", (n) => ({
    path: "/api/v2/redemptions/redeem-reward",
    body: said(shop, customer, n, { reward: shop.reward.id }),
    answer: {
      redemption: { reward: shop.reward.name, stamps_used: REWARD_COST, extra_data: { order: n } },
      membership: { id: customer.id },
      reward: { id: shop.reward.id, name: shop.reward.name },
    },
    effect: { rowKind: "reward", customer: customer.id, invoice: n, stampsUsed: REWARD_COST },
  }));

/** Redeems a reward that costs more than any customer has. */
export const redeemDearReward = (shop: Shop): Order =>
  order(shop, "dear reward", (n) => ({
    path: "/api/v2/redemptions/redeem-reward",
    body: said(shop, anyOf(shop.customers), n, { reward: shop.dearReward.id }),
    answer: null,
    refused: ["insufficient_stamps"],
  }));

type Voucher = NonNullable<ReturnType<Shop["plain"]["take"]>>;

export const redeemVoucher = (
  shop: Shop,
  { id, code, owner }: Voucher,
  refused: readonly string[] = [],
): Order =>
  order(shop, "voucher", (n) => ({
    path: "/api/v2/redemptions/redeem-voucher",
    body: said(shop, owner, n, { voucher: id }),
    answer: {
      redemption: { reward: shop.plain.name, extra_data: { order: n } },
      membership: { id: owner.id },
      voucher: { id, code, name: shop.plain.name },
    },
    refused,
    effect: { rowKind: "voucher", customer: owner.id, invoice: n, stampsUsed: 0 },
  }));

/** Redeems a voucher that is known to be spent. */
export const redeemSpentVoucher = (shop: Shop, { id, owner }: Voucher): Order =>
  order(shop, "spent voucher", (n) => ({
    path: "/api/v2/redemptions/redeem-voucher",
    body: said(shop, owner, n, { voucher: id }),
    answer: null,
    refused: ["voucher_already_redeemed"],
  }));

export const redeemVoucherCode = (shop: Shop, { code, owner }: Voucher): Order =>
  order(shop, "voucher code", () => ({
    path: "/api/redemptions/by-voucher-code",
    body: {
      identifier: owner.email,
      voucher_code: code,
      voucher_template: shop.plain.template,
      store: shop.store,
    },
    answer: { redemption: { status: "Created" }, customer: { id: owner.id } },
    effect: { rowKind: "voucher_code", customer: owner.id, invoice: null, stampsUsed: 0 },
  }));

export const deductValue = (shop: Shop, { id, code, owner }: Voucher): Order =>
  order(shop, "value", (n) => ({
    path: "/api/vouchers/deduct-value",
    body: said(shop, owner, n, { voucher: id, value: GIFT_VALUE / 5 }),
    answer: {
      redemption: { reward: shop.gift.name, extra_data: { order: n } },
      membership: { id: owner.id },
      voucher: { id, code },
    },
    effect: { rowKind: "voucher_value", customer: owner.id, invoice: n, stampsUsed: 0 },
  }));

export const redeemPromoCode = (shop: Shop, customer = anyOf(shop.customers)): Order =>
  order(shop, "promo code", (n) => ({
    path: "/api/v3/redemptions/redeem-promo-code",
    body: {
      user: customer.email,
      store: shop.store,
      promo_code: shop.promoCode.code,
      invoice_number: n,
    },
    answer: {
      redemption: { reward: shop.promoCode.name },
      user: { id: String(customer.id), email: customer.email },
      membership: { id: customer.id },
    },
    effect: { rowKind: "promo_code", customer: customer.id, invoice: n, stampsUsed: 0 },
  }));

export const cancel = (shop: Shop, redemption: number, customer: number): Order => ({
  ...order(shop, "cancel", () => ({
    path: "/api/redemptions/cancel",
    body: { id: redemption },
    answer: { redemption: { id: redemption, status: "Canceled" }, customer: { id: customer } },
  })),
  key: `cancel-${redemption}`,
});

export const sell = (shop: Shop, customer = anyOf(shop.customers)): Order =>
  order(shop, "sale", (n) => ({
    path: "/api/v2/transactions/add",
    body: { user: customer.email, store: shop.store, invoice_number: n, total_value: 95_000 },
    answer: { transaction: { value: 95_000 }, customer: { id: customer.id } },
    sale: { invoice: n, status: "Created" },
  }));

export const cancelSale = (shop: Shop, id: number, invoice: string): Order =>
  order(shop, "cancel of a sale", () => ({
    path: "/api/transactions/cancel",
    body: { id },
    answer: { transaction: { id, status: "Canceled" } },
    sale: { invoice, status: "Canceled" },
  }));

function said(shop: Shop, customer: Person, n: string, more: Record<string, unknown>) {
  return {
    user: customer.email,
    store: shop.store,
    invoice_number: n,
    extra_data: { order: n },
    ...more,
  };
}
