import { redeemReward } from "@stampbook/core/redeeming";

import { cancelRedemption } from "../naive/cancel.ts";
import { deductValue, redeemVoucher } from "../naive/vouchers.ts";
import { gift, place } from "./place.ts";
import { expectWinners, type Race, times, won } from "./race.ts";

const createReplacementVoucher = false;

export const sameCancel: Race = {
  name: "the same cancel",
  naive: { cancelRedemption },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness, { stamps: 10 });
    const reward = await harness.given.reward(merchant, { stampsToRedeem: 3 });
    const { redemption } = await redeemReward(harness.as(merchant), {
      ...input,
      reward: reward.id,
      qty: 1,
      stamps: null,
    });
    return {
      merchant,
      calls: times(
        clients,
        () => (ctx) =>
          verbs.cancelRedemption(ctx, { redemptionId: redemption.id, createReplacementVoucher }),
      ),
      judge: async (outcomes) => {
        const answers = new Set(won(outcomes).map((told) => JSON.stringify(told)));
        const members = (await harness.rows(merchant)).get("memberships");
        const stamps = members?.get(String(customer.id))?.stamps;
        return [
          ...expectWinners(outcomes, { from: clients, refused: [] }),
          ...(answers.size === 1 ? [] : [`${answers.size} different answers`]),
          ...(stamps === 10 ? [] : [`the customer holds ${stamps} stamps, not 10`]),
        ];
      },
    };
  },
};

export const sameReplacement: Race = {
  name: "the same cancel with a replacement",
  naive: { cancelRedemption },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness);
    const { id: voucherTemplateId } = await harness.given.template(merchant);
    const voucher = await harness.given.voucher(merchant, {
      voucherTemplateId,
      customerId: customer.id,
    });
    const { redemption } = await verbs.redeemVoucher(harness.as(merchant), {
      ...input,
      voucher: voucher.id,
    });
    return {
      merchant,
      calls: times(
        clients,
        () => (ctx) =>
          verbs.cancelRedemption(ctx, {
            redemptionId: redemption.id,
            createReplacementVoucher: true,
          }),
      ),
      judge: async (outcomes) => {
        const vouchers = (await harness.rows(merchant)).get("vouchers")?.size;
        return [
          ...expectWinners(outcomes, { from: clients, refused: [] }),
          ...(vouchers === 2 ? [] : [`${vouchers} vouchers, not the spent one and one more`]),
        ];
      },
    };
  },
};

export const cancelAgainstRedeem: Race = {
  name: "cancels against redeems of the voucher that was issued",
  naive: { cancelRedemption, redeemVoucher },
  prepare: async (harness, verbs, clients) => {
    const { merchant, input } = await place(harness, { stamps: 10 });
    const template = await harness.given.template(merchant);
    const reward = await harness.given.reward(merchant, { voucherTemplateId: template.id });
    const { redemption, voucher } = await redeemReward(harness.as(merchant), {
      ...input,
      reward: reward.id,
      qty: 1,
      stamps: null,
    });
    const isCancel = (index: number) => index % 2 === 0;
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        if (!isCancel(n)) return verbs.redeemVoucher(ctx, { ...input, voucher: voucher?.id ?? 0 });
        return verbs.cancelRedemption(ctx, {
          redemptionId: redemption.id,
          createReplacementVoucher,
        });
      }),
      judge: (outcomes) => {
        const cancels = outcomes.filter((_, n) => isCancel(n));
        const redeems = outcomes.filter((_, n) => !isCancel(n));
        return won(redeems).length
          ? [
              ...expectWinners(redeems, { from: 1, refused: ["voucher_already_redeemed"] }),
              ...expectWinners(cancels, { from: 0, refused: ["voucher_already_redeemed"] }),
            ]
          : [
              ...expectWinners(redeems, { from: 0, refused: ["voucher_not_available"] }),
              ...expectWinners(cancels, { from: cancels.length, refused: [] }),
            ];
      },
    };
  },
};

export const cancelAgainstDeduct: Race = {
  name: "cancels of a deduction against further ones",
  naive: { cancelRedemption, deductValue },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness);
    const voucher = await gift(harness, merchant, customer.id);
    const target = { ...input, voucher: voucher.id };
    const { redemption } = await verbs.deductValue(harness.as(merchant), {
      ...target,
      value: "6.00",
    });
    const isCancel = (index: number) => index % 2 === 0;
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        if (!isCancel(n)) return verbs.deductValue(ctx, { ...target, value: "4.00" });
        return verbs.cancelRedemption(ctx, {
          redemptionId: redemption.id,
          createReplacementVoucher,
        });
      }),
      judge: async (outcomes) => {
        const cancels = outcomes.filter((_, n) => isCancel(n));
        const deductions = outcomes.filter((_, n) => !isCancel(n));
        const row = (await harness.rows(merchant)).get("vouchers")?.get(String(voucher.id));
        const left = (10 - 4 * won(deductions).length).toFixed(2);
        return [
          ...expectWinners(cancels, { from: cancels.length, refused: [] }),
          // one deduction wins, as 4.00 are left; a second wins only after a cancel has returned the 6.00
          ...expectWinners(deductions, {
            from: 1,
            to: 2,
            refused: ["voucher_already_redeemed", "insufficient_voucher_value"],
          }),
          ...(row?.remainingValue === left ? [] : [`${row?.remainingValue} left, not ${left}`]),
        ];
      },
    };
  },
};
