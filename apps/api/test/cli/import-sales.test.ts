import { runAudit } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";
import { getLevelProgress } from "@stampbook/core/members";
import { exportMerchant } from "@stampbook/core/moving";
import { cancelSale, getSale, modifySale } from "@stampbook/core/sales";
import { createHarness } from "@stampbook/core/testing";
import type { OpenDb } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPresenter } from "../../src/cli/merchant-file/present-part.ts";
import { sample } from "../sample.ts";
import { depsOf, documentWith, importedOf, type Json, problemsOf } from "./office.ts";

const HOUR = 3_600_000;

describe("sales of the past", () => {
  let open: OpenDb;
  let deps: CoreDeps;
  beforeAll(async () => {
    open = await createTestDatabase();
    deps = depsOf(open);
  });
  afterAll(() => open.close());

  const sale = {
    id: 9,
    customer: 1,
    invoice_number: "INV-9",
    created: "2026-03-01T18:30:00Z",
    total_value: "95000.00",
    stamps_earned: 9,
  };

  /** A merchant with a customer of 20 stamps, and these sales in its store. */
  function documentOf(...sales: readonly Json[]) {
    const customers = [{ id: 1, membership: { stamps: 20 } }];
    const document = documentWith({ customers });
    const store = document.stores[0]?.id;
    return { ...document, transactions: sales.map((one) => ({ store, ...one })) };
  }

  async function exported(merchantId: number): Promise<string> {
    const present = createPresenter();
    let text = "";
    await exportMerchant(deps, merchantId, async (part) => {
      text += present(part);
    });
    return text;
  }

  const says = async (...sales: readonly Json[]) =>
    (await problemsOf(deps, documentOf(...sales))).map((line) =>
      line.replace(/^merchant\.json(:\d+)?: /, ""),
    );

  test("come in, can be modified and voided from the balance, and break no invariant", async () => {
    const document = documentOf(sale, { ...sale, id: 10, invoice_number: "INV-10", sub_total: 5 });
    await importedOf(deps, document);
    const { merchant } = createHarness(deps.db).as(document.merchant).caller;
    const ctx = createHarness(deps.db).as(merchant);
    expect(await getSale(ctx, 9)).toMatchObject({
      status: "Created",
      invoiceNumber: "INV-9",
      total: "95000.00",
      stampsEarned: 9,
      // in Jakarta it is the next day already
      businessDay: "2026-03-02",
    });
    expect(await cancelSale(ctx, 9)).toMatchObject({ membership: { stamps: 11 } });
    const half = { total: "-47500.00", subtotal: null, items: [], payments: [], stamps: null };
    expect(await modifySale(ctx, 10, half)).toMatchObject({
      sale: { stampsEarned: 4 },
      membership: { stamps: 6 },
    });
    expect(await runAudit(deps.db)).toEqual([]);
  });

  test("leave as they came, and new sales have higher ids", async () => {
    const document = documentOf(sale, {
      id: 30,
      customer: null,
      invoice_number: "INV-30",
      created: sale.created,
      total_value: "1.00",
      status: "Open",
    });
    await importedOf(deps, document);
    const text = await exported(document.merchant.id);
    const created = "2026-03-01T18:30:00.000000Z";
    expect(JSON.parse(text).transactions).toEqual([
      {
        ...document.transactions[0],
        superseded_by: null,
        created,
        business_day: "2026-03-02",
        sub_total: null,
        spending: "95000.00",
        status: "Created",
      },
      {
        ...document.transactions[1],
        superseded_by: null,
        created,
        business_day: "2026-03-02",
        sub_total: null,
        spending: "1.00",
        stamps_earned: 0,
      },
    ]);
    expect(await deps.ids.take(document.merchant.id, "transactions")).toBe(31);
  });

  test("keep their business day after their store has moved to another time zone", async () => {
    const first = documentOf(
      { ...sale, created: "2026-03-01T18:30:00Z" },
      { ...sale, id: 10, created: "2026-03-02T18:30:00Z" },
    );
    await importedOf(deps, first);
    await deps.db.execute(
      `update stores set timezone = 'America/New_York' where merchant_id = ${first.merchant.id}`,
    );
    const document = JSON.parse(await exported(first.merchant.id));
    const days = ["2026-03-02", "2026-03-03"].map((business_day) => ({ business_day }));
    expect(document.transactions).toMatchObject(days);
    const fresh = documentWith();
    const [store] = fresh.stores;
    const moved = {
      ...document,
      merchant: { ...document.merchant, id: fresh.merchant.id },
      stores: [{ ...document.stores[0], id: store?.id }],
      transactions: document.transactions.map((one: Json) => ({ ...one, store: store?.id })),
    };
    await importedOf(deps, moved);
    expect(JSON.parse(await exported(fresh.merchant.id)).transactions).toMatchObject(days);
  });

  test("F3: that another supersedes leave as they came, under the number of the newer one", async () => {
    const canceled = { ...sale, status: "Canceled", superseded_by: 10 };
    const document = documentOf(canceled, { ...sale, id: 10 });
    await importedOf(deps, document);
    expect(JSON.parse(await exported(document.merchant.id)).transactions).toMatchObject([
      { id: 9, superseded_by: 10 },
      { id: 10, superseded_by: null },
    ]);
  });

  test("come in if they are up to a day ahead, as a till may send them, with their member", async () => {
    const created = new Date(Date.now() + 23 * HOUR).toISOString();
    const document = documentOf({ ...sale, created });
    const customers = [{ id: 1, membership: { stamps: 20, created } }];
    const { counts } = await importedOf(deps, { ...document, customers });
    expect(counts).toMatchObject({ customers: 1, transactions: 1 });
  });

  test("count for levels as they did where they come from", async () => {
    const levels = [
      { level: 100, name: "Blue" },
      { level: 200, name: "Gold", spending_to_reach: "100000.00" },
    ];
    const created = new Date(Date.now() - 60_000).toISOString();
    const document = { ...documentOf({ ...sale, created, spending: "40000.00" }), levels };
    await importedOf(deps, document);
    const ctx = createHarness(deps.db).as(document.merchant);
    expect(await getLevelProgress(ctx, 1)).toMatchObject({ upgrade: { missing: "60000.00" } });
    // what does not count shrinks with the total
    const less = { subtotal: null, items: [], payments: [], stamps: null };
    await modifySale(ctx, 9, { ...less, total: "-45000.00" });
    expect(await getLevelProgress(ctx, 1)).toMatchObject({ upgrade: { missing: "78947.37" } });
    const text = await exported(document.merchant.id);
    expect(JSON.parse(text).transactions).toMatchObject([
      { total_value: "50000.00", spending: "21052.63" },
    ]);
  });

  test.each<[string, readonly Json[], string]>([
    ["an unknown store", [{ ...sale, store: 4 }], "[0].store is not among the stores of this file"],
    [
      "an unknown customer",
      [{ ...sale, customer: 4 }],
      "[0].customer is not among the customers of this file",
    ],
    [
      "nobody's",
      [{ ...sale, customer: null }],
      "[0].customer is missing: a sale of nobody is Open or Canceled",
    ],
    [
      "an Open one with a customer",
      [{ ...sale, status: "Open" }],
      "[0].customer is given, but an Open sale is nobody's",
    ],
    [
      "stamps of nobody",
      [{ ...sale, customer: null, status: "Open" }],
      "[0].stamps_earned must be 0 for a sale of nobody",
    ],
    [
      "more spending than the total",
      [{ ...sale, spending: "95000.01" }],
      "[0].spending is more than total_value",
    ],
    [
      "one of the day after tomorrow",
      [{ ...sale, created: new Date(Date.now() + 25 * HOUR).toISOString() }],
      "[0].created lies more than a day ahead",
    ],
    [
      "an invoice that a store has twice a day",
      [sale, { ...sale, id: 10, created: "2026-03-02T09:00:00Z" }],
      "[1].invoice_number is the same as transactions[0].invoice_number",
    ],
    [
      "an invoice twice on one business day",
      [
        { ...sale, business_day: "2026-03-02" },
        { ...sale, id: 10, created: "2026-03-02T18:30:00Z", business_day: "2026-03-02" },
      ],
      "[1].invoice_number is the same as transactions[0].invoice_number",
    ],
    [
      "F3: a superseded one that is not canceled",
      [{ ...sale, superseded_by: 10 }],
      "[0].superseded_by is given, but only a Canceled sale is superseded",
    ],
    [
      "F3: one that supersedes itself",
      [{ ...sale, status: "Canceled", superseded_by: 9 }],
      "[0].superseded_by is the sale itself",
    ],
    [
      "F3: an invoice of which two sales are superseded by one",
      [9, 11].map((id) => ({ ...sale, id, status: "Canceled", superseded_by: 10 })),
      "[1].invoice_number is the same as transactions[0].invoice_number",
    ],
    [
      "a business day of another week",
      [{ ...sale, business_day: "2026-03-09" }],
      "[0].business_day is not the day of created in any time zone",
    ],
    [
      "an id twice",
      [sale, { ...sale, invoice_number: "other" }],
      "[1].id is the same as transactions[0].id",
    ],
  ])("%s is refused at its field", async (_, sales, expected) => {
    expect(await says(...sales)).toEqual([`transactions${expected}`]);
  });
});

test("the documented file comes in, with the sale of its customer", async () => {
  const open = await createTestDatabase();
  try {
    const deps = depsOf(open);
    // the sample in the documentation shortens the token's text, so that token cannot be imported
    const { counts } = await importedOf(deps, { ...sample, tokens: [] });
    expect(counts).toMatchObject({ customers: 1, transactions: 1 });
    expect(await runAudit(deps.db)).toEqual([]);
  } finally {
    await open.close();
  }
});

test("a reward may have no code, and a status may be a word", async () => {
  const open = await createTestDatabase();
  try {
    const deps = depsOf(open);
    const rewards = [1, 2].map((id) => ({ id, code: "", name: "Bun" }));
    const customers = [{ id: 1, membership: { member_status: "Suspended" } }];
    await importedOf(deps, documentWith({ rewards, customers }));
    const found = await deps.db.execute("select code, code_key from rewards");
    expect([...(found as Iterable<unknown>)]).toEqual([
      { code: "", code_key: null },
      { code: "", code_key: null },
    ]);
    const [member] = (await deps.db.execute(
      "select status from memberships",
    )) as unknown as object[];
    expect(member).toEqual({ status: 300 });
  } finally {
    await open.close();
  }
});
