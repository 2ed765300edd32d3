import { describe, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  guardless,
  refusalOf,
  rowsOf,
  running,
  twoProcesses,
  whileItWaits,
} from "../../testing/index.ts";
import { listPaymentMethods } from "./payment-methods.sql.ts";
import { methodsSaved, savePaymentMethod } from "./save-payment-method.ts";

// closes the database without an audit: a statement without its guard leaves wrong rows
const t = harnessOfFile({ isAudited: false });

const { statement } = methodsSaved;
const cash = { code: "Cash", name: "Cash", earns: true };

async function setting() {
  const merchant = await t.given.merchant();
  return { merchant, ctx: t.as(merchant) };
}

/** The details of a merchant's audit entries, the oldest first. */
async function changesIn(merchant: Merchant) {
  const entries = [...((await t.rows(merchant)).get("auditEntries")?.values() ?? [])];
  return entries.sort((one, other) => Number(one.id) - Number(other.id)).map((e) => e.details);
}

describe("what the audit log has as the value before", () => {
  /** Saves the method by `one` while another transaction does `change`, and waits for it. */
  async function saveMeanwhile(
    { merchant, ctx }: Awaited<ReturnType<typeof setting>>,
    one: typeof statement,
    change: Parameters<typeof whileItWaits>[2],
  ) {
    const [process] = twoProcesses(t).map((each) => running(each, one));
    if (!process) throw new Error("there are two processes");
    await whileItWaits(t, merchant.id, change, () =>
      savePaymentMethod({ ...ctx, writing: process }, { ...cash, name: "New" }),
    );
    expect(await listPaymentMethods(ctx)).toEqual([{ ...cash, name: "New" }]);
    return (await changesIn(merchant)).at(-1);
  }

  const renamed = rowsOf("payment_methods", "name = 'Renamed'");
  test.each([
    ["is that of the locked row", statement, "Renamed"],
    [
      "without the lock is that of a row that is gone",
      methodsSaved.without({ lock: "pm" }),
      "Cash",
    ],
  ])("%s", async (_, one, from) => {
    const made = await setting();
    await savePaymentMethod(made.ctx, cash);
    const details = await saveMeanwhile(made, one, renamed);
    expect(details).toMatchObject({ name: { from, to: "New" } });
  });

  const added = {
    lock: `insert into payment_methods (merchant_id, code_key, code, name)
      values ($1, 'CASH', 'cash', 'Other')`,
    change: "select $1::bigint",
  };
  const overwriting = guardless(statement)(
    /on conflict do nothing(?= returning code_key)/,
    `on conflict (merchant_id, code_key) do update
      set code = excluded.code, name = excluded.name, earns = excluded.earns`,
  );
  test.each([
    ["is that of a method that another transaction has just added", statement, "Other"],
    ["is missing if the method is overwritten instead", overwriting, null],
  ])("%s", async (_, one, from) => {
    const details = await saveMeanwhile(await setting(), one, added);
    expect(details).toMatchObject({ name: { from, to: "New" } });
  });

  test("follows from the entry before it, for 40 saves of two processes", async () => {
    const { merchant, ctx } = await setting();
    const processes = twoProcesses(t);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const writing = processes[n % 2] ?? ctx.writing;
        return savePaymentMethod({ ...ctx, writing }, { ...cash, name: `Cash ${n}` });
      }),
    );
    const names = (await changesIn(merchant)).map(
      (details) => (details as { name: { from: string | null; to: string } }).name,
    );
    const next = new Map(names.map(({ from, to }) => [from, to]));
    // each entry's old name is the new name of the entry before it: one chain, from null to the stored name
    let last: string | null | undefined = null;
    for (let n = 0; n < 40; n++) last = next.get(last ?? null);
    expect([next.size, last]).toEqual([40, (await listPaymentMethods(ctx))[0]?.name]);
  });
});

test("a call by a key is done once, and another call with its key is refused", async () => {
  const { merchant, ctx } = await setting();
  await savePaymentMethod(t.keyed(merchant, "k"), cash);
  await savePaymentMethod(ctx, { ...cash, earns: false });
  await savePaymentMethod(t.keyed(merchant, "k"), cash);
  expect(await listPaymentMethods(ctx)).toEqual([{ ...cash, earns: false }]);
  const reused = savePaymentMethod(t.keyed(merchant, "k", "another"), cash);
  expect((await refusalOf(reused)).code).toBe("idempotency_key_reused");
});
