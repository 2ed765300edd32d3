import { schema } from "@stampbook/db";
import { and, asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { runFor } from "../../../testing/index.ts";
import { openModified } from "./modify-sale.cases.ts";
import { saleModifications } from "./modify-sale.ts";

// Tests that each call reads and changes only the rows of its own sale.

// Closes the database without an audit, because some balances here are not the sums of their ledgers.
const t = harnessOfFile({ isAudited: false });

const { statement: modifySales } = saleModifications;

async function setting() {
  const { merchant, call } = await openModified(t);
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return { merchant, call, place, run: runFor(t, place) };
}

const line = (product: string) => ({
  ...{ product, quantity: "2.000", subtotal: "20.00", stamps: null, isEligible: true },
  extraData: null,
});

test("each call of a batch changes the lines that it names, of its own sale", async () => {
  const { merchant, call, run } = await setting();
  const content = { items: [line("Kopi"), line("Teh")] };
  const shrunk = (line: number) => ({
    items: [{ line, quantity: "1.000", subtotal: "10.00", stamps: null }],
  });
  const one = await call({ sale: content, call: shrunk(1) });
  const other = await call({ sale: content, call: shrunk(2) });
  expect(await run(modifySales, [one, other])).toEqual([true, true]);

  const { transactionItems: items } = schema;
  const quantitiesOf = async (transaction: number) => {
    const rows = await t.db
      .select()
      .from(items)
      .where(and(eq(items.merchantId, merchant.id), eq(items.transactionId, transaction)))
      .orderBy(asc(items.line));
    return rows.map(({ quantity }) => quantity);
  };
  expect(await quantitiesOf(one.transaction)).toEqual(["1.000", "2.000"]);
  expect(await quantitiesOf(other.transaction)).toEqual(["2.000", "1.000"]);
});

test("F11: each call of a batch changes the payments that it names, of its own sale", async () => {
  const { merchant, call, run } = await setting();
  const paid = (method: string) => ({ method, value: "40000.00", countsForLevels: true });
  const content = { payments: [paid("cash"), paid("card")] };
  const shrunk = (line: number) => ({ payments: [{ line, value: "20000.00" }] });
  const one = await call({ sale: content, call: shrunk(1) });
  const other = await call({ sale: content, call: shrunk(2) });
  expect(await run(modifySales, [one, other])).toEqual([true, true]);

  const { transactionPayments: payments } = schema;
  const valuesOf = async (transaction: number) => {
    const rows = await t.db
      .select()
      .from(payments)
      .where(and(eq(payments.merchantId, merchant.id), eq(payments.transactionId, transaction)))
      .orderBy(asc(payments.line));
    return rows.map(({ value }) => value);
  };
  expect(await valuesOf(one.transaction)).toEqual(["20000.00", "40000.00"]);
  expect(await valuesOf(other.transaction)).toEqual(["40000.00", "20000.00"]);
});

test("a sale is seen with its own lines and payments", async () => {
  const { place, call } = await setting();
  const paid = (method: string, value: string) => ({
    items: [line(method)],
    payments: [{ method, value, countsForLevels: true }],
  });
  const reading = { replayedTo: null };
  const one = await call({ sale: paid("cash", "85000.00"), call: reading });
  const other = await call({ sale: paid("card", "80000.00"), call: reading });
  const [first, second] = await modifySales.run(t.db, place, [one, other], "skip");
  expect(first).toMatchObject({
    seen: { content: { items: [{ product: "cash" }], payments: [{ value: "85000.00" }] } },
  });
  expect(second).toMatchObject({
    seen: { content: { items: [{ product: "card" }], payments: [{ value: "80000.00" }] } },
  });
});

// The ledger is replayed only if stamps have expired after the sale's own entry. An imported sale has no
// entry, so a replay would return 0 stamps.
describe("the stamps of a sale can all go back", () => {
  type Entry = Pick<typeof schema.stampEntries.$inferInsert, "cause" | "number"> & {
    readonly causeId: number | "the sale's id";
    readonly isAnother?: boolean;
  };
  /** The entries that each case adds. The entry of the sale itself has the number 11. */
  const ledgers: readonly (readonly [string, readonly Entry[]])[] = [
    ["if what has expired was given before", [{ cause: "expiry", causeId: 3, number: 3 }]],
    [
      "if another sale's stamps may have expired",
      [
        { cause: "earning", causeId: 1_000_000, number: 2 },
        { cause: "expiry", causeId: 3, number: 3 },
      ],
    ],
    [
      "if an entry of another kind has the id of the sale",
      [
        { cause: "redemption", causeId: "the sale's id", number: 2 },
        { cause: "expiry", causeId: 3, number: 3 },
      ],
    ],
    [
      "if another member has an entry under the id of the sale",
      [
        { cause: "earning", causeId: "the sale's id", number: 2, isAnother: true },
        { cause: "expiry", causeId: 3, number: 3 },
      ],
    ],
    ["if stamps were spent since", [{ cause: "redemption", causeId: 5, number: 12 }]],
    [
      "if another member's have expired since",
      [{ cause: "expiry", causeId: 12, number: 12, isAnother: true }],
    ],
  ];

  async function returnable(entries: readonly Entry[]) {
    const { merchant, place, call: callWith } = await setting();
    const another = await t.given.customer(merchant);
    const call = await callWith({ call: { replayedTo: null } });
    const { stampEntries: e } = schema;
    const own = and(eq(e.merchantId, merchant.id), eq(e.cause, "earning"));
    const [earned] = await t.db.update(e).set({ number: 11 }).where(own).returning();
    if (entries.length)
      await t.db.insert(schema.stampEntries).values(
        entries.map(({ causeId, isAnother, ...entry }) => ({
          ...{ ...entry, merchantId: merchant.id, delta: -1, day: "2026-01-15" },
          customerId: isAnother ? another.id : (earned?.customerId ?? 0),
          causeId: causeId === "the sale's id" ? call.transaction : causeId,
        })),
      );
    const [row] = await modifySales.run(t.db, place, [call], "skip");
    return row?.isDone ? "done" : row?.seen.returnable;
  }

  test.each(ledgers)("%s", async (_, entries) => {
    expect(await returnable(entries)).toBe(9);
  });

  test("unless stamps have expired since: then the ledger is replayed", async () => {
    expect(await returnable([{ cause: "expiry", causeId: 12, number: 12 }])).toBeNull();
  });
});
