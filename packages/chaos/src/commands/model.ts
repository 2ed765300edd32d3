import type { FailureCode } from "@stampbook/core/failures";

/**
 * A simple model of the expected state: balances, values, uses and states. The service's state must be the
 * same.
 */
export type Model = {
  /**
   * Days since the world began. A world is one merchant with its rows, on which a sequence of commands runs.
   */
  day: number;
  asksForPin: boolean;
  readonly members: Member[];
  readonly rewards: readonly Reward[];
  readonly vouchers: Voucher[];
  readonly promoCodes: PromoCode[];
  readonly redemptions: Redemption[];
  readonly sales: Sale[];
  readonly returns: Return[];
  readonly awards: Award[];
  readonly registered: Registered[];
  readonly authorizations: Authorization[];
  readonly kept: Map<string, Kept>;
};

/** A member. `owed` are stamps that had to go back for a return and were spent. */
export type Member = { readonly id: number; readonly email: string; stamps: number; owed: number };

/**
 * Where and when a reward, voucher or promo code can be used, in days of the world; null: no limit.
 */
export type Limits = {
  readonly isActive: boolean;
  readonly from: number | null;
  readonly through: number | null;
  readonly store: number | null;
};

export type Template = {
  readonly id: number;
  readonly name: string;
  readonly value: number | null;
  readonly isDynamic: boolean;
  readonly validityDays: number | null;
  readonly store: number | null;
};

export type Reward = Limits & {
  readonly id: number;
  readonly code: string;
  /** The stamps that the reward costs; null if the request names the cost. */
  readonly cost: number | null;
  readonly template: Template | null;
};

/** A voucher. Amounts are in hundredths. */
export type Voucher = {
  readonly id: number;
  readonly code: string;
  readonly template: Template;
  owner: number | null;
  readonly value: number | null;
  left: number | null;
  isSpent: boolean;
  isActive: boolean;
  readonly from: number | null;
  readonly through: number | null;
  /** The line of the redemption that issued it; null if none did. */
  readonly line: number | null;
};

export type PromoCode = Limits & {
  readonly id: number;
  readonly code: string;
  readonly max: number | null;
  readonly maxPerMember: number | null;
  readonly usedBy: number[];
};

export type Redemption = {
  readonly id: number;
  readonly member: Member;
  readonly store: Store;
  /** The stamps that it took, without those of canceled parts. */
  stamps: number;
  /** The rewards that it redeemed; none for a voucher or a promo code. `left` of `qty` are not canceled. */
  readonly lines: {
    readonly line: number;
    readonly qty: number;
    readonly stamps: number;
    readonly isFlexible: boolean;
    left: number;
  }[];
  /** The vouchers that the redemption issued, and those that replaced them. */
  readonly issued: Voucher[];
  /** The voucher that was redeemed whole, and the value that it had left before. */
  readonly whole?: { readonly voucher: Voucher; readonly value: number | null };
  readonly deducted?: { readonly voucher: Voucher; readonly value: number };
  readonly promoCode?: PromoCode;
  /** The redemption's day, in its store's calendar. */
  readonly madeOn: number;
  invoiceNumber: string | null;
  isCanceled: boolean;
  /** The voucher that its cancel made. */
  replacement?: Voucher;
};

/** A sale. Its store, invoice number and business day together identify it. */
export type Sale = {
  readonly id: number;
  readonly store: Store;
  readonly invoiceNumber: string;
  readonly day: number;
  /** How many full tens (10.00) the total had. */
  readonly tens: number;
  /** How many of them came back. */
  returned: number;
  /** The customer; null while no call has named one. Until then, the sale is Open or Canceled. */
  member: Member | null;
  earned: number;
  /** How many of the earned stamps paid what the member owed. */
  paidOff: number;
  status: "Open" | "Created" | "Canceled";
  /** Whether another sale was recorded under the number of this canceled one. */
  isSuperseded: boolean;
};

/** A return. Its store, its number and its business day together identify it. */
export type Return = {
  readonly id: number;
  readonly store: Store;
  readonly number: string;
  readonly day: number;
  /** Calls that return the same have the same text. */
  readonly content: string;
};

/** An award: stamps that were given by hand, without a sale. */
export type Award = {
  readonly id: number;
  readonly member: Member;
  readonly stamps: number;
  isCanceled: boolean;
};

/** A member who was registered by one of the commands. */
export type Registered = {
  readonly id: number;
  readonly email: string | null;
  mobileNumber: string | null;
};

export type Authorization = {
  readonly member: Member;
  readonly requestId: string;
  /** The first day on which the authorization is no longer valid. */
  readonly endsOn: number;
  isSpent: boolean;
};

/** A store, and how many days its calendar is behind the world's. */
export type Store = { readonly id: number; readonly daysBehind: number };

/** The first response to a call with an idempotency key, and its day. */
export type Kept = { readonly fingerprint: string; readonly answer: string; readonly day: number };

export const keptFor = 7;

/** The earning rules of the world's merchant: a stamp for each 10.00, at most eight a day for each member. */
export const programme = { earnAmount: "10.00", earnMaxPerDay: 8 } as const;

/** Gives a member stamps that first pay what the member owes. Returns how many did. */
export function earn(member: Member, stamps: number): number {
  const paid = Math.min(stamps, member.owed);
  member.owed -= paid;
  member.stamps += stamps - paid;
  return paid;
}

export const today = (model: Model, store: Store) => model.day - store.daysBehind;

/** Returns why the reward, voucher or promo code cannot be used in the store today; null if it can. */
export function unavailable(
  model: Model,
  limits: Limits,
  store: Store,
): "inactive" | "early" | "late" | "elsewhere" | null {
  if (!limits.isActive) return "inactive";
  if (limits.from !== null && today(model, store) < limits.from) return "early";
  if (limits.through !== null && today(model, store) > limits.through) return "late";
  if (limits.store !== null && limits.store !== store.id) return "elsewhere";
  return null;
}

/**
 * Returns the refusal of a redemption that needs a PIN authorization and has no valid one. Null if it has
 * one, or if the merchant asks for no PIN.
 */
export function unauthorized(
  model: Model,
  member: Member,
  requestId: string | null,
): FailureCode | null {
  if (!model.asksForPin) return null;
  const given = newest(model, member, requestId);
  return given && !given.isSpent && model.day < given.endsOn ? null : "authorization_required";
}

export function spendAuthorization(model: Model, member: Member, requestId: string | null) {
  const given = model.asksForPin ? newest(model, member, requestId) : undefined;
  if (given) given.isSpent = true;
}

function newest(model: Model, member: Member, requestId: string | null) {
  return model.authorizations.findLast(
    (each) => each.member === member && each.requestId === requestId,
  );
}

/** Returns an amount in the service's notation. */
export const amount = (hundredths: number | null) =>
  hundredths === null ? null : (hundredths / 100).toFixed(2);

const firstDay = Date.UTC(2027, 4, 4);

/** Returns a day of the world as a date. */
export const date = (day: number | null) =>
  day === null ? null : new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10);

/** Returns the moment of a day of the world: afternoon in Jakarta, and the evening before in Honolulu. */
export const momentOf = (day: number) => `${date(day)}T06:00:00Z`;
