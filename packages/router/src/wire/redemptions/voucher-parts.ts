import { z } from "zod";

// Fields of vouchers that several answers show.

/** The code of a voucher. */
export const codeIfSeen = z
  .string()
  .optional()
  .describe("The code. Absent for vouchers if the token lacks the scope `vouchers`.");

/** The end of a voucher, as older clients read it. */
export const expiresOn = z
  .string()
  .nullable()
  .describe("The last minute in which it is valid, `D-MM-YYYY HH:MM`. Null if it has no end.");

/** The last minute of a day, as older clients read it: `D-MM-YYYY HH:MM`. */
export function presentLastMinute(date: string): string {
  const [year, month, day] = date.split("-");
  return `${Number(day)}-${month}-${year} 23:59`;
}

export const VoucherConstraint = z
  .object({
    channels: z.array(z.int()).describe("The numbers of the channels; empty means all."),
  })
  .meta({ id: "VoucherConstraint", description: "Where the voucher can be redeemed." });

export const isActive = z.boolean().describe("Whether the merchant has not withdrawn it.");

/** What a template says of its vouchers. */
export const templateTexts = {
  picture_url: z.string().describe("The address of the picture. Empty if there is none."),
  short_description: z.string().describe("The description in short. May be empty."),
  description: z.string().describe("The description. May be empty."),
  instructions: z.string().describe("How to redeem it. May be empty."),
  terms_and_conditions: z.string().describe("The terms and conditions. May be empty."),
};
