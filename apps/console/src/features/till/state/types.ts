import type { Outputs } from "../../../rpc/client.ts";
import type { Failed } from "../../../rpc/failure.ts";

export type Card = Outputs["staff"]["till"]["customer"];
export type Matches = Outputs["staff"]["till"]["lookup"];
export type FoundCustomer = Matches["customers"][number];
export type FoundVoucher = Matches["vouchers"][number];
export type FoundPromo = Matches["promoCodes"][number];
export type ShownVisit = Outputs["staff"]["visits"]["confirm"];
export type VisitRecord = Outputs["staff"]["visits"]["today"]["items"][number];

/**
 * An item in the basket. Its name, its price and the reason of a refusal are in the customer's card and the
 * preview.
 */
export type Line =
  /** `stamps` is the price of a flexible reward; null for other rewards. */
  | {
      readonly kind: "reward";
      readonly id: number;
      readonly qty: number;
      readonly stamps: number | null;
    }
  /**
   * A voucher that the customer holds. `value` is the amount to take off its balance: "" until it is entered,
   * null without a balance.
   */
  | { readonly kind: "voucher"; readonly id: number; readonly value: string | null }
  /**
   * A voucher that nobody holds yet. `remainingValue` is its balance, which the visit takes whole; null without
   * a balance.
   */
  | {
      readonly kind: "unowned";
      readonly code: string;
      readonly name: string;
      readonly remainingValue: string | null;
    }
  | { readonly kind: "promo"; readonly code: string };

export type Basket = {
  readonly lines: readonly Line[];
  /** The sale's total, a decimal; "" until it is entered, null without a sale. */
  readonly sale: string | null;
  readonly invoice: string;
};

export type Visit = {
  readonly customerId: number;
  readonly basket: Basket;
  /**
   * The idempotency key of every try to confirm the visit, and the `request_id` that the PIN authorizes. Null
   * before the first try.
   */
  readonly key: string | null;
};

/** A visit whose confirmation was sent. */
export type Sent = Visit & { readonly key: string };

/** A confirmed visit, as its receipt shows it. */
export type Done = {
  readonly key: string;
  readonly visit: ShownVisit;
  readonly invoice: string;
  readonly at: string;
  /** The person who served; null if the name is no longer known. */
  readonly servedBy: string | null;
  /** The ids of the redemptions that are known to be canceled, and `"sale"` if the sale is canceled. */
  readonly canceled: readonly (number | "sale")[];
};

export type Step =
  /** No customer is served. `basket` waits for its customer. */
  | { readonly step: "empty"; readonly basket: Basket }
  /**
   * `note`: why the last try to confirm the visit failed, or why its outcome is not known. Null if there is
   * nothing to show.
   */
  | {
      readonly step: "visit";
      readonly visit: Visit;
      readonly note: Failed | "unanswered" | null;
    }
  /** The call that confirms the visit is running. */
  | { readonly step: "confirming"; readonly visit: Sent }
  /**
   * The call's answer was lost, so the till asks the service for the outcome. `isRunning`: the service still
   * runs the call.
   */
  | { readonly step: "checking"; readonly visit: Sent; readonly isRunning: boolean }
  | { readonly step: "receipt"; readonly customerId: number; readonly done: Done };

/**
 * The question whether to leave a basket that is not confirmed. Staff must answer before the next code is
 * looked up.
 */
export type Question = {
  /** The customer to switch to; null to serve nobody. */
  readonly customer: { readonly id: number; readonly name: string } | null;
  /** The scanned voucher of this customer; null if staff scanned or chose the customer. */
  readonly line: Line | null;
};

/** The reason why a scanned or typed text opened nothing. */
export type Message =
  | { readonly kind: "failed"; readonly failed: Failed }
  | { readonly kind: "spent"; readonly voucher: FoundVoucher }
  | { readonly kind: "several"; readonly text: string }
  | { readonly kind: "missed"; readonly text: string };

/** A code that was scanned or typed. */
export type Scan = { readonly id: number; readonly text: string };

/** The state of the till. `inbox` has the codes that are still to be looked up, in order. */
export type Till = {
  readonly now: Step;
  /** The visit whose receipt was replaced by the next visit. */
  readonly before: Done | null;
  readonly question: Question | null;
  readonly message: Message | null;
  readonly inbox: readonly Scan[];
  /** The code that is being looked up. */
  readonly looking: Scan | null;
  readonly last: { readonly text: string; readonly at: number } | null;
  readonly scans: number;
  /**
   * `back`: the connection was lost during the visit that is open, and staff have not pressed "go on" since.
   * `signedOut`: the session has ended.
   */
  readonly connection: "there" | "lost" | "back" | "signedOut";
  /**
   * `running`: an undo runs. Codes wait, and its receipt stays. `ended`: codes were scanned meanwhile. They wait
   * until staff leave the receipt, so that they see the undo's outcome.
   */
  readonly undo: "none" | "running" | "ended";
  /** The text in the field, and the selected line of the list; -1 selects none. */
  readonly text: string;
  readonly active: number;
};

/** Changes the till, then starts the look-up of the next code, as `advance` does. */
export type Act = (change: (till: Till) => Till) => void;
