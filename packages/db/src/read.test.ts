import { asc, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { afterEach, describe, expect, test } from "vitest";
import { type OpenDb, optional, type Parameters, read, rowsOf, run, schema } from "./index.ts";
import { isAnyOf, json, jsonIf } from "./read.ts";
import { createTestDatabase } from "./testing/index.ts";

const { merchants, rewards, voucherTemplates: templates } = schema;
const inner = alias(rewards, "inner_rewards");

type Input = {
  readonly name: string | null;
  readonly ids: string | null;
  readonly limit: number;
};

const list = read("list_of_test", (p: Parameters<Input>) =>
  rowsOf(rewards, {
    where: [
      optional(p("name"), eq(rewards.name, p("name"))),
      optional(p("ids"), isAnyOf(rewards.id, p("ids"))),
    ],
    orderBy: [desc(rewards.id)],
    limit: sql`${p("limit")} + 1`,
  })
    .leftJoin(templates, eq(templates.id, rewards.voucherTemplateId))
    .list({
      id: rewards.id,
      name: rewards.name,
      startDate: rewards.startDate,
      createdAt: rewards.createdAt,
      value: templates.value,
      template: jsonIf(templates.id, { id: templates.id }),
      sameName: rowsOf(inner, {
        where: [eq(inner.name, rewards.name)],
        orderBy: [asc(inner.id)],
      }).list({ id: inner.id }),
    }),
);

const one = read("one_of_test", (p: Parameters<{ readonly id: number }>) =>
  rowsOf(rewards, { where: [eq(rewards.id, p("id"))] }).one({
    id: rewards.id,
    nested: json({ stampsToRedeem: rewards.stampsToRedeem }),
  }),
);

const aliased = alias(merchants, "m") as unknown as typeof merchants;
const ownMerchant = (of: typeof merchants) =>
  read("merchant_of_test", () => rowsOf(of, { where: [] }).one({ id: of.id, name: of.name }));

const all = { merchantId: 1, name: null, ids: null, limit: 10 };

async function addRewards({ db }: OpenDb) {
  for (const id of [1, 2]) {
    await db.execute(sql`insert into merchants (id, name, country, timezone, currency)
      values (${id}, 'A merchant', 'SG', 'Asia/Singapore', 'SGD')`);
    await db.execute(sql`insert into voucher_templates (merchant_id, id, name, value)
      values (${id}, 5, 'Ten off', 10)`);
  }
  await db.execute(sql`insert into rewards
    (merchant_id, id, code, code_key, name, kind, start_date, voucher_template_id, created_at) values
    (1, 1, 'a', 'A', 'Tea', 'fixed', null, null, '2026-01-02 03:04:05.123456+00'),
    (1, 2, 'b', 'B', 'Tea', 'fixed', '2026-02-03', 5, '2026-01-02 03:04:05Z'),
    (1, 3, 'c', 'C', 'Cake', 'fixed', null, null, '2026-01-02 03:04:05Z'),
    (2, 1, 'a', 'A', 'Tea', 'fixed', null, 5, '2026-01-02 03:04:05Z')`);
}

let open: OpenDb;
afterEach(() => open.close());

describe.each([
  ["prepared", () => createTestDatabase()],
  ["without prepared statements", () => createTestDatabase({ prepare: false })],
])("a read, %s", (_, create) => {
  test("answers the merchant's rows, also of joined and nested tables", async () => {
    open = await create();
    await addRewards(open);
    const first = {
      id: 1,
      name: "Tea",
      startDate: null,
      createdAt: "2026-01-02T03:04:05.123456+00:00",
      value: null,
      template: null,
      sameName: [{ id: 1 }, { id: 2 }],
    };
    const second = {
      ...first,
      id: 2,
      startDate: "2026-02-03",
      createdAt: "2026-01-02T03:04:05+00:00",
      value: "10.00",
      template: { id: 5 },
    };
    expect(await run(open.db, list, { ...all, name: "Tea" })).toEqual([second, first]);
    expect(await run(open.db, list, { ...all, name: "Tea", limit: 0 })).toEqual([second]);
    expect(await run(open.db, list, { ...all, name: "Coffee" })).toEqual([]);
  });

  test("reads a null parameter as no condition, and ids from an array", async () => {
    open = await create();
    await addRewards(open);
    const idsOf = async (input: Partial<Input>) =>
      (await run(open.db, list, { ...all, ...input })).map(({ id }) => id);
    expect(await idsOf({})).toEqual([3, 2, 1]);
    expect(await idsOf({ ids: "{1,3,9}" })).toEqual([3, 1]);
    expect(await idsOf({ ids: "{}" })).toEqual([]);
  });

  test("answers one document, or null for an unknown id", async () => {
    open = await create();
    await addRewards(open);
    const tea = await run(open.db, one, { merchantId: 2, id: 1 });
    expect(tea).toEqual({ id: 1, nested: { stampsToRedeem: 0 } });
    expect(await run(open.db, one, { merchantId: 2, id: 3 })).toBeNull();
  });

  test("answers the merchant's own row, also under an alias", async () => {
    open = await create();
    await addRewards(open);
    const second = { id: 2, name: "A merchant" };
    for (const of of [merchants, aliased]) {
      expect(await run(open.db, ownMerchant(of), { merchantId: 2 })).toEqual(second);
      expect(await run(open.db, ownMerchant(of), { merchantId: 3 })).toBeNull();
    }
  });
});

test("the compiler refuses unknown columns, parameters and tables, and a missing merchant", async () => {
  open = await createTestDatabase();
  // @ts-expect-error a column that the table does not have
  const column = () => eq(rewards.renamed, 1);
  // @ts-expect-error a parameter that the input does not have
  const parameter = () => read("x", (p: Parameters<Input>) => eq(rewards.name, p("renamed")));
  // @ts-expect-error a table without a merchant
  const table = () => rowsOf(schema.staffUsers, { where: [] });
  // @ts-expect-error the parameter merchantId is missing
  const merchant = () => run(open.db, one, { id: 1 });
  const type = async () => {
    const found = await run(open.db, one, { merchantId: 1, id: 1 });
    // @ts-expect-error `id` is a number, not text
    found?.id.toUpperCase();
  };
  expect([column, parameter, table, merchant, type]).toHaveLength(5);
});
