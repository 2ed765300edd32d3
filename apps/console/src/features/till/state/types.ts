import type { Outputs } from "../../../rpc/client.ts";
import type { Failed } from "../../../rpc/failure.ts";

export type Card = Outputs["staff"]["till"]["customer"];
export type Matches = Outputs["staff"]["till"]["lookup"];
export type FoundCustomer = Matches["customers"][number];
export type FoundVoucher = Matches["vouchers"][number];
export type FoundPromo = Matches["promoCodes"][number];
export type ShownVisit = Outputs["staff"]["visits"]["confirm"];
export type VisitRecord = Outputs["staff"]["visits"]["today"]["items"][number];

/** What a customer takes. Names, prices and reasons come from their card and the preview. */
export type Line =
  /** `stamps` is the price of a flexible reward; null for all else. */
  | {
      readonly kind: "reward";
      readonly id: number;
      readonly qty: number;
      readonly stamps: number | null;
    }
  /** One that the customer holds. `value` is taken off a balance; "" until it is entered, null for all else. */
  | { readonly kind: "voucher"; readonly id: number; readonly value: string | null }
  /** One that nobody holds yet. */
  | { readonly kind: "unowned"; readonly code: string; readonly name: string }
  | { readonly kind: "promo"; readonly code: string };

export type Basket = {
  readonly lines: readonly Line[];
  /** A decimal; "" until it is entered, null without a sale. */
  readonly sale: string | null;
  readonly invoice: string;
};

export type Visit = {
  readonly customerId: number;
  readonly basket: Basket;
  /**
   * Names every try of its confirmation, as idempotency key and as the request that the PIN authorizes;
   * null before the first one.
   */
  readonly key: string | null;
};

/** A visit whose confirmation was sent. */
export type Sent = Visit & { readonly key: string };

/** A confirmed visit. */
export type Done = {
  readonly key: string;
  readonly visit: ShownVisit;
  readonly invoice: string;
  readonly at: string;
  /** Null if the name is not known any more. */
  readonly servedBy: string | null;
  /** Which of its redemptions are known to be canceled, and whether its sale is. */
  readonly canceled: readonly (number | "sale")[];
};

export type Step =
  /** Nobody is served. `basket` waits for its customer. */
  | { readonly step: "empty"; readonly basket: Basket }
  /** `note`: why the last try to confirm it wrote nothing. */
  | {
      readonly step: "visit";
      readonly visit: Visit;
      readonly note: Failed | "unanswered" | null;
    }
  /** The call is under way. */
  | { readonly step: "confirming"; readonly visit: Sent }
  /** Its answer was lost. The till asks the service for its outcome. */
  | { readonly step: "checking"; readonly visit: Sent; readonly isRunning: boolean }
  | { readonly step: "receipt"; readonly customerId: number; readonly done: Done };

/** What a scan has opened and must be answered before the next one is looked up. */
export type Question = {
  readonly customer: { readonly id: number; readonly name: string };
  /** The scanned voucher of this customer. */
  readonly line: Line | null;
};

/** Why a text opened nothing. */
export type Message =
  | { readonly kind: "failed"; readonly failed: Failed }
  | { readonly kind: "spent"; readonly voucher: FoundVoucher }
  | { readonly kind: "several"; readonly text: string }
  | { readonly kind: "missed"; readonly text: string };

/** A code that was scanned or typed. */
export type Scan = { readonly id: number; readonly text: string };

/** Everything at the till: its step, and the codes that are still to be looked up, in order. */
export type Till = {
  readonly now: Step;
  /** The visit whose receipt the next thing has replaced. */
  readonly before: Done | null;
  readonly question: Question | null;
  readonly message: Message | null;
  readonly inbox: readonly Scan[];
  /** The one that is being looked up. */
  readonly looking: Scan | null;
  readonly last: { readonly text: string; readonly at: number } | null;
  readonly scans: number;
  /** `back`: it was lost, and staff have not gone on since. `signedOut`: the session has ended. */
  readonly connection: "there" | "lost" | "back" | "signedOut";
  /** The text in the field, and the selected line of the list; -1 selects none. */
  readonly text: string;
  readonly active: number;
};

/** Changes the till. What waits in the inbox is taken up after each change. */
export type Act = (change: (till: Till) => Till) => void;
