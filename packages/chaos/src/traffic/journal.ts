import { runAudit } from "@stampbook/core/audit";
import type { OpenHarness } from "@stampbook/core/testing";
import { sql } from "drizzle-orm";
import { idIn, judgeAnswer, parsed } from "./compare.ts";
import { headerOf, type Tried } from "./line.ts";
import type { Order, Sale } from "./orders.ts";
import type { Shop, Town } from "./town.ts";

/** Records every try and every final response, and compares them with the tables. */
export type Journal = {
  readonly noteTry: (order: Order, tried: Tried) => void;
  /** Records the final answer of an order. No further try follows. */
  readonly noteAnswer: (order: Order, status: number, body: string) => void;
  readonly noteFault: (fault: string) => void;
  /** Tries by result: a status, `lost`, or `hung up` after the till's patience. */
  readonly tries: () => Readonly<Record<string, number>>;
  readonly orders: () => number;
  /** The faults so far. */
  readonly faults: ReadonlySet<string>;
  /** The last failed try: its moment by `performance.now()`, and a description; null if none failed. */
  readonly lastFailure: () => { readonly at: number; readonly says: string } | null;
  /** The duration in milliseconds of every try answered with 200, and its moment. */
  readonly answered: readonly { readonly at: number; readonly ms: number }[];
  /** The duration and moment of every try answered with 503. */
  readonly refusals: readonly { readonly at: number; readonly ms: number }[];
  /** What the final answers say about a merchant. */
  readonly told: (shop: Pick<Shop, "id">) => Told;
  /** Returns every fault so far, and the lost or doubled effects that the tables and the audit show. */
  readonly judge: (harness: OpenHarness, town: Town) => Promise<string[]>;
};

export type Told = {
  /** The status of each redemption, by its id. */
  readonly redemptions: ReadonlyMap<number, string>;
  /** The status of each sale, by its invoice number. */
  readonly sales: ReadonlyMap<string, string>;
};

type Made = { readonly order: Order; readonly redemption: number };

export function openJournal(): Journal {
  const tries: Record<string, number> = {};
  const faults = new Set<string>();
  const made: Made[] = [];
  const canceled = new Set<number>();
  const sales = new Map<string, string>();
  const answered: { at: number; ms: number }[] = [];
  const refusals: { at: number; ms: number }[] = [];
  let orders = 0;
  let lastFailure: ReturnType<Journal["lastFailure"]> = null;

  const noteTry: Journal["noteTry"] = (order, tried) => {
    const name = "lost" in tried ? tried.lost : String(tried.status);
    tries[name] = (tries[name] ?? 0) + 1;
    if ("lost" in tried || tried.status >= 500) {
      const says = `${order.kind}: ${name} after ${tried.ms.toFixed(0)} ms`;
      lastFailure = { at: performance.now(), says };
    }
    if ("lost" in tried) return;
    if (tried.status === 503) refusals.push({ at: performance.now(), ms: tried.ms });
    if (tried.status === 200) answered.push({ at: performance.now(), ms: tried.ms });
    if (tried.status === 503 && !headerOf(tried, "retry-after"))
      faults.add(`a 503 without Retry-After: ${tried.body}`);
    if (tried.status >= 500 && tried.status !== 503)
      faults.add(`${order.kind} of ${order.shop.name} got ${tried.status} ${tried.body}`);
  };

  const noteAnswer: Journal["noteAnswer"] = (order, status, body) => {
    orders++;
    for (const fault of judgeAnswer(order, status, body)) faults.add(fault);
    if (status === 200 && order.sale) sales.set(order.sale.invoice, order.sale.status);
    const redemption = status === 200 ? idIn(parsed(body), "redemption") : null;
    if (redemption === null) return;
    if (order.effect) made.push({ order, redemption });
    else canceled.add(redemption);
  };

  const told: Journal["told"] = ({ id }) => {
    const ours = made.filter(({ order }) => order.shop.id === id);
    return {
      redemptions: new Map(
        ours.map((each) => [
          each.redemption,
          canceled.has(each.redemption) ? "Canceled" : "Created",
        ]),
      ),
      sales: new Map([...sales].filter(([invoice]) => invoice.startsWith(`${id}-`))),
    };
  };

  return {
    told,
    noteTry,
    noteAnswer,
    noteFault: (fault) => faults.add(fault),
    tries: () => tries,
    orders: () => orders,
    faults,
    lastFailure: () => lastFailure,
    answered,
    refusals,
    judge: async (harness, town) => {
      const inTables: string[] = [];
      for (const { id, name } of town.shops) {
        const ours = made.filter(({ order }) => order.shop.id === id);
        const rows = await redemptionsOf(harness, id);
        inTables.push(...compareRows(ours, canceled, rows).map((fault) => `${name}: ${fault}`));
        const recorded = await salesOf(harness, id);
        const sold = told({ id }).sales;
        inTables.push(...compareSales(sold, recorded).map((fault) => `${name}: ${fault}`));
        const broken = await runAudit(harness.db, id);
        inTables.push(
          ...broken.map(({ invariant, detail }) => `${name}, the audit: ${invariant}: ${detail}`),
        );
      }
      return [...faults, ...inTables];
    },
  };
}

type Row = {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly customer: number;
  readonly invoice: string | null;
  readonly stamps: number;
};

async function redemptionsOf({ db }: OpenHarness, merchant: number) {
  const rows: unknown = await db.execute(sql`
    select id::float8 as id, kind, status, customer_id::float8 as customer, invoice_number as invoice,
      stamps_used::int as stamps
    from redemptions where merchant_id = ${merchant}`);
  return new Map((rows as Row[]).map((row) => [row.id, row]));
}

function compareRows(
  made: readonly Made[],
  canceled: ReadonlySet<number>,
  rows: ReadonlyMap<number, Row>,
): string[] {
  const faults: string[] = [];
  const known = new Set<number>();
  for (const { order, redemption } of made) {
    const { effect, kind } = order;
    if (known.has(redemption)) faults.push(`redemption ${redemption} answered two orders`);
    known.add(redemption);
    const row = rows.get(redemption);
    if (!effect || !row) {
      faults.push(`${kind} was answered with redemption ${redemption}, which is not there`);
      continue;
    }
    const status = canceled.has(redemption) ? "Canceled" : "Created";
    const told = [effect.rowKind, effect.customer, effect.invoice, effect.stampsUsed, status];
    const kept = [row.kind, row.customer, row.invoice, row.stamps, row.status];
    if (String(told) !== String(kept))
      faults.push(`redemption ${redemption} was told as ${told}, and is ${kept}`);
  }
  for (const { id, kind, invoice } of rows.values())
    if (!known.has(id))
      faults.push(`redemption ${id} (${kind}, invoice ${invoice}) was done, and nobody was told`);
  return faults;
}

/** The status of each sale, by its invoice number. */
async function salesOf({ db }: OpenHarness, merchant: number): Promise<Map<string, string>> {
  const rows: unknown = await db.execute(sql`
    select invoice_number as invoice, status from transactions where merchant_id = ${merchant}`);
  return new Map((rows as Sale[]).map(({ invoice, status }) => [invoice, status]));
}

function compareSales(
  told: ReadonlyMap<string, string>,
  recorded: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...told.keys(), ...recorded.keys()])]
    .filter((invoice) => told.get(invoice) !== recorded.get(invoice))
    .map(
      (invoice) => `sale ${invoice} was told as ${told.get(invoice)}, is ${recorded.get(invoice)}`,
    );
}
