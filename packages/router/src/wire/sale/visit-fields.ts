import { mostOf } from "@stampbook/core/limits";
import type { VisitInput, VisitPartName } from "@stampbook/core/visits";
import { z } from "zod";
import { valueOfVoucher } from "../catalogue/value-of-voucher.ts";
import { requiredIf } from "../check-fields.ts";
import {
  amount,
  code,
  id,
  idOrCode,
  requestId as requestIdSent,
  stampsGiven,
  wholeNumber,
} from "../fields.ts";
import { optionalLines, optionalPart } from "../lines.ts";
import { optional, required, withDefault } from "../reading.ts";
import { readSale, saleFields } from "./sale-fields.ts";

const requestId = optional(requestIdSent);

/** The lists of rewards, vouchers and promo codes that a visit redeems. */
const lists = {
  reward_redemptions: optionalLines(
    z.object({
      request_id: requestId,
      reward: required(idOrCode).describe("The reward: its id or its code."),
      qty: withDefault(wholeNumber(1, mostOf.qty), 1).describe("How many."),
      stamps: optional(stampsGiven),
    }),
    mostOf.visitLines,
  ).describe("The rewards to redeem."),
  voucher_redemptions: optionalLines(
    z.object({
      request_id: requestId,
      voucher_code: required(code).describe("The code, in any letter case."),
      value: optional(amount).describe(
        "The value to deduct from a dynamic one. Without it, the whole voucher.",
      ),
    }),
    mostOf.visitLines,
  ).describe("The vouchers to redeem."),
  promo_code_redemptions: optionalLines(
    z.object({
      request_id: requestId,
      promo_code: required(code).describe("The code, in any letter case."),
    }),
    mostOf.visitLines,
  ).describe("The promo codes to redeem."),
};

/** The parameters of a sale with redemptions. Interface 2, section 7. */
const fields = z
  .object({
    ...saleFields,
    ...lists,
    issue_voucher: optionalPart(
      z.object({
        template_id: required(id).describe("The id of the template."),
        value: optional(valueOfVoucher),
      }),
    ).describe("A voucher to issue to the customer."),
  })
  .check(({ value, issues }) => {
    const names = Object.keys(lists) as (keyof typeof lists)[];
    const count = names.reduce((sum, name) => sum + value[name].length, 0);
    if (count <= mostOf.visitLines) return;
    const message = `At most ${mostOf.visitLines} lines are allowed in all lists together.`;
    const path = names.filter((name) => value[name].length > 0).slice(0, 1);
    issues.push({
      code: "custom",
      path,
      message,
      params: { code: "max_length" },
      input: value,
    });
  });

/** A sale alone may have no customer; what is redeemed or issued is a customer's. */
export const VisitFields = requiredIf(
  fields,
  "user",
  (read) =>
    read.issue_voucher != null ||
    Object.keys(lists).some((name) => (read[name] as readonly unknown[] | undefined)?.length),
);

/** Converts the parameters to the core's input. */
export function readVisit(input: z.output<typeof VisitFields>, user: number | string): VisitInput {
  const { user: _, store, channel, ...sale } = readSale(input);
  const { issue_voucher: issue } = input;
  return {
    user,
    store,
    channel,
    invoiceNumber: sale.invoiceNumber,
    sale,
    rewards: input.reward_redemptions.map(({ reward, qty, stamps, request_id }) => ({
      reward,
      qty,
      stamps,
      requestId: request_id,
    })),
    vouchers: input.voucher_redemptions.map(({ voucher_code, value, request_id }) => ({
      voucher: { code: voucher_code },
      value,
      requestId: request_id,
    })),
    promoCodes: input.promo_code_redemptions.map(({ promo_code, request_id }) => ({
      promoCode: promo_code,
      requestId: request_id,
    })),
    issue: issue && { templateId: issue.template_id, value: issue.value },
  };
}

/** The parameter on which the refusal of each part is reported. */
export const partNames: Readonly<Record<VisitPartName, string>> = {
  rewards: "reward_redemptions",
  vouchers: "voucher_redemptions",
  promoCodes: "promo_code_redemptions",
  issue: "issue_voucher",
};
