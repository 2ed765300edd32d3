import { isBasketEmpty } from "./basket.ts";
import { isAnyLeft } from "./record.ts";
import { servedBy } from "./steps.ts";
import type { Scan, Till } from "./types.ts";

/** A scanner may read a code twice. Within this time, the second read is ignored. */
const TWICE_MS = 1_000;

/** False if the connection is lost or the session has ended, as far as is known. */
export function isConnected({ connection }: Till): boolean {
  return connection !== "lost" && connection !== "signedOut";
}

/** Puts a code into the inbox. Ignores the same code within `TWICE_MS`: it is one scan. */
export function receive(till: Till, text: string, at: number): Till {
  const isTwice =
    till.last !== null &&
    till.last.text.toUpperCase() === text.toUpperCase() &&
    at - till.last.at < TWICE_MS;
  const next = { ...till, last: { text, at } };
  if (isTwice) return next;
  const scan = { id: till.scans, text };
  return { ...next, scans: till.scans + 1, inbox: [...till.inbox, scan] };
}

/**
 * Keeps the visit of a receipt in `before` when the next visit replaces the receipt, so that staff still see
 * it. Forgets a visit if everything in it is canceled.
 */
function keepReceipt(till: Till, { now }: Till): Till {
  if (till.now.step === "receipt") return till.before ? { ...till, before: null } : till;
  const isReplaced = now.step === "receipt" && till.now.step === "visit";
  const last = isReplaced ? now.done : till.before;
  const before = last && isAnyLeft(last) ? last : null;
  return before === till.before ? till : { ...till, before };
}

/**
 * While the connection is `back`, staff are asked to confirm the open visit. Sets `there` once staff
 * confirm or leave that visit, or empty its basket.
 */
function forgetLoss(till: Till, { now }: Till): Till {
  if (till.connection !== "back") return till;
  const isOpen = till.now.step === "visit" && !isBasketEmpty(till.now.visit.basket);
  const isSame = servedBy(till.now) === servedBy(now);
  return isOpen && isSame ? till : { ...till, connection: "there" };
}

/** Applies `step` to the till, then starts the look-up of the next code, as `advance` does. */
export function change(till: Till, step: (till: Till) => Till): Till {
  return advance(forgetLoss(keepReceipt(step(till), till), till));
}

/**
 * Starts the look-up of the next code. The code waits while another look-up runs, a question is open, a
 * confirmation has no outcome yet, the connection is lost, or the session has ended. Codes that are scanned
 * during an undo wait until staff leave its receipt.
 */
export function advance(till: Till): Till {
  const [next, ...inbox] = till.inbox;
  const { step } = till.now;
  const isHeld =
    till.question !== null ||
    till.undo !== "none" ||
    !isConnected(till) ||
    step === "confirming" ||
    step === "checking";
  if (!next || till.looking || isHeld) return till;
  // clears the previous code's message; the new look-up sets its own
  return { ...till, inbox, looking: next, message: null, text: "", active: -1 };
}

/**
 * Puts back a code whose look-up got no answer. The code is looked up first once connection and session are
 * back.
 */
export function putBack(till: Till, scan: Scan, connection: "lost" | "signedOut"): Till {
  return { ...till, looking: null, inbox: [scan, ...till.inbox], connection };
}

export function loseConnection(till: Till): Till {
  return { ...till, connection: "lost" };
}

/** Notes that the session has ended. The page then asks to sign in. */
export function endSession(till: Till): Till {
  return { ...till, connection: "signedOut" };
}

/** Notes that somebody has signed in after the session had ended. */
export function beginSession(till: Till): Till {
  return till.connection === "signedOut" ? { ...till, connection: "there" } : till;
}

export function findConnection(till: Till): Till {
  return till.connection === "lost" ? { ...till, connection: "back" } : till;
}
