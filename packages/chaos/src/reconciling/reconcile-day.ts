import { isDeepStrictEqual } from "node:util";
import type { OpenHarness } from "@stampbook/core/testing";
import { idIn, parsed } from "../traffic/compare.ts";
import { type Journal, openJournal } from "../traffic/journal.ts";
import { type Door, openLine, type Tried } from "../traffic/line.ts";
import {
  cancel,
  cancelSale,
  deductValue,
  type Order,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
  sell,
} from "../traffic/orders.ts";
import { openApis } from "../traffic/start-api.ts";
import { written } from "../traffic/till.ts";
import { openTown, type Shop, type Town } from "../traffic/town.ts";
import { type Outcome, openBackOffice } from "./back-office.ts";

export type Day = {
  readonly orders: number;
  /** Whether the back office asks for the outcomes of the calls without an answer. Default: true. */
  readonly asks?: boolean;
};

export type DayReport = {
  /** Calls whose answer arrived. */
  readonly answered: number;
  /** Calls without an answer, by what the service says of them; `unasked` if nobody asks. */
  readonly cut: Readonly<Record<"done" | "unknown" | "unasked", number>>;
  /** What the back office lists otherwise than it was answered, and otherwise than the tables have it. */
  readonly faults: readonly string[];
};

const TILLS = 6;
const PATIENCE_MS = 15_000;
/** A call that is cut ends at a random moment until then: before it is sent, on its way, or after its effect. */
const CUT_WITHIN_MS = 12;

const isOneIn = (n: number) => Math.random() * n < 1;

/**
 * Tills make orders for a day, and every third hangs up without an answer. None sends a call again. In the
 * evening a back office asks for the outcomes of those calls (D4), and lists the redemptions and the sales (R14,
 * T11). What it then knows must be what the tables hold. Afterwards each call without an answer is sent again.
 */
export async function reconcileDay(
  harness: OpenHarness,
  { orders, asks = true }: Day,
): Promise<DayReport> {
  const town = await openTown(harness, { vouchers: orders, pinHolders: 0 });
  const apis = openApis(harness.open.url);
  const journal = openJournal();
  try {
    const daytime = await apis.start();
    const cut = await trade(town, orders, () => daytime, journal);
    // a process that stops ends its calls first, so none is on its way any more
    await daytime.stop();
    const evening = await apis.start();
    const answered = journal.orders();
    const counts = { done: 0, unknown: 0, unasked: 0 };
    if (!asks) {
      counts.unasked = cut.length;
      return { answered, cut: counts, faults: await journal.judge(harness, town) };
    }
    const offices = new Map(town.shops.map((shop) => [shop, openBackOffice(shop, evening.port)]));
    for (const order of cut) {
      const outcome = await offices.get(order.shop)?.outcomeOf(order);
      if (outcome?.state === "done") journal.noteAnswer(order, 200, JSON.stringify(outcome.answer));
      if (outcome) counts[outcome.state]++;
      await repeat(order, outcome, () => evening, journal);
    }
    for (const [shop, office] of offices)
      for (const fault of await office.compare(journal.told(shop))) journal.noteFault(fault);
    return { answered, cut: counts, faults: await journal.judge(harness, town) };
  } finally {
    await apis.stop();
  }
}

/** Makes the orders of a day. Returns those without an answer. */
async function trade(town: Town, orders: number, door: () => Door, journal: Journal) {
  const cut: Order[] = [];
  let left = orders;
  const tills = Array.from({ length: TILLS }, async (_, till) => {
    const steady = openLine(door, PATIENCE_MS);
    const place = async (order: Order) => {
      left--;
      const line = isOneIn(3) ? openLine(door, Math.random() * CUT_WITHIN_MS) : steady;
      const tried = await line.send(written(order, till));
      if (line !== steady) line.close();
      journal.noteTry(order, tried);
      if (!isSettled(tried)) cut.push(order);
      else journal.noteAnswer(order, tried.status, tried.body);
      return isSettled(tried) && tried.status === 200 ? parsed(tried.body) : null;
    };
    while (left > 0) await serve(town, place);
    steady.close();
  });
  await Promise.all(tills);
  return cut;
}

const isSettled = (tried: Tried): tried is Exclude<Tried, { lost: unknown }> =>
  !("lost" in tried) && tried.status < 409;

/** Makes an order, and half the time cancels what it did. */
async function serve({ shops }: Town, place: (order: Order) => Promise<unknown>): Promise<void> {
  const shop = shops[Math.floor(Math.random() * shops.length)] as Shop;
  const [plain, coded, gift] = [shop.plain.take(), shop.plain.take(), shop.gift.take()];
  const made = [
    ...[redeemReward(shop), redeemPromoCode(shop), sell(shop)],
    ...(plain ? [redeemVoucher(shop, plain)] : []),
    ...(coded ? [redeemVoucherCode(shop, coded)] : []),
    ...(gift ? [deductValue(shop, gift)] : []),
  ];
  const order = made[Math.floor(Math.random() * made.length)] as Order;
  const answer = await place(order);
  if (answer === null || isOneIn(2)) return;
  const redemption = idIn(answer, "redemption");
  const sale = idIn(answer, "transaction");
  if (redemption !== null && order.effect)
    await place(cancel(shop, redemption, order.effect.customer));
  if (sale !== null && order.sale) await place(cancelSale(shop, sale, order.sale.invoice));
}

/** Sends a call again: one that is done gets the same answer, and one that is not is done now. */
async function repeat(
  order: Order,
  outcome: Outcome | undefined,
  door: () => Door,
  journal: Journal,
): Promise<void> {
  const line = openLine(door, PATIENCE_MS);
  const tried = await line.send(written(order, 0));
  line.close();
  if (!isSettled(tried)) return journal.noteFault(`${order.kind}: no answer in the evening`);
  if (outcome?.state !== "done") return journal.noteAnswer(order, tried.status, tried.body);
  if (tried.status !== 200 || !isDeepStrictEqual(parsed(tried.body), outcome.answer))
    journal.noteFault(
      `${order.kind}: D4 says ${JSON.stringify(outcome.answer)}, the same call again ${tried.body}`,
    );
}
