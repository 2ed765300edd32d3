import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { ways } from "../../testing/index.ts";
import { cancelRedemption } from "./cancel-redemption/cancel-redemption.ts";

const t = harnessOfFile();

test("two operations with one key replay their own outcomes", async () => {
  const { merchant, redeem } = await ways.redeemReward.prepare(t);
  const redeemed = await redeem(t.keyed(merchant, "k"));
  const input = { redemptionId: redeemed.redemption.id, createReplacementVoucher: false };
  const canceled = await cancelRedemption(t.keyed(merchant, "k"), input);

  const [redeemAgain, cancelAgain] = [t.keyed(merchant, "k"), t.keyed(merchant, "k")];
  expect(await redeem(redeemAgain)).toEqual(redeemed);
  expect(await cancelRedemption(cancelAgain, input)).toEqual(canceled);
  expect([redeemAgain.replays(), cancelAgain.replays()]).toEqual([1, 1]);
});
