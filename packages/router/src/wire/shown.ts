import { z } from "zod";

// Fields that several answers show.

export const idOf = (row: string) => z.int().describe(`The id of ${row}.`);

/** A moment in answers. `what` says of what. */
export const secondsAt = (what: string) => z.int().describe(`${what}, in seconds since 1970.`);

export const stampsLeft = z.int().describe("The stamps that the customer can spend.");

export const stampsOwed = z
  .int()
  .describe("The stamps that the customer owes, because they had to go back and were spent.");

export const stampsLetGo = z
  .int()
  .describe("The stamps that had to go back, were spent and were let go.");

export const balance = z
  .number()
  .describe("The customer's stored value in the merchant's currency.");

export const tags = z.array(z.string()).describe("The tags that the merchant gave the member.");

export const levelName = z.string().describe("The name of the member's level.");

export const levelCode = z.int().describe("The code of the member's level, such as 100.");

export const memberId = idOf("the customer");

export const channelShown = z
  .int()
  .nullable()
  .describe("The channel's number, as `Channel` lists them. Null if none was sent.");

export const startDate = z.iso
  .date()
  .nullable()
  .describe("The first day on which it is valid. Null for no limit.");

export const endDate = z.iso
  .date()
  .nullable()
  .describe("The last day on which it is valid. Null for no limit.");

/** The vouchers' value: null if they have none. */
export const voucherValue = z
  .number()
  .nullable()
  .describe("The value of the voucher in the merchant's currency. Null if it has none.");

export const remainingValue = z
  .number()
  .nullable()
  .describe("What is left of the value. Null unless the value can be deducted in parts.");

export const birthday = z.iso.date().nullable().describe("Null if it is not known.");

export const hasNext = z.boolean().describe("Whether there are more.");
