import { schema } from "@stampbook/db";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modifySaleCalls } from "../../testing/calls/modify-sale-calls.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { modifySales } from "./modify-sale.sql.ts";

// Tests that each call reads and changes only the rows of its own sale.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit, because some balances here are not the sums of their ledgers.
afterAll(() => t?.open.close());

const line = (product: string) => ({
  ...{ product, quantity: "2.000", subtotal: "20.00", stamps: null, isEligible: true },
  extraData: null,
});

test("each call of a batch changes the lines that it names, of its own sale", async () => {
  const { merchant, member, callFor, run } = await modifySaleCalls(t);
  const content = { items: [line("Kopi"), line("Teh")] };
  const shrunk = (line: number) => ({
    items: [{ line, quantity: "1.000", subtotal: "10.00", stamps: null }],
  });
  const one = await callFor((await member()).email, shrunk(1), content);
  const other = await callFor((await member()).email, shrunk(2), content);
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
  const { merchant, member, callFor, run } = await modifySaleCalls(t);
  const paid = (method: string) => ({ method, value: "40000.00", countsForLevels: true });
  const content = { payments: [paid("cash"), paid("card")] };
  const shrunk = (line: number) => ({ payments: [{ line, value: "20000.00" }] });
  const one = await callFor((await member()).email, shrunk(1), content);
  const other = await callFor((await member()).email, shrunk(2), content);
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
  const { place, member, callFor } = await modifySaleCalls(t);
  const paid = (method: string, value: string) => ({
    items: [line(method)],
    payments: [{ method, value, countsForLevels: true }],
  });
  const { email } = await member();
  const reading = { computedAt: null };
  const one = await callFor(email, reading, paid("cash", "95000.00"));
  const other = await callFor(email, reading, paid("card", "90000.00"));
  const [first, second] = await modifySales.run(t.db, place, [one, other], "skip");
  expect(first).toMatchObject({
    seen: { sale: { items: [{ product: "cash" }], payments: [{ value: "95000.00" }] } },
  });
  expect(second).toMatchObject({
    seen: { sale: { items: [{ product: "card" }], payments: [{ value: "90000.00" }] } },
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
    const { merchant, place, callFor } = await modifySaleCalls(t);
    const member = await t.given.customer(merchant, {}, { entryNumber: 10 });
    const another = await t.given.customer(merchant);
    const call = await callFor(member.email, { computedAt: null });
    if (entries.length)
      await t.db.insert(schema.stampEntries).values(
        entries.map(({ causeId, isAnother, ...entry }) => ({
          ...{ ...entry, merchantId: merchant.id, delta: -1, day: "2026-01-15" },
          customerId: isAnother ? another.id : member.id,
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
