import { schema } from "@stampbook/db";
import { and, asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addSale, cancelSale, modifySale } from "../../earning/sales/index.ts";
import { runAudit } from "../../foundation/audit/index.ts";
import { setLevel } from "../../members/index.ts";
import { editCustomer } from "../../people/customers/index.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { type OpenHarness, openOwnHarness } from "../../testing/index.ts";
import { LevelModel, levelRules } from "../../testing/worlds/level-model.ts";
import { endLevels } from "./end-levels.ts";

const { levelChanges, levels, memberships } = schema;
const START = "2027-01-29T05:00:00Z";
const DAY_MS = 86_400_000;
const noSale = {
  ...{ people: 1, subtotal: null, discount: null, tax: null, serviceCharge: null, channel: null },
  ...{ type: null, items: [], payments: [], stamps: null, employeeCode: null, extraData: null },
};

const step = fc.oneof(
  fc.record({ kind: fc.constant("days" as const), count: fc.constantFrom(1, 10, 35) }),
  fc.record({
    kind: fc.constant("sell" as const),
    count: fc.constantFrom(40, 90, 120, 310),
    daysAgo: fc.constantFrom(0, 0, 0, 7, 35),
  }),
  fc.record({ kind: fc.constant("void" as const), count: fc.nat(2) }),
  fc.record({ kind: fc.constant("modify" as const), count: fc.nat(2) }),
  fc.record({ kind: fc.constant("night" as const), count: fc.constantFrom(0, 40) }),
  fc.record({
    kind: fc.constantFrom("hand" as const, "edit" as const),
    count: fc.constantFrom(100, 200, 300, 400),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Steps that cause every kind of level change. */
const script: Step[] = [
  { kind: "sell", count: 120, daysAgo: 0 },
  { kind: "days", count: 10 },
  { kind: "sell", count: 120, daysAgo: 0 },
  // the first night renews the level, the second does not
  { kind: "night", count: 40 },
  { kind: "night", count: 40 },
  { kind: "sell", count: 310, daysAgo: 0 },
  { kind: "modify", count: 0 },
  { kind: "void", count: 0 },
  // two sales raise the member, the first is modified, and then the second is canceled
  { kind: "sell", count: 120, daysAgo: 0 },
  { kind: "sell", count: 310, daysAgo: 0 },
  { kind: "modify", count: 1 },
  { kind: "modify", count: 1 },
  { kind: "void", count: 0 },
  { kind: "sell", count: 120, daysAgo: 0 },
  { kind: "hand", count: 200 },
  { kind: "hand", count: 300 },
];

async function member(t: OpenHarness) {
  const merchant = await t.given.merchant();
  for (const { level, toReach, months } of levelRules) {
    const row = {
      spendingToReach: toReach === null ? null : `${toReach}.00`,
      keepMonths: months,
    };
    await t.db
      .insert(levels)
      .values({ merchantId: merchant.id, level, name: `Level ${level}`, ...row })
      .onConflictDoUpdate({ target: [levels.merchantId, levels.level], set: row });
  }
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  return { merchant, store, customer };
}
type Member = Awaited<ReturnType<typeof member>>;

const dayAt = (offset: number) =>
  new Intl.DateTimeFormat("sv", { timeZone: "Asia/Jakarta" }).format(Date.now() + offset);

async function run(
  t: OpenHarness,
  { merchant, store, customer }: Member,
  one: Step,
  offset: number,
  model: LevelModel,
) {
  const ctx = t.as(merchant, { clockOffsetMs: offset });
  const today = dayAt(offset);
  if (one.kind === "sell") {
    const soldAt = new Date(Date.now() + offset - one.daysAgo * DAY_MS).toISOString();
    const { sale, membership } = await addSale(ctx, {
      ...{ ...noSale, store: store.id, user: customer.email, total: `${one.count}.00`, soldAt },
      invoiceNumber: `INV-${++model.made}`,
    });
    const day = dayAt(offset - one.daysAgo * DAY_MS);
    model.sell({ id: sale.id, day, spending: one.count }, today);
    expect(membership?.level).toBe(model.level);
  }
  const sale = model.sales.at(-1 - one.count);
  if (one.kind === "void" && sale) {
    const { membership } = await cancelSale(ctx, sale.id);
    model.sales = model.sales.filter((other) => other !== sale);
    model.judgeAgain(sale, "void", today);
    expect(membership?.level).toBe(model.level);
  }
  if (one.kind === "modify" && sale && sale.spending >= 60) {
    const less = { total: "-60.00", subtotal: null, items: [], payments: [], stamps: null };
    const { membership } = await modifySale(ctx, sale.id, less);
    sale.spending -= 60;
    sale.isModified = true;
    model.judgeAgain(sale, "modification", today);
    expect(membership?.level).toBe(model.level);
  }
  if (one.kind === "night") {
    await endLevels(ctx);
    model.night(today);
  }
  const by = { user: customer.email, level: one.count, upgradeOnly: false, endDate: null };
  if (one.kind === "hand") {
    await setLevel(ctx, by);
    model.hand(one.count, today);
  }
  if (one.kind === "edit") {
    await editCustomer(ctx, { customerId: customer.id, level: one.count });
    model.edit(one.count, today);
  }
}

async function stateOf(t: OpenHarness, { merchant, customer }: Member) {
  const [row] = await t.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.merchantId, merchant.id), eq(memberships.customerId, customer.id)));
  const changes = await t.db
    .select()
    .from(levelChanges)
    .where(and(eq(levelChanges.merchantId, merchant.id), eq(levelChanges.customerId, customer.id)))
    .orderBy(asc(levelChanges.createdAt), asc(levelChanges.id));
  return {
    level: row?.level,
    until: row?.levelUntil,
    changes: changes.map((one) => ({
      ...{ before: one.levelBefore, after: one.levelAfter, until: one.until },
      ...{ untilBefore: one.untilBefore, cause: one.cause, saleId: one.causeId },
    })),
  };
}

/** Takes the steps, and compares the member with the model after each. Adds the causes of changes to `met`. */
async function compare(t: OpenHarness, steps: readonly Step[], met: Set<string>) {
  const one = await member(t);
  const model = new LevelModel();
  let offset = t.offsetTo(START);
  for (const next of steps) {
    if (next.kind === "days" || next.kind === "night") offset += next.count * DAY_MS;
    await run(t, one, next, offset, model);
    const changes = model.changes.map(({ day: _, sinceBefore: __, ...change }) => change);
    expect(await stateOf(t, one)).toEqual({ level: model.level, until: model.until, changes });
  }
  expect(await runAudit(t.db, one.merchant.id)).toEqual([]);
  for (const { cause, before, after } of model.changes)
    met.add(before === after ? `${cause}: same` : cause);
}

const causes = ["ended", "ended: same", "hand", "hand: same", "modification", "sale", "void"];

test("a level changes for every cause", async () => {
  const t = await openOwnHarness();
  try {
    const met = new Set<string>();
    await compare(t, script, met);
    expect([...met].sort()).toEqual(causes);
  } finally {
    await t.close();
  }
});

test("F4: a raise that was taken back does not lend its day to a later one with the same end", async () => {
  const t = await openOwnHarness();
  const steps: Step[] = [
    // on January 29: level 200 until February 28, and back
    { kind: "sell", count: 120, daysAgo: 0 },
    { kind: "modify", count: 0 },
    // on January 30: level 300, and after two modifications 200 until February 28 too
    { kind: "days", count: 1 },
    { kind: "sell", count: 310, daysAgo: 0 },
    { kind: "modify", count: 0 },
    { kind: "modify", count: 0 },
    // what gave the level does not keep it
    { kind: "night", count: 40 },
  ];
  try {
    const met = new Set<string>();
    await compare(t, steps, met);
    expect([...met]).toEqual(["sale", "modification", "ended"]);
  } finally {
    await t.close();
  }
});

testWorlds(
  fc.array(step, { minLength: 15, maxLength: 30 }),
  { all: causes },
  compare,
  "a level is what sales, voids, modifications, nights and staff make of it",
);
