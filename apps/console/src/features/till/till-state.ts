import type { Failed } from "../../rpc/failure.ts";
import {
  type Card,
  type Choice,
  type FoundPromo,
  type FoundVoucher,
  isServed,
  promoChoice,
} from "./choices.ts";
import type { Meaning } from "./meaning.ts";
import type { Done } from "./redeem.ts";

/** A scanned item that opens as soon as its customer's card is loaded. */
export type Awaiting =
  | { readonly kind: "owned"; readonly voucher: FoundVoucher }
  /** A voucher or promo code that still needs a customer. */
  | { readonly kind: "unowned"; readonly voucher: FoundVoucher }
  | { readonly kind: "promo"; readonly promo: FoundPromo };

/** Why a text opened nothing. */
export type Message =
  | { readonly kind: "failed"; readonly failed: Failed }
  | { readonly kind: "spent"; readonly voucher: FoundVoucher }
  | { readonly kind: "missed"; readonly text: string };

/** Everything that staff have entered and opened at the till. */
export type TillState = {
  readonly text: string;
  /** The selected line of the list. */
  readonly active: number;
  readonly customerId: number | null;
  readonly awaiting: Awaiting | null;
  readonly choice: Choice | null;
  readonly message: Message | null;
  readonly done: Done | null;
  readonly isLooking: boolean;
  /** The text that opened the current results. */
  readonly scanned: string;
  /** A text without a match; it stays in the field, and the next scan replaces it. */
  readonly kept: { readonly text: string } | null;
};

/** The state of a till that shows a customer, or none. */
export function openTill(customerId: number | null): TillState {
  const empty = { text: "", active: 0, scanned: "", isLooking: false };
  return {
    ...empty,
    customerId,
    awaiting: null,
    choice: null,
    message: null,
    done: null,
    kept: null,
  };
}

/** Without results. The text stays, and so does an item that still needs a customer. */
export function clearResults(state: TillState): TillState {
  const { text, awaiting, done, kept } = state;
  return {
    ...openTill(null),
    text,
    done,
    kept,
    awaiting: awaiting?.kind === "owned" ? null : awaiting,
  };
}

/** Without results, text, and items that need a customer. */
export function clearAll(state: TillState): TillState {
  return { ...clearResults(state), text: "", awaiting: null };
}

/** After a key in the field. An empty field shows the card again that was open. */
export function typeText(state: TillState, text: string): TillState {
  const { customerId, choice } = state;
  const cleared = { ...clearResults(state), text };
  return text.trim() ? { ...cleared, done: null } : { ...cleared, customerId, choice };
}

/** Opens a voucher's confirmation, or asks for its customer, or shows that it is spent. */
export function openVoucher(state: TillState, voucher: FoundVoucher): TillState {
  const { customer } = voucher;
  if (voucher.state !== "open") return { ...state, message: { kind: "spent", voucher } };
  if (!customer) return { ...state, awaiting: { kind: "unowned", voucher } };
  return { ...state, awaiting: { kind: "owned", voucher }, customerId: customer.id };
}

/** Keeps a text in the field that opened nothing, with the reason. */
export function keepText(state: TillState, text: string, message: Message): TillState {
  return { ...state, text, message, kept: { text }, isLooking: false };
}

/** Opens the match of a text. */
export function openMeaning(state: TillState, meaning: Meaning, text: string): TillState {
  if (meaning === "several") return { ...state, text, isLooking: false };
  if (meaning === "nothing") return keepText(state, text, { kind: "missed", text });
  const opened = { ...state, scanned: text, isLooking: false };
  if ("customer" in meaning) return { ...opened, customerId: meaning.customer.id };
  if ("promo" in meaning) return { ...opened, awaiting: { kind: "promo", promo: meaning.promo } };
  return openVoucher({ ...opened, awaiting: null }, meaning.voucher);
}

/** Confirms the awaited item on the card of its customer, or says why it cannot be redeemed. */
export function openAwaited(state: TillState, awaiting: Awaiting, card: Card): TillState {
  const next = { ...state, awaiting: null };
  const canRedeem = isServed(card);
  if (awaiting.kind === "unowned") {
    const { voucher } = awaiting;
    return { ...next, choice: { kind: "unowned", key: `unowned-${voucher.id}`, voucher } };
  }
  if (awaiting.kind === "promo")
    return canRedeem ? { ...next, choice: promoChoice(awaiting.promo.code) } : next;
  const voucher = card.vouchers.find(({ id }) => id === awaiting.voucher.id);
  // another till was faster: if the card stayed open, Enter would spend another item
  if (!voucher)
    return { ...next, customerId: null, message: { kind: "spent", voucher: awaiting.voucher } };
  if (voucher.whyNot) {
    const failed = { ...voucher.whyNot, field: null, errors: {} };
    return { ...next, message: { kind: "failed", failed } };
  }
  const choice = { kind: "voucher", key: `voucher-${voucher.id}`, voucher } as const;
  return canRedeem ? { ...next, choice } : next;
}

/** After a card could not be loaded. The scanned text stays in the field, to be repeated. */
export function closeCard(state: TillState, failed: Failed): TillState {
  const { scanned, awaiting } = state;
  const next = { ...state, awaiting: awaiting?.kind === "owned" ? null : awaiting };
  if (!scanned) return next;
  return keepText({ ...next, customerId: null }, scanned, { kind: "failed", failed });
}

/** One step back: from the confirmation to the card, then to an empty field. */
export function goBack(state: TillState): TillState {
  const { choice, text } = state;
  if (!choice) return text ? typeText(state, "") : clearAll(state);
  // the voucher still needs a customer
  return choice.kind === "unowned"
    ? {
        ...state,
        choice: null,
        customerId: null,
        awaiting: { kind: "unowned", voucher: choice.voucher },
      }
    : { ...state, choice: null };
}
