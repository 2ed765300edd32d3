import { describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../context.ts";
import type { Identifier } from "../customers/index.ts";
import type { Redeemed } from "../redeeming/index.ts";
import type { CallKey } from "../writing/key.sql.ts";
import type { BatchStatement } from "../writing/statement.ts";
import { guardless, rowsOf, whileItWaits } from "./guards.ts";
import type { OpenHarness } from "./open-harness.ts";
import { changing, running, together, twoProcesses } from "./races.ts";

/** A customer with 10 stamps, and rewards to redeem. */
export type RewardSetting<Input> = {
  readonly merchant: Merchant;
  readonly customer: { readonly id: number; readonly email: string; readonly memberId: string };
  /** The input for a reward that costs 3 stamps and issues no voucher. */
  readonly input: Input;
  /** Makes a reward that issues a voucher of the template. `input` redeems the reward `count` times. */
  readonly gift: (
    voucherTemplateId: number,
    count: number,
  ) => Promise<{ readonly rewardId: number; readonly input: Input }>;
};

/** An operation that redeems rewards for stamps. */
export type RewardRaces<Input, Call extends CallKey, Seen, Done> = {
  readonly statement: BatchStatement<Call, Seen, Done>;
  /** The statement without the guards that compare a call's cost with the stamps. */
  readonly anyStamps: BatchStatement<Call, Seen, Done>;
  /** The statement without the guard that compares the call's template with the reward's. */
  readonly anyTemplate: BatchStatement<Call, Seen, Done>;
  readonly verb: (ctx: CoreContext, input: Input) => Promise<Redeemed>;
  readonly setting: () => Promise<RewardSetting<Input>>;
};

/** Tests simultaneous calls: for one customer, with one key, or with rows that change before the write. */
export function testRewardRaces<
  Input extends { readonly user: Identifier },
  Call extends CallKey,
  Seen,
  Done,
>(harness: () => OpenHarness, races: RewardRaces<Input, Call, Seen, Done>): void {
  testEqualCalls(harness, races);
  testChanges(harness, races);
}

/** Tests calls of two processes for the same customer, or with the same key. */
function testEqualCalls<
  Input extends { readonly user: Identifier },
  Call extends CallKey,
  Seen,
  Done,
>(
  harness: () => OpenHarness,
  { statement, anyStamps, verb, setting }: RewardRaces<Input, Call, Seen, Done>,
): void {
  test.each([
    ["3 are done", statement, 97],
    ["without the guards others fail in the database", anyStamps, undefined],
  ])("100 calls of two processes for 10 stamps, 3 each: %s", async (_, sent, refused) => {
    const t = harness();
    const { merchant, customer, input } = await setting();
    const names = [customer.email, customer.memberId];
    const processes = twoProcesses(t).map((process) => running(process, sent));
    const answers = await together(processes, 100, (writing, n) =>
      verb({ ...t.as(merchant), writing }, { ...input, user: names[(n >> 1) % 2] ?? "" }),
    );
    if (refused) expect(answers).toEqual({ done: 3, insufficient_stamps: refused });
    else expect(answers).toMatchObject({ done: 3, "23514": expect.any(Number) });
    const rows = await t.rows(merchant);
    expect(rows.get("memberships")?.get(String(customer.id))?.stamps).toBe(1);
    expect(rows.get("redemptions")?.size).toBe(3);
  });

  test("one key for 20 customers: one is done", async () => {
    const t = harness();
    const { merchant, input } = await setting();
    const customer = () => t.given.customer(merchant, {}, { stamps: 10 });
    const customers = await Promise.all(Array.from({ length: 20 }, customer));
    const answers = await together(twoProcesses(t), 20, (writing, n) => {
      const ctx = { ...t.keyed(merchant, "k", `f${n}`), writing };
      return verb(ctx, { ...input, user: customers[n]?.email ?? "" });
    });
    expect(answers).toEqual({ done: 1, idempotency_key_reused: 19 });
  });

  test.each([
    ["with one key issue their vouchers once", true, 1],
    ["without keys issue them each time", false, 2],
  ])("equal calls %s", async (_, isKeyed, times) => {
    const t = harness();
    const { merchant, gift } = await setting();
    const { input } = await gift((await t.given.template(merchant)).id, 2);
    const count = isKeyed ? 20 : 2;
    const answers = await together(twoProcesses(t), count, (writing) => {
      const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
      return verb({ ...ctx, writing }, input);
    });
    expect(answers).toEqual({ done: count });
    const rows = await t.rows(merchant);
    expect(rows.get("redemptions")?.size).toBe(times);
    expect(rows.get("vouchers")?.size).toBe(2 * times);
  });
}

/** Tests calls whose membership or reward changes before they write. */
function testChanges<Input extends { readonly user: Identifier }, Call extends CallKey, Seen, Done>(
  harness: () => OpenHarness,
  { statement, anyTemplate, verb, setting }: RewardRaces<Input, Call, Seen, Done>,
): void {
  describe("a membership that changes while the call waits", () => {
    test.each([
      ["is returned as it is afterwards", statement, { stamps: 11, balance: "7.50" }],
      [
        "is returned as it was, if the statement returns nothing from the locked row",
        guardless(statement)(/'stamps', s\.stamps, 'balance', s\.balance::text/),
        { stamps: 10, balance: "0.00" },
      ],
    ])("%s", async (_, sent, expected) => {
      const t = harness();
      const { merchant, input } = await setting();
      const change = rowsOf("memberships", "stamps = stamps + 4, balance = 7.50");
      const [process] = twoProcesses(t);
      const call = () => verb({ ...t.as(merchant), writing: running(process, sent) }, input);
      expect((await whileItWaits(t, merchant.id, change, call)).membership).toMatchObject(expected);
      await t.db.execute(`update stamp_entries set delta = 14 where merchant_id = ${merchant.id}
        and cause = 'opening'`);
    });
  });

  describe("a reward whose voucher is exchanged between the two statements", () => {
    test.each([
      ["issues the new one", statement, "after"],
      ["issues the old one, without the guard", anyTemplate, "before"],
    ] as const)("%s", async (_, sent, expected) => {
      const t = harness();
      const { merchant, gift } = await setting();
      const templates = {
        before: (await t.given.template(merchant)).id,
        after: (await t.given.template(merchant)).id,
      };
      const { rewardId, input } = await gift(templates.before, 1);
      const [process] = twoProcesses(t);
      const writing = changing(running(process, sent), () =>
        t.db.execute(`update rewards set voucher_template_id = ${templates.after}
          where merchant_id = ${merchant.id} and id = ${rewardId}`),
      );
      await verb({ ...t.as(merchant), writing }, input);
      const vouchers = [...((await t.rows(merchant)).get("vouchers")?.values() ?? [])];
      expect(vouchers.map(({ voucherTemplateId }) => voucherTemplateId)).toEqual([
        templates[expected],
      ]);
    });
  });
}
