import { describe, expect, test } from "vitest";
import { addAward } from "../../earning/awards/index.ts";
import { runAudit } from "../../foundation/audit/index.ts";
import { Failure } from "../../foundation/failures.ts";
import { redeemReward } from "../../spending/redeeming/index.ts";
import { redeemRewards } from "../../spending/redeeming/redeem-reward/redeem-reward.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, running, twoProcesses } from "../../testing/index.ts";
import { expireDueStamps } from "./expire-due-stamps.ts";

// Closes the database without an audit: statements without their guard wrote wrong rows.
const t = harnessOfFile({ isOwn: true, isAudited: false });

/** Time zones, each with the moment at which 3 March ends there. */
const zones = [
  ["Pacific/Pago_Pago", "2027-03-04T11:00:00Z"],
  ["Asia/Jakarta", "2027-03-03T17:00:00Z"],
  ["Pacific/Kiritimati", "2027-03-03T10:00:00Z"],
] as const;

const SECOND_MS = 1_000;
/** How many seconds before midnight calls begin. A busy machine may need several seconds to send a call. */
const JUST_BEFORE = 30;

/**
 * Makes a member with 5 stamps that can be spent through 3 March, and 2 stamps that never expire. Makes a
 * reward that costs 3 stamps.
 */
async function setting(timezone: string, midnight: string) {
  const merchant = await t.given.merchant({ timezone });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
  /** Returns the context of a call `seconds` after midnight. */
  const at = (seconds: number) =>
    t.as(merchant, { clockOffsetMs: t.offsetTo(midnight) + seconds * SECOND_MS });
  const given = { user: customer.email, store: store.id, notes: null };
  await addAward(at(-86_400), { ...given, stamps: 5, expiresOn: "2027-03-03" });
  await addAward(at(-86_399), { ...given, stamps: 2, expiresOn: null });
  const input = { ...plain, user: customer.email, store: store.id, reward: reward.id };
  const redeem = (seconds: number, writing = t.deps.writing) =>
    redeemReward({ ...at(seconds), writing }, { ...input, qty: 1, stamps: null }).then(
      ({ membership }) => membership.stamps,
      (error: unknown) => {
        if (error instanceof Failure) return error.code;
        throw error;
      },
    );
  const state = async () => {
    const rows = await t.rows(merchant);
    const entries = [...(rows.get("stampEntries")?.values() ?? [])];
    const deltas = entries
      .sort((one, other) => Number(one.number) - Number(other.number))
      .map(({ cause, delta }) => `${cause} ${delta}`);
    return [rows.get("memberships")?.get(String(customer.id))?.stamps, ...deltas.slice(2)];
  };
  return { merchant, at, redeem, state };
}

describe.each(zones)("stamps whose last day ends, in %s", (timezone, midnight) => {
  test("can be spent just before midnight, and not at midnight, before any job has run", async () => {
    const before = await setting(timezone, midnight);
    expect(await before.redeem(-JUST_BEFORE)).toBe(4);
    const after = await setting(timezone, midnight);
    expect(await after.redeem(0)).toBe("insufficient_stamps");
    // the refused call has written off the expired stamps
    expect(await after.state()).toEqual([2, "expiry -5"]);
  });

  test("are written off at midnight, and not before", async () => {
    const { at, state } = await setting(timezone, midnight);
    await expireDueStamps(at(-JUST_BEFORE));
    expect(await state()).toEqual([7]);
    await expireDueStamps(at(0));
    expect(await state()).toEqual([2, "expiry -5"]);
  });

  test("are spent or expire, if a call and the job come at midnight", async () => {
    for (let round = 0; round < 12; round++) {
      const { merchant, at, redeem, state } = await setting(timezone, midnight);
      const [process] = twoProcesses(t);
      // as if the clocks of two processes differed by 31 seconds
      const [answer] = await Promise.all([redeem(-JUST_BEFORE, process), expireDueStamps(at(1))]);
      await expireDueStamps(at(2));
      const rows = await state();
      expect([
        [2, "redemption -3", "expiry -2"],
        [2, "expiry -5"],
      ]).toContainEqual(rows);
      expect(rows.includes("redemption -3")).toBe(typeof answer === "number");
      expect([4, "insufficient_stamps"]).toContain(answer);
      expect(await runAudit(t.db, merchant.id)).toEqual([]);
    }
  });

  test("without the guard they are spent at midnight", async () => {
    const { redeem, state } = await setting(timezone, midnight);
    const [process] = twoProcesses(t);
    const unguarded = redeemRewards.without({ check: "isDue" });
    expect(await redeem(0, running(process, unguarded as never))).toBe(4);
    expect(await state()).toEqual([4, "redemption -3"]);
  });
});
