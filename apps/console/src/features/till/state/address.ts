import { emptyBasket } from "./basket.ts";
import { nobody } from "./steps.ts";
import type { Basket, Line, Step } from "./types.ts";

/** The parameters of the page's address that describe the visit. Null removes a parameter. */
export type VisitAddress = Readonly<
  Record<"customer" | "take" | "sale" | "invoice" | "visit" | "step", string | null>
>;

const noAddress: VisitAddress = {
  customer: null,
  take: null,
  sale: null,
  invoice: null,
  visit: null,
  step: null,
};

/** Lines in the address are separated by this character. */
const SEPARATOR = "~";

/** Escapes the separator in a code, and the character `%`. */
const escaped = (code: string) => code.replaceAll("%", "%25").replaceAll(SEPARATOR, "%7E");

const unescaped = (text: string) => text.replaceAll("%7E", SEPARATOR).replaceAll("%25", "%");

/**
 * Returns the text of a line in the address. Empty for a voucher that nobody holds, because whoever has its
 * code can spend it.
 */
function writeLine(line: Line): readonly string[] {
  if (line.kind === "reward")
    return [line.stamps === null ? `r${line.id}x${line.qty}` : `r${line.id}s${line.stamps}`];
  if (line.kind === "voucher") return [`v${line.id}${line.value === null ? "" : `:${line.value}`}`];
  return line.kind === "promo" ? [`p:${escaped(line.code)}`] : [];
}

function readLine(text: string): readonly Line[] {
  const reward = /^r(\d+)([xs])(\d+)$/.exec(text);
  if (reward) {
    const [id, count] = [Number(reward[1]), Number(reward[3])];
    const isFlexible = reward[2] === "s";
    if (!isFlexible && count < 1) return [];
    return [{ kind: "reward", id, qty: isFlexible ? 1 : count, stamps: isFlexible ? count : null }];
  }
  const voucher = /^v(\d+)(?::(\d*\.?\d*))?$/.exec(text);
  if (voucher) return [{ kind: "voucher", id: Number(voucher[1]), value: voucher[2] ?? null }];
  return text.startsWith("p:") && text.length > 2
    ? [{ kind: "promo", code: unescaped(text.slice(2)) }]
    : [];
}

/** Returns the parameters of the address for a step. */
export function writeAddress(now: Step): VisitAddress {
  if (now.step === "empty") return noAddress;
  if (now.step === "receipt")
    return {
      ...noAddress,
      customer: String(now.customerId),
      visit: now.done.key,
      step: "receipt",
    };
  const { customerId, basket, key } = now.visit;
  return {
    customer: String(customerId),
    take: basket.lines.flatMap(writeLine).join(SEPARATOR) || null,
    sale: basket.sale,
    invoice: basket.invoice || null,
    visit: key,
    step: now.step === "visit" ? null : "sent",
  };
}

/**
 * Returns the step that an address describes. A sent confirmation and a receipt become `checking`: the till
 * then asks the service for the outcome by the visit's key.
 */
export function readAddress(get: (name: keyof VisitAddress) => string | null): Step {
  const customerId = Number(get("customer"));
  if (!Number.isSafeInteger(customerId) || customerId < 1) return nobody;
  const lines = (get("take") ?? "").split(SEPARATOR).flatMap(readLine);
  const basket: Basket = {
    ...emptyBasket,
    lines,
    sale: get("sale"),
    invoice: get("invoice") ?? "",
  };
  const key = get("visit");
  return key && get("step")
    ? { step: "checking", visit: { customerId, basket, key }, isRunning: false }
    : { step: "visit", visit: { customerId, basket, key }, note: null };
}
