import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "@stampbook/bench/load";
import { idIn, parsed } from "./compare.ts";
import type { Journal } from "./journal.ts";
import { type Door, openLine } from "./line.ts";
import {
  cancel,
  cancelSale,
  deductValue,
  type Order,
  ping,
  redeemDearReward,
  redeemPromoCode,
  redeemReward,
  redeemSpentVoucher,
  redeemVoucher,
  redeemVoucherCode,
  sell,
  validatePin,
} from "./orders.ts";
import type { Shop, Town } from "./town.ts";

/**
 * A till, which makes one order after another. It repeats an order after 409, 429, 5xx and a lost answer,
 * until there is another answer.
 */
export type Till = {
  /** Makes the next order, with its follow-ups. */
  readonly serve: () => Promise<void>;
  /** Sets a deadline `ms` from now. After it, the till gives up an order that fails, and records a fault. */
  readonly giveUpAfter: (ms: number) => void;
  readonly close: () => void;
};

/**
 * The average pause between tries. Shorter than `Retry-After`, so that the end of errors is noticed early.
 */
const PAUSE_MS = 50;

export type TillOptions = {
  readonly town: Town;
  /** The API processes. */
  readonly doors: readonly (() => Door)[];
  readonly journal: Journal;
  /** How long the till waits for a response. */
  readonly patienceMs: number;
};

export function openTill(number: number, { town, doors, journal, patienceMs }: TillOptions): Till {
  const lines = doors.map((door) => openLine(door, patienceMs));
  const second = doors.map((door) => openLine(door, patienceMs));
  let until = Number.POSITIVE_INFINITY;

  /** Sends an order until it is settled. Returns the final status and body, or null if the till gave up. */
  async function settle(order: Order, over = lines) {
    for (;;) {
      const line = over[Math.floor(Math.random() * over.length)] ?? lines[0];
      const tried = await line?.send(written(order, number));
      if (!tried) throw new Error("There is no API to call.");
      journal.noteTry(order, tried);
      if (!("lost" in tried) && !isPassing(tried.status)) {
        journal.noteAnswer(order, tried.status, tried.body);
        return { status: tried.status, body: tried.body };
      }
      if (performance.now() > until) {
        const last = "lost" in tried ? tried.lost : `${tried.status} ${tried.body}`;
        journal.noteFault(`${order.kind} of ${order.shop.name} was never answered: ${last}`);
        return null;
      }
      await sleep(PAUSE_MS * Math.random() * 2);
    }
  }

  async function redeemThenMaybeCancel(order: Order) {
    const { body = "", status } = (await settle(order)) ?? {};
    const redemption = status === 200 ? idIn(parsed(body), "redemption") : null;
    if (redemption !== null && order.effect && Math.random() < 0.5)
      await settle(cancel(order.shop, redemption, order.effect.customer));
  }

  async function sellThenMaybeCancel(order: Order) {
    const { body = "", status } = (await settle(order)) ?? {};
    const id = status === 200 ? idIn(parsed(body), "transaction") : null;
    if (id !== null && order.sale && Math.random() < 0.5)
      await settle(cancelSale(order.shop, id, order.sale.invoice));
  }

  /** Sends two calls with different keys for one voucher. Exactly one call must win. */
  async function duel(shop: Shop) {
    const voucher = shop.plain.take();
    if (!voucher) return settle(ping(shop));
    const refused = ["voucher_already_redeemed"];
    const answers = await Promise.all([
      settle(redeemVoucher(shop, voucher, refused)),
      settle(redeemVoucher(shop, voucher, refused), second),
    ]);
    const wins = answers.filter((answer) => answer?.status === 200).length;
    if (answers.every(Boolean) && wins !== 1)
      journal.noteFault(`${wins} of two redemptions of voucher ${voucher.id} won`);
    return settle(redeemSpentVoucher(shop, voucher));
  }

  const ways: readonly ((shop: Shop) => Promise<unknown>)[] = [
    (shop) => settle(ping(shop)),
    (shop) => settle(redeemDearReward(shop)),
    (shop) => settle(redeemPromoCode(shop)),
    (shop) => redeemThenMaybeCancel(redeemReward(shop)),
    (shop) => sellThenMaybeCancel(sell(shop)),
    (shop) => {
      const voucher = shop.gift.take();
      return voucher ? redeemThenMaybeCancel(deductValue(shop, voucher)) : settle(ping(shop));
    },
    (shop) => {
      const voucher = shop.plain.take();
      return settle(voucher ? redeemVoucher(shop, voucher) : ping(shop));
    },
    (shop) => {
      const voucher = shop.plain.take();
      return settle(voucher ? redeemVoucherCode(shop, voucher) : ping(shop));
    },
    duel,
    (shop) => {
      const holder = shop.pinHolders[number];
      return settle(holder ? validatePin(shop, holder) : ping(shop));
    },
  ];

  return {
    serve: async () => {
      const shop = town.shops[Math.floor(Math.random() * town.shops.length)];
      const way = ways[Math.floor(Math.random() * ways.length)];
      if (shop) await way?.(shop);
    },
    giveUpAfter: (ms) => {
      until = performance.now() + ms;
    },
    close: () => {
      for (const line of [...lines, ...second]) line.close();
    },
  };
}

/**
 * Whether a call is retried after this status: 5xx is a temporary error, and 429 the rate limit. 409 means
 * that the first call with the key still runs.
 */
const isPassing = (status: number) => status >= 500 || status === 429 || status === 409;

/** The call of an order, as a till sends it. */
export function written({ shop, path, body, key }: Order, till: number): Call {
  return {
    path,
    headers: {
      Authorization: `Token ${shop.tokens[till % shop.tokens.length]}`,
      "X-Forwarded-Proto": "https",
      ...(key ? { "Idempotency-Key": key } : {}),
    },
    body: JSON.stringify(body),
  };
}
