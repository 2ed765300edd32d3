import type { Failed } from "../../../rpc/failure.ts";
import { putBack, receive } from "./inbox.ts";
import { meaningOf } from "./meaning.ts";
import { named } from "./names.ts";
import { emptyField, isUnderWay, meetCustomer, putIn, say } from "./steps.ts";
import type { FoundVoucher, Line, Matches, Scan, Till } from "./types.ts";

/** Returns the line of a voucher that a customer holds. */
export function lineOfVoucher({
  id,
  remainingValue,
}: Pick<FoundVoucher, "id" | "remainingValue">): Line {
  return { kind: "voucher", id, value: remainingValue === null ? null : "" };
}

/**
 * Adds a voucher to its holder's visit. A voucher that nobody holds goes into the current visit.
 */
export function landVoucher(till: Till, voucher: FoundVoucher): Till {
  if (voucher.state !== "open") return say(till, { kind: "spent", voucher });
  const { customer, code, name, remainingValue } = voucher;
  return customer
    ? meetHolder(till, voucher, lineOfVoucher(voucher))
    : putIn(till, { kind: "unowned", code, name, remainingValue });
}

/**
 * Serves the customer who holds the voucher, and adds `line` to their basket. A holder without a name is called
 * by the voucher's code. Does nothing without a holder.
 */
export function meetHolder(till: Till, voucher: FoundVoucher, line: Line | null = null): Till {
  const { customer, code } = voucher;
  return customer ? meetCustomer(till, { ...customer, name: customer.name || code }, line) : till;
}

/**
 * Applies what staff chose or registered. While a visit is being confirmed or undone, `code` waits in the inbox
 * instead, as a scan does.
 */
export function landChoice(
  till: Till,
  code: string,
  at: number,
  apply: (till: Till) => Till,
): Till {
  const next: Till = { ...till, ...emptyField, message: null };
  return isUnderWay(till) ? receive(next, code, at) : apply(next);
}

/** Applies a code's matches to the till: serves a customer, adds to the basket, or sets a message. */
export function land(till: Till, scan: Scan, matches: Matches): Till {
  const { step } = till.now;
  // the code waits until the confirmation or the undo has ended, because a sent basket must not change
  if (step === "confirming" || step === "checking" || till.undo === "running")
    return { ...till, looking: null, inbox: [scan, ...till.inbox] };
  const next: Till = { ...till, looking: null };
  const meaning = meaningOf(matches, scan.text);
  if (meaning === "nothing") return say(next, { kind: "missed", text: scan.text });
  if (meaning === "several")
    return { ...say(next, { kind: "several", text: scan.text }), text: scan.text, active: 0 };
  if ("customer" in meaning) return meetCustomer(next, named(meaning.customer), null);
  if ("promo" in meaning) return putIn(next, { kind: "promo", code: meaning.promo.code });
  return landVoucher(next, meaning.voucher);
}

/**
 * Applies a failed look-up to the till. Without an answer or a session, the code goes back into the inbox.
 */
export function landFailure(till: Till, scan: Scan, failed: Failed): Till {
  if (failed.code === "unreachable") return putBack(till, scan, "lost");
  if (failed.code === "signed_out") return putBack(till, scan, "signedOut");
  const next = { ...till, looking: null, text: scan.text, active: 0 };
  return say(next, { kind: "failed", failed });
}
