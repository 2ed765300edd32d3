import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  codeOf,
  type OpenHarness,
  plain,
  rowsOf,
  running,
  twoProcesses,
  whileAllWait,
  whileItWaits,
} from "../../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { cancelRedemption, redemptionCancels } from "./cancel-redemption.ts";

const t = harnessOfFile();
/** A database for statements without a guard. */
const broken = harnessOfFile({ isOwn: true, isAudited: false });

const cancels = redemptionCancels.statement;
const unguarded = redemptionCancels.without({ asSeen: "canceledQty" });

/** Redeems `qty` of a reward of 2 stamps, of a customer with 10. `cancel` cancels in another process each time. */
async function redeemed(harness: OpenHarness, qty: number, statement = cancels) {
  const merchant = await harness.given.merchant();
  const store = await harness.given.store(merchant);
  const customer = await harness.given.customer(merchant, {}, { stamps: 10 });
  const { id: reward } = await harness.given.reward(merchant, { stampsToRedeem: 2 });
  const input = { ...plain, user: customer.email, store: store.id, reward, qty, stamps: null };
  const { redemption } = await redeemReward(harness.as(merchant), input);
  const cancel = (part: number | null) =>
    cancelRedemption(
      { ...harness.as(merchant), writing: running(twoProcesses(harness)[0], statement) },
      {
        ...{ redemptionId: redemption.id, createReplacementVoucher: false },
        part: part === null ? null : { line: 1, lineRequestId: null, qty: part },
      },
    ).then(({ redemption: { status, stampsReturned } }) => `${status} ${stampsReturned}`, codeOf);
  /** The customer's stamps, and what the rows say was given back. */
  const after = async () => {
    const rows = await harness.rows(merchant);
    const entries = [...(rows.get("stampEntries")?.values() ?? [])];
    const back = entries.filter(({ cause }) => `${cause}`.endsWith("cancellation"));
    return {
      stamps: rows.get("memberships")?.get(String(customer.id))?.stamps,
      back: back.reduce((sum, { delta }) => sum + Number(delta), 0),
    };
  };
  return { merchant, cancel, after };
}

describe("two cancels of a part of one line", () => {
  test("never give back more than its quantity", async () => {
    const { merchant, cancel, after } = await redeemed(t, 3);
    const answers = await whileAllWait(t, "memberships", merchant.id, () =>
      Promise.all([cancel(2), cancel(2)]),
    );
    expect([...answers].sort()).toEqual(["Created 4", "invalid"]);
    expect(await after()).toEqual({ stamps: 8, back: 4 });
  });

  test("do, without the guard", async () => {
    const { merchant, cancel, after } = await redeemed(broken, 5, unguarded);
    await whileAllWait(broken, "memberships", merchant.id, () =>
      Promise.all([cancel(2), cancel(2)]),
    );
    // the second did not see the first, and each left what only one of them should have
    const rows = await broken.rows(merchant);
    const [row] = [...(rows.get("redemptions")?.values() ?? [])];
    expect(row).toMatchObject({ stampsReturned: 4 });
    expect(await after()).toEqual({ stamps: 8, back: 8 });
  });

  test("20 of one of 20: each gives back its own, and the last cancels the redemption", async () => {
    const { cancel, after } = await redeemed(t, 5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(1)));
    const refused = answers.filter((answer) => answer === "invalid");
    expect(answers.filter((answer) => answer !== "invalid").sort()).toEqual([
      ...["Canceled 10", "Created 2", "Created 4", "Created 6", "Created 8"],
    ]);
    expect(refused).toHaveLength(15);
    expect(await after()).toEqual({ stamps: 10, back: 10 });
  });
});

describe("a cancel of a part and one of the whole", () => {
  test("together give back what was redeemed", async () => {
    const { merchant, cancel, after } = await redeemed(t, 3);
    const answers = await whileAllWait(t, "memberships", merchant.id, () =>
      Promise.all([cancel(1), cancel(null)]),
    );
    expect(answers).toContain("Canceled 6");
    expect(["Created 2", "invalid"]).toContain(answers[0]);
    expect(await after()).toEqual({ stamps: 10, back: 6 });
  });

  test.each([
    ["gives back only what is left", cancels, 4],
    ["gives back all, without the guard", unguarded, 6],
  ])("a cancel of the whole that waited for one of a part %s", async (_, statement, back) => {
    const { merchant, cancel, after } = await redeemed(broken, 3, statement);
    const part = rowsOf("redemptions", "canceled_qty = 1, stamps_returned = 2");
    await whileItWaits(broken, merchant.id, part, () => cancel(null));
    expect(await after()).toEqual({ stamps: 4 + back, back });
  });
});
