import { inTransaction, schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf, whileItWaits } from "../../testing/index.ts";
import type { CoreContext } from "../context.ts";
import { listAuditEntries, onRecord } from "./index.ts";

const t = harnessOfFile();

const entry = { action: "settings.test", subject: "method CASH" };
const recorded = async (ctx: CoreContext) => {
  const all = { from: null, to: null, action: null, actor: null, subject: null, text: null };
  return (await listAuditEntries(ctx, { ...all, after: null, limit: 9 })).items.length;
};

/** Inserts a method of payment, unless it sees it. Returns whether it did, and how often it was called. */
async function setting() {
  const ctx = t.as(await t.given.merchant());
  const { id: merchantId } = ctx.caller.merchant;
  let calls = 0;
  const add = async ({ db }: Pick<CoreContext, "db">) => {
    calls++;
    const row = { merchantId, code: "CASH", codeKey: "CASH", name: "Cash", earns: true };
    const isNew = (await db.select().from(schema.paymentMethods)).every(
      (known) => known.merchantId !== merchantId,
    );
    if (isNew) await db.insert(schema.paymentMethods).values(row);
    return { isNew, calls };
  };
  const lock = `insert into payment_methods (merchant_id, code, code_key, name, earns)
    values ($1, 'CASH', 'CASH', 'Bar', true)`;
  const meanwhile = (work: () => Promise<unknown>) =>
    whileItWaits(t, merchantId, { lock, change: "select $1::bigint" }, work);
  return { ctx, add, meanwhile };
}

describe("a change that another call gets ahead of", () => {
  test("begins again, and sees what the other call wrote", async () => {
    const { ctx, add, meanwhile } = await setting();
    const change = ({ isNew }: { isNew: boolean }) => (isNew ? entry : null);
    const done = await meanwhile(() => onRecord(ctx, add, change));
    expect(done).toEqual({ isNew: false, calls: 2 });
    expect(await recorded(ctx)).toBe(0);
  });

  test("fails in a transaction that does not begin again", async () => {
    const { ctx, add, meanwhile } = await setting();
    const once = meanwhile(() => inTransaction(ctx.db, (db) => add({ db })));
    await expect(once).rejects.toMatchObject({ code: "23505" });
  });

  test("is given up after some tries, and leaves no entry", async () => {
    const { ctx, add } = await setting();
    await add(ctx);
    const blindly = async ({ db }: CoreContext) => {
      const [row] = await db.select().from(schema.paymentMethods);
      await db.insert(schema.paymentMethods).values(row as never);
    };
    const outcome = onRecord(ctx, blindly, () => entry);
    expect((await refusalOf(outcome)).code).toBe("overloaded");
    expect(await recorded(ctx)).toBe(0);
  });
});
