import { run, schema, statement } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  budgets,
  nothingIsSpent,
  spendingOf,
  spendingParameters,
} from "../foundation/budgets/index.ts";
import type { CoreContext } from "../foundation/context.ts";
import { harnessOfFile } from "../testing/harness-of-file.ts";
import { untilWaiting } from "../testing/index.ts";
import { getMember } from "./get-member.ts";

const t = harnessOfFile();

const { most } = budgets.customersShownInMinute;
const LEFT = 1;
const CALLS = 3;

/** Makes a merchant and a customer. The token of `ctx` may see `LEFT` more customers in this minute. */
async function nearlySpent() {
  const merchant = await t.given.merchant();
  const { id } = await t.given.customer(merchant);
  const ctx = t.as(merchant);
  await getMember(ctx, id);
  await t.db
    .update(schema.budgets)
    .set({ spent: most - LEFT })
    .where(eq(schema.budgets.budget, "customersShownInMinute"));
  return { merchant, ctx, id };
}

/** Makes `CALLS` calls that all wait for the budgets' rows. Returns how many were answered. */
async function answered(merchantId: number, call: () => Promise<unknown>): Promise<number> {
  const client = openClient(t.open.url, 2);
  try {
    const holder = await client.reserve();
    await holder`begin`;
    await holder`select 1 from budgets where merchant_id = ${merchantId} for update`;
    const calls = Promise.allSettled(Array.from({ length: CALLS }, call));
    await untilWaiting(client, CALLS);
    await holder`rollback`;
    holder.release();
    return (await calls).filter(({ status }) => status === "fulfilled").length;
  } finally {
    await client.end();
  }
}

test("calls at once show a token the customers that are left", async () => {
  const { merchant, ctx, id } = await nearlySpent();
  expect(await answered(merchant.id, () => getMember(ctx, id))).toBe(LEFT);
});

test("negative control: a budget that is only looked at before it is spent shows more", async () => {
  const { merchant, ctx } = await nearlySpent();
  const p = sql.placeholder;
  const unguarded = statement<boolean>(
    "look_then_spend",
    {
      room: sql`select ${nothingIsSpent} as is_left`,
      // raises `most` too: else the table's check that `spent` is at most `most` would refuse the second call
      spent: sql`update budgets set spent = spent + 1, most = most + 1
        where merchant_id = ${p("merchantId")} and budget = 'customersShownInMinute'
          and (select is_left from room) returning 1`,
    },
    sql`to_json(exists (select 1 from spent))`,
  );
  const look = async ({ db, clockOffsetMs }: CoreContext) => {
    const spendings = [spendingOf("customersShownInMinute", "token:1")];
    const parameters = { merchantId: merchant.id, offsetMs: clockOffsetMs };
    if (!(await run(db, unguarded, { ...parameters, ...spendingParameters(spendings) })))
      throw new Error("nothing is left");
  };
  expect(await answered(merchant.id, () => look(ctx))).toBe(CALLS);
});
