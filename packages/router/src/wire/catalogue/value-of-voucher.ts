import { amount, orText } from "../fields.ts";
import { Problem, type Reader } from "../reading.ts";
import { ofWholeUnits } from "../sale/whole-units.ts";

/** The whole part of the largest value that a voucher holds. */
const MOST = 999_999_999_999;
const tooLarge = new Problem("invalid", `An amount of at most ${MOST}.99 is expected.`);

/** The value of a new voucher: above zero, and at most what a voucher can hold. */
export const valueOfVoucher: Reader<string, number | string> = {
  ...amount,
  described: {
    ...orText({ type: "number", exclusiveMinimum: 0, maximum: MOST }),
    id: "VoucherValue",
    description: `The value of a new voucher: an amount above zero in the merchant's currency. ${ofWholeUnits}`,
  },
  read: (value) => {
    const exact = amount.read(value);
    return typeof exact === "string" && Math.trunc(Number(exact)) > MOST ? tooLarge : exact;
  },
};
