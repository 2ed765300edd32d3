import { withoutGuesses } from "../../../testing/index.ts";
import { anonymized, dueMember } from "../../../testing/operation/fact-cases.ts";
import { type Parts, tested } from "../../../testing/operation/tested.ts";
import {
  manyVouchers,
  voucherCases,
  voucherFine,
  voucherMeanwhile,
  voucherOnlyWords,
  voucherShares,
  voucherShop,
} from "../redeem-voucher/redeem-voucher.cases.ts";
import { deductions } from "./deduct-value.ts";

const dynamic = { value: "10.00", remainingValue: "6.50" };
const asks = (value: string) => ({ value, asked: value });
const named = ({ id: voucher }: { readonly id: number }) => ({ voucher });

export const deducting = tested({
  operation: deductions,
  open: async (t) => {
    const { merchant, call } = await voucherShop(named)(t);
    const withValue = (parts: Parts) => ({ ...parts, voucher: { ...dynamic, ...parts.voucher } });
    return {
      merchant,
      call: async (parts = {}, twin) => ({
        ...asks("3.50"),
        ...(await call(withValue(parts), twin && { ...twin, ...withoutGuesses })),
      }),
    };
  },
  cases: {
    ...voucherCases,
    voucherIsCustomers: { voucher: { isOthers: true } },
    voucherIsDynamic: { voucher: { remainingValue: null } },
    voucherIsUnspent: { voucher: { redeemedAt: "2020-01-01", remainingValue: "0.00" } },
    deductionIsPositive: { call: asks("0.00") },
    valueIsLeft: { call: asks("6.51") },
  },
  fine: [...voucherFine, { call: asks("6.50") }],
  // what is spent or not dynamic has no value left
  onlyWords: [...voucherOnlyWords, "voucherIsDynamic", "voucherIsUnspent"],
  due: dueMember,
  gone: anonymized,
  meanwhile: {
    ...voucherMeanwhile,
    voucherIsCustomers: "customer_id = null",
    voucherIsUnspent: "redeemed_at = now(), remaining_value = 0",
    valueIsLeft: "remaining_value = 1",
  },
  shares: voucherShares,
  many: async (t) => {
    const made = await manyVouchers((voucher) => ({ voucher }))(t);
    return { ...made, calls: made.calls.map((each) => ({ ...each, ...asks("1.00") })) };
  },
});
