import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { addSale, sales } from "../../earning/sales/add-sale/add-sale.ts";
import { setLevel } from "../../members/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { running, together, twoProcesses, whileAllWait } from "../../testing/index.ts";
import { endLevels } from "./end-levels.ts";
import { followEnded, listEnded } from "./ended.sql.ts";

// Closes the database without an audit: a statement without its guard leaves wrong rows.
const t = harnessOfFile({ isOwn: true, isAudited: false });

/** Makes a member of a merchant, and a level 200 that is reached with 100.00 of spending. */
async function setting(levelUntil: string | null = null) {
  const merchant = await t.given.merchant();
  const row = { merchantId: merchant.id, level: 200, name: "Gold", spendingToReach: "100.00" };
  await t.db.insert(schema.levels).values(row);
  const store = await t.given.store(merchant);
  const level = levelUntil === null ? 100 : 200;
  const { id, email } = await t.given.customer(merchant, {}, { level, levelUntil });
  const input = {
    ...{ store: store.id, user: email, people: 1, soldAt: null, total: "60.00", subtotal: null },
    ...{ discount: null, serviceCharge: null, tax: null, channel: null, type: null, items: [] },
    ...{ payments: [], stamps: null, employeeCode: null, extraData: null },
  };
  const sell = (invoiceNumber: string) => addSale(t.as(merchant), { ...input, invoiceNumber });
  const state = async () => {
    const rows = await t.rows(merchant);
    const changes = [...(rows.get("levelChanges")?.values() ?? [])];
    const [membership] = rows.get("memberships")?.values() ?? [];
    return [membership?.level, changes.map(({ levelAfter }) => levelAfter)];
  };
  return { merchant, id, email, input, sell, state };
}

describe("two sales that only together reach a level, and wait for each other", () => {
  const unguarded = sales.without({ asSeen: "seenEntry" });
  test.each([
    ["raise the member once", sales.statement, [200, [200]]],
    ["without the guard raise nobody", unguarded, [100, []]],
  ])("%s", async (_, sent, expected) => {
    const { merchant, input, state } = await setting();
    const processes = twoProcesses(t).map((process) => running(process, sent));
    // both processes have read a spending of 0 before either writes
    await whileAllWait(t, "memberships", merchant.id, () =>
      together(processes, 2, (writing, n) =>
        addSale({ ...t.as(merchant), writing }, { ...input, invoiceNumber: `INV-${n}` }),
      ),
    );
    expect(await state()).toEqual(expected);
  });
});

test("100 sales of two processes raise the member once", async () => {
  const { merchant, input, state } = await setting();
  await together(twoProcesses(t), 100, (writing, n) =>
    addSale({ ...t.as(merchant), writing }, { ...input, total: "2.00", invoiceNumber: `INV-${n}` }),
  );
  expect(await state()).toEqual([200, [200]]);
});

describe("a level that has ended", () => {
  // `endLevels` writes for all merchants: this run writes the members that earlier tests left
  beforeEach(() => endLevels(t.deps));
  const ended = async () => {
    const one = await setting("2026-01-01");
    const ctx = t.as(one.merchant);
    const read = await listEnded(ctx, one.merchant.id, 10);
    const follow = () =>
      followEnded(
        ctx,
        one.merchant.id,
        read.map((member, n) => ({ ...member, change: 900 + n })),
      );
    return { ...one, ctx, follow };
  };

  test("is left for the next run if a sale was made since it was read", async () => {
    const { sell, follow, state } = await ended();
    await sell("INV-1");
    expect(await follow()).toBe(0);
    expect(await state()).toEqual([200, []]);
  });

  test("is left if staff have given a level since", async () => {
    const { ctx, email, follow, state } = await ended();
    await setLevel(ctx, { user: email, level: 200, upgradeOnly: false, endDate: null });
    expect(await follow()).toBe(0);
    expect(await state()).toEqual([200, [200]]);
  });

  test("is left while another call holds the membership, and does not wait", async () => {
    const { merchant, ctx, state } = await ended();
    const sql = openClient(t.open.url);
    try {
      await sql.begin(async (held) => {
        await held`select 1 from memberships where merchant_id = ${merchant.id} for update`;
        expect(await endLevels(ctx)).toBe(0);
      });
    } finally {
      await sql.end();
    }
    expect(await endLevels(ctx)).toBe(1);
    expect(await state()).toEqual([100, [100]]);
  });

  test("is followed once by three processes", async () => {
    const { ctx, state } = await ended();
    const written = await Promise.all([1, 2, 3].map(() => endLevels(ctx)));
    expect(written.reduce((sum, one) => sum + one)).toBe(1);
    expect(await state()).toEqual([100, [100]]);
  });

  test("waits for the end of its last day, in batches that can be stopped", async () => {
    const { merchant, state } = await setting("2027-03-03");
    const at = (time: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(time) });
    expect(await endLevels(at("2027-03-03T16:59:00Z"))).toBe(0);
    expect(await endLevels(at("2027-03-03T17:01:00Z"), () => true)).toBe(0);
    expect(await endLevels(at("2027-03-03T17:01:00Z"), () => false, 1)).toBe(1);
    expect(await state()).toEqual([100, [100]]);
  });
});
