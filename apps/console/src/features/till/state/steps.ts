import type { Failed } from "../../../rpc/failure.ts";
import { addLine, emptyBasket, isBasketEmpty } from "./basket.ts";
import type { Basket, Done, Line, Message, Step, Till, Visit } from "./types.ts";

export const nobody: Step = { step: "empty", basket: emptyBasket };

/** The till's field without text, and no selected line, so that Enter confirms the visit. */
export const emptyField = { text: "", active: -1 };

/** Returns a new till at this step. */
export function openTill(now: Step): Till {
  return {
    now,
    before: null,
    question: null,
    message: null,
    inbox: [],
    looking: null,
    last: null,
    scans: 0,
    connection: "there",
    undo: "none",
    ...emptyField,
  };
}

/** Returns the id of the customer who is served, or null. */
export function servedBy(now: Step): number | null {
  if (now.step === "empty") return null;
  return now.step === "receipt" ? now.customerId : now.visit.customerId;
}

/** Returns the current basket, which is empty on a receipt. */
export function basketOf(now: Step): Basket {
  if (now.step === "receipt") return emptyBasket;
  return now.step === "empty" ? now.basket : now.visit.basket;
}

function visitOf(customerId: number, basket: Basket, key: string | null = null): Step {
  return { step: "visit", visit: { customerId, basket, key }, note: null };
}

const without = { question: null, ...emptyField };

/** Whether the visit was sent and has no outcome yet. Nothing replaces it, because its outcome would be lost. */
const isSent = ({ now }: Till) => now.step === "confirming" || now.step === "checking";

/** Whether the visit on the receipt is being undone. The receipt stays until the outcome is known. */
const isUndoing = ({ now, undo }: Till) => now.step === "receipt" && undo === "running";

/** Whether the visit is being confirmed or undone. Until that has an outcome, nothing replaces the visit. */
export function isUnderWay(till: Till): boolean {
  return isSent(till) || isUndoing(till);
}

/**
 * Serves a customer. A basket that waits for its customer becomes this customer's. If another customer with a
 * non-empty basket is served, asks staff first whether to switch. Does nothing while a visit is under way.
 */
export function meetCustomer(
  till: Till,
  customer: { readonly id: number; readonly name: string },
  line: Line | null,
): Till {
  const { now } = till;
  if (isUnderWay(till)) return till;
  const served = servedBy(now);
  const basket = basketOf(now);
  const add = (to: Basket) => (line ? addLine(to, line) : to);
  if (served === customer.id)
    return line ? putIn({ ...till, ...without }, line) : { ...till, ...without };
  if (served !== null && !isBasketEmpty(basket))
    return { ...till, ...without, question: { customer, line } };
  const taken = served === null ? basket : emptyBasket;
  return { ...till, ...without, now: visitOf(customer.id, add(taken)) };
}

/** Adds a line to the basket of the customer who is served. Without a customer, the basket waits for one. */
export function putIn(till: Till, line: Line): Till {
  return changeBasket({ ...till, message: null }, (basket) => addLine(basket, line));
}

/**
 * Changes the basket. After a receipt, this begins a new visit of the same customer. While the visit is being
 * confirmed or undone, the basket stays as it is.
 */
export function changeBasket(till: Till, change: (basket: Basket) => Basket): Till {
  const { now } = till;
  if (isUndoing(till)) return till;
  if (now.step === "empty") return { ...till, now: { ...now, basket: change(now.basket) } };
  if (now.step === "receipt") return { ...till, now: visitOf(now.customerId, change(emptyBasket)) };
  if (now.step !== "visit") return till;
  const visit: Visit = { ...now.visit, basket: change(now.visit.basket) };
  return { ...till, now: { step: "visit", visit, note: null } };
}

/**
 * Ends the visit, so that the till is ready for the next customer. If the basket is not empty, asks staff
 * first. While the visit is being confirmed, it stays.
 */
export function leave(till: Till): Till {
  if (isSent(till)) return till;
  return isBasketEmpty(basketOf(till.now))
    ? { ...till, ...without, message: null, now: nobody }
    : { ...till, ...without, question: { customer: null, line: null } };
}

/** Answers the question. `isSwitch` drops the basket, and serves the customer of the question or nobody. */
export function answer(till: Till, isSwitch: boolean): Till {
  const { question } = till;
  if (!question) return till;
  if (!isSwitch || isSent(till)) return { ...till, question: null };
  const { customer, line } = question;
  const basket = line ? addLine(emptyBasket, line) : emptyBasket;
  const now = customer ? visitOf(customer.id, basket) : nobody;
  return { ...till, ...without, message: null, now };
}

export function say(till: Till, message: Message): Till {
  return { ...till, message };
}

/**
 * Starts the confirmation. The first try gets `freshKey`, and later tries keep that key. `seen` is the step
 * that staff see. Does nothing if the till is at another step, because a look-up may have changed the basket.
 */
export function confirm(till: Till, freshKey: string, seen: Step = till.now): Till {
  const { now } = till;
  if (now.step !== "visit" || now !== seen || till.question) return till;
  const visit = { ...now.visit, key: now.visit.key ?? freshKey };
  return { ...till, message: null, question: null, now: { step: "confirming", visit } };
}

/** Shows the receipt, if the till still waits for the outcome of this visit. */
export function finish(till: Till, done: Done): Till {
  const { now } = till;
  if (now.step !== "confirming" && now.step !== "checking") return till;
  if (now.visit.key !== done.key) return till;
  const customerId = done.visit.customerId;
  return { ...till, connection: "there", now: { step: "receipt", customerId, done } };
}

/** After an undo, notes which parts of the visit `key` are canceled now: in `before`, or on its receipt. */
export function noteCanceled(till: Till, key: string, canceled: Done["canceled"]): Till {
  const { now, before } = till;
  if (before?.key === key) return { ...till, before: { ...before, canceled } };
  if (now.step !== "receipt" || now.done.key !== key) return till;
  return { ...till, now: { ...now, done: { ...now.done, canceled } } };
}

/**
 * Reopens the basket after the confirmation with this key was refused, which wrote nothing. `failed` is null
 * if the person sees the reason elsewhere.
 */
export function refuse(till: Till, key: string, failed: Failed | null): Till {
  const { now } = till;
  if (now.step !== "confirming" || now.visit.key !== key) return till;
  return { ...till, now: { step: "visit", visit: now.visit, note: failed } };
}

/**
 * Reopens the basket because asking for the visit's outcome failed, and shows why. The visit may have been
 * written.
 */
export function refuseChecked(till: Till, failed: Failed): Till {
  const { now } = till;
  if (now.step !== "checking") return till;
  return { ...till, now: { step: "visit", visit: now.visit, note: failed } };
}

/** Begins to ask whether the visit took place, because the answer to the confirmation with this key was lost. */
export function loseAnswer(till: Till, key: string): Till {
  const { now } = till;
  if (now.step !== "confirming" || now.visit.key !== key) return till;
  return { ...till, now: { step: "checking", visit: now.visit, isRunning: false } };
}

/** Notes that the service still runs the confirmation whose answer was lost. */
export function awaitOutcome(till: Till): Till {
  const { now } = till;
  return now.step === "checking" ? { ...till, now: { ...now, isRunning: true } } : till;
}

/**
 * Reopens the basket of a visit that did not take place. The visit's key stays, because the lost call may
 * still arrive.
 */
export function reopen(till: Till): Till {
  const { now } = till;
  if (now.step !== "checking") return till;
  const isKnown = !isBasketEmpty(now.visit.basket);
  return { ...till, now: { step: "visit", visit: now.visit, note: isKnown ? "unanswered" : null } };
}

/**
 * Goes one step back: closes the question, else clears the text, else the message, else ends the visit, as
 * `leave` does. Items that wait for their customer are put away without a question.
 */
export function goBack(till: Till): Till {
  const { text, message, question } = till;
  if (question) return answer(till, false);
  if (text) return { ...till, ...emptyField, message: null };
  if (message) return { ...till, message: null };
  if (isUnderWay(till)) return till;
  return till.now.step === "visit" ? leave(till) : { ...till, now: nobody, active: -1 };
}

/** Begins an undo. Until it has ended, codes wait, and its receipt cannot be left. */
export function beginUndo(till: Till): Till {
  return { ...till, undo: "running" };
}

/** Ends an undo, done or refused. Codes that were scanned meanwhile wait until staff leave the receipt. */
export function endUndo(till: Till): Till {
  if (till.undo !== "running") return till;
  return { ...till, undo: till.inbox.length ? "ended" : "none" };
}

/** Notes that staff have left the receipt, so that codes that wait for an undo are looked up. */
export function leaveReceipt(till: Till): Till {
  return till.undo === "none" ? till : { ...till, undo: "none" };
}
