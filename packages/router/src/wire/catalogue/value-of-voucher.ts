import { amount } from "../fields.ts";
import { Problem, type Reader } from "../reading.ts";

/** The whole part of the largest value that a voucher holds. */
const MOST = 999_999_999_999;
const tooLarge = new Problem("invalid", `An amount of at most ${MOST}.99 is expected.`);

/** What a new voucher is worth: an amount above zero that a voucher can hold. */
export const valueOfVoucher: Reader<string, number | string> = {
  ...amount,
  described: { ...amount.described, maximum: MOST },
  read: (value) => {
    const exact = amount.read(value);
    return typeof exact === "string" && Math.trunc(Number(exact)) > MOST ? tooLarge : exact;
  },
};
