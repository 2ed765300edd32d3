import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailSpentBudgets } from "../../entering/access/index.ts";
import { getCustomer } from "../../people/customers/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import type { CoreContext, Merchant, StaffRole } from "../context.ts";
import { deliverMessages } from "../messages/index.ts";
import { budgets } from "./budget.rules.ts";
import { countShownToStaff } from "./count-shown-to-staff.ts";

const t = harnessOfFile({ isOwn: true });

const { most } = budgets.customersShownToCashierInMinute;
const daily = budgets.customersShownToCashierInDay.most;

async function setting(role: StaffRole = "cashier") {
  const merchant = await t.given.merchant();
  const { id } = await t.given.customer(merchant);
  const as = (userId: string, offsetMs = 0): CoreContext => ({
    ...t.as(merchant, { caller: { kind: "staff", merchant, userId, role, stores: null } }),
    clockOffsetMs: offsetMs,
  });
  const get = (ctx: CoreContext, customerId = id) =>
    countShownToStaff(
      ctx,
      () => getCustomer(ctx, customerId),
      () => 1,
    );
  /** Shows `count` customers at once. */
  const show = (ctx: CoreContext, count: number) =>
    countShownToStaff(
      ctx,
      async () => count,
      () => count,
    );
  return { merchant, as, get, show };
}

const spentOf = async ({ id }: Merchant, budget: keyof typeof budgets) => {
  const [row] = await t.db
    .select({ spent: schema.budgets.spent })
    .from(schema.budgets)
    .where(and(eq(schema.budgets.merchantId, id), eq(schema.budgets.budget, budget)));
  return row?.spent ?? 0;
};

test("S6: a cashier who counts ids is stopped in a minute, each gap counts as two", async () => {
  const { merchant, as, get, show } = await setting();
  const cashier = as("rina");
  await get(cashier);
  expect((await refusalOf(get(cashier, 9_999))).code).toBe("invalid_user");
  expect(await spentOf(merchant, "customersShownToCashierInMinute")).toBe(3);
  await show(cashier, most - 4);
  await get(cashier);
  const refusal = await refusalOf(get(cashier));
  expect(refusal).toMatchObject({
    code: "too_many_attempts",
    rule: "budget customersShownToCashierInMinute",
  });
  expect(refusal.retryAfter).toBeLessThanOrEqual(60);
  expect((await refusalOf(get(cashier, 9_999))).code).toBe("too_many_attempts");
  // each person has their own, and the next minute begins again
  await get(as("tono"));
  await get(as("rina", 61_000));
});

test("S6: of 20 parallel reads of 20 customers no more are shown than a minute allows", async () => {
  const { merchant, as, show } = await setting();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => show(as("rina"), 20)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(most / 20);
  expect(await spentOf(merchant, "customersShownToCashierInMinute")).toBe(most);
});

test("S6: a spent day is an event, and mails the owners", async () => {
  const { merchant, as, show, get } = await setting();
  const owner = { id: `o${merchant.id}`, name: "Owner", email: `o${merchant.id}@example.com` };
  await t.db.insert(schema.staffUsers).values(owner);
  await t.db
    .insert(schema.staffMembers)
    .values({ merchantId: merchant.id, userId: owner.id, role: "owner" });
  for (let minute = 0; minute < daily / most; minute++)
    await show(as("rina", minute * 61_000), most);
  const late = as("rina", 20 * 61_000);
  expect(await refusalOf(get(late))).toMatchObject({
    rule: "budget customersShownToCashierInDay",
  });
  await mailSpentBudgets(t.deps);
  const texts: string[] = [];
  await deliverMessages(t.deps, "email", async ({ recipient, text }) => {
    if (recipient === owner.email) texts.push(text);
    return { kind: "sent", providerId: null };
  });
  expect(texts).toEqual([expect.stringContaining("3000")]);
  const events = await t.db.query.securityEvents.findMany({
    where: (row, { eq: is }) => is(row.merchantId, merchant.id),
  });
  expect(events).toMatchObject([
    { what: "budget-exhausted", subject: "customersShownToCashierInDay" },
  ]);
});

test("S6: managers have the limits of a token", async () => {
  const { merchant, as, show } = await setting("manager");
  await show(as("rina"), 500);
  expect(await spentOf(merchant, "customersShownInMinute")).toBe(500);
  expect(await spentOf(merchant, "customersShownToCashierInMinute")).toBe(0);
});
