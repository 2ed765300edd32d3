import { deductValue, redeemVoucher, redeemVoucherCode } from "../naive/vouchers.ts";
import { gift, place } from "./place.ts";
import { expectWinners, type Race, times } from "./race.ts";

export const sameVoucher: Race = {
  name: "the same voucher",
  naive: { redeemVoucher },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness);
    const { id: voucherTemplateId } = await harness.given.template(merchant);
    const voucher = await harness.given.voucher(merchant, {
      voucherTemplateId,
      customerId: customer.id,
    });
    return {
      merchant,
      calls: times(
        clients,
        () => (ctx) => verbs.redeemVoucher(ctx, { ...input, voucher: voucher.id }),
      ),
      judge: (outcomes) =>
        expectWinners(outcomes, { from: 1, refused: ["voucher_already_redeemed"] }),
    };
  },
};

export const sameCode: Race = {
  name: "the same pre-generated code, by several customers",
  naive: { redeemVoucherCode },
  prepare: async (harness, verbs, clients) => {
    const { merchant, input } = await place(harness);
    const customers = await Promise.all(times(5, () => harness.given.customer(merchant)));
    const { id: voucherTemplate } = await harness.given.template(merchant);
    const { code } = await harness.given.voucher(merchant, { voucherTemplateId: voucherTemplate });
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        const user = customers[n % customers.length]?.email ?? "";
        return verbs.redeemVoucherCode(ctx, { ...input, user, voucherCode: code, voucherTemplate });
      }),
      judge: (outcomes) =>
        expectWinners(outcomes, {
          from: 1,
          refused: ["voucher_already_redeemed", "invalid_voucher_owner"],
        }),
    };
  },
};

export const lastValue: Race = {
  name: "the same last value",
  naive: { deductValue },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness);
    const voucher = await gift(harness, merchant, customer.id);
    return {
      merchant,
      calls: times(
        clients,
        () => (ctx) => verbs.deductValue(ctx, { ...input, voucher: voucher.id, value: "3.00" }),
      ),
      judge: (outcomes) =>
        expectWinners(outcomes, { from: 3, refused: ["insufficient_voucher_value"] }),
    };
  },
};

export const lastValueToZero: Race = {
  name: "the same last value, to the last hundredth",
  naive: { deductValue },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness);
    const voucher = await gift(harness, merchant, customer.id);
    return {
      merchant,
      calls: times(
        clients,
        () => (ctx) => verbs.deductValue(ctx, { ...input, voucher: voucher.id, value: "2.50" }),
      ),
      judge: (outcomes) =>
        expectWinners(outcomes, { from: 4, refused: ["voucher_already_redeemed"] }),
    };
  },
};

export const wholeAgainstParts: Race = {
  name: "a dynamic voucher whole against parts of it",
  naive: { redeemVoucher, deductValue },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness);
    const voucher = await gift(harness, merchant, customer.id);
    const target = { ...input, voucher: voucher.id };
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        if (n % 2) return verbs.redeemVoucher(ctx, target);
        return verbs.deductValue(ctx, { ...target, value: "4.00" });
      }),
      // 1 to 3 calls win: the whole voucher at once, or one or two deductions of 4.00 and then the rest
      judge: (outcomes) =>
        expectWinners(outcomes, {
          from: 1,
          to: 3,
          refused: ["voucher_already_redeemed", "insufficient_voucher_value"],
        }),
    };
  },
};
