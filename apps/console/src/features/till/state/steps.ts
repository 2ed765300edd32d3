import type { Failed } from "../../../rpc/failure.ts";
import { addLine, emptyBasket, isBasketEmpty } from "./basket.ts";
import type { Basket, Done, Line, Message, Step, Till, Visit } from "./types.ts";

export const nobody: Step = { step: "empty", basket: emptyBasket };

/** A till at this step. */
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
    text: "",
    active: -1,
  };
}

/** The customer who is served; null if nobody is. */
export function servedBy(now: Step): number | null {
  if (now.step === "empty") return null;
  return now.step === "receipt" ? now.customerId : now.visit.customerId;
}

/** What may be changed: nothing once its confirmation was sent. */
export function basketOf(now: Step): Basket {
  if (now.step === "receipt") return emptyBasket;
  return now.step === "empty" ? now.basket : now.visit.basket;
}

function visitOf(customerId: number, basket: Basket, key: string | null = null): Step {
  return { step: "visit", visit: { customerId, basket, key }, note: null };
}

const without = { question: null, text: "", active: -1 };

/**
 * A customer comes. Whoever is served stays until staff have answered, unless nothing would be lost.
 * What waits for a customer is theirs.
 */
export function meetCustomer(
  till: Till,
  customer: { readonly id: number; readonly name: string },
  line: Line | null,
): Till {
  const { now } = till;
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

/** Puts something into the basket of whoever is served, or lets it wait for its customer. */
export function putIn(till: Till, line: Line): Till {
  return changeBasket({ ...till, message: null }, (basket) => addLine(basket, line));
}

/** Changes the basket. After a receipt it is a new visit of the same customer. */
export function changeBasket(till: Till, change: (basket: Basket) => Basket): Till {
  const { now } = till;
  if (now.step === "empty") return { ...till, now: { ...now, basket: change(now.basket) } };
  if (now.step === "receipt") return { ...till, now: visitOf(now.customerId, change(emptyBasket)) };
  if (now.step !== "visit") return till;
  const visit: Visit = { ...now.visit, basket: change(now.visit.basket) };
  return { ...till, now: { step: "visit", visit, note: null } };
}

/** Answers whether the other customer is served now, in place of the first. */
export function answer(till: Till, isSwitch: boolean): Till {
  const { question } = till;
  if (!question) return till;
  const { customer, line } = question;
  const basket = line ? addLine(emptyBasket, line) : emptyBasket;
  return isSwitch
    ? { ...till, ...without, message: null, now: visitOf(customer.id, basket) }
    : { ...till, question: null };
}

export function say(till: Till, message: Message): Till {
  return { ...till, message };
}

/** Sends the confirmation: one key for all its tries. */
export function confirm(till: Till, freshKey: string): Till {
  const { now } = till;
  if (now.step !== "visit" || till.question) return till;
  const visit = { ...now.visit, key: now.visit.key ?? freshKey };
  return { ...till, message: null, question: null, now: { step: "confirming", visit } };
}

/** The visit took place. */
export function finish(till: Till, done: Done): Till {
  const { now } = till;
  if (now.step !== "confirming" && now.step !== "checking") return till;
  if (now.visit.key !== done.key) return till;
  const customerId = done.visit.customerId;
  return { ...till, connection: "there", now: { step: "receipt", customerId, done } };
}

/** A part of the visit on the receipt was undone: what of it is canceled now. */
export function noteCanceled(till: Till, key: string, canceled: Done["canceled"]): Till {
  const { now } = till;
  if (now.step !== "receipt" || now.done.key !== key) return till;
  return { ...till, now: { ...now, done: { ...now.done, canceled } } };
}

/** The confirmation was refused, so nothing was written; null if the person hears elsewhere why. */
export function refuse(till: Till, failed: Failed | null): Till {
  const { now } = till;
  if (now.step !== "confirming") return till;
  return { ...till, now: { step: "visit", visit: now.visit, note: failed } };
}

/** Its outcome cannot be read: shows the refusal, and keeps the basket. */
export function refuseChecked(till: Till, failed: Failed): Till {
  const { now } = till;
  if (now.step !== "checking") return till;
  return { ...till, now: { step: "visit", visit: now.visit, note: failed } };
}

/** Its answer was lost: whether it took place must be asked. */
export function loseAnswer(till: Till): Till {
  const { now } = till;
  if (now.step !== "confirming") return till;
  return { ...till, now: { step: "checking", visit: now.visit, isRunning: false } };
}

/** The confirmation whose answer was lost is still being written. */
export function awaitOutcome(till: Till): Till {
  const { now } = till;
  return now.step === "checking" ? { ...till, now: { ...now, isRunning: true } } : till;
}

/** It did not take place. Its key stays, because the call may still come. */
export function reopen(till: Till): Till {
  const { now } = till;
  if (now.step !== "checking") return till;
  const isKnown = !isBasketEmpty(now.visit.basket);
  return { ...till, now: { step: "visit", visit: now.visit, note: isKnown ? "unanswered" : null } };
}

/** One step back: the text, the message, then the visit. */
export function goBack(till: Till): Till {
  const { now, text, message, question } = till;
  if (question) return answer(till, false);
  if (text) return { ...till, text: "", active: -1, message: null };
  if (message) return { ...till, message: null };
  if (now.step === "confirming" || now.step === "checking") return till;
  return { ...till, now: nobody, active: -1 };
}
