import type { Merchant } from "@stampbook/core/context";
import type { ReturnAdded, Returned, ReturnPreview } from "@stampbook/core/sales";
import { z } from "zod";
import { presentUser, User } from "../members/user.ts";
import { MembershipWithStatusCode, presentMembershipWithStatusCode } from "../membership.ts";
import { HeldVoucher, presentHeldVoucher } from "../redemptions/held-voucher.ts";
import { presentWithdrawn, WithdrawnVouchers } from "../redemptions/vouchers-of-cancel.ts";
import { idOf, secondsAt, stampsLetGo } from "../shown.ts";
import { numberOf, secondsOf } from "../values.ts";
import { discount, people } from "./sale.ts";
import { amountShown } from "./sale-shown.ts";

const value = z.number().describe("The value of the payment in the merchant's currency.");

const Content = z
  .object({
    id: idOf("the sale"),
    value: z.number().describe("The total in the merchant's currency."),
    stamps_earned: z.int().describe("The stamps that the sale earned."),
    number_of_people: people,
    discount,
    subtotal: amountShown("The subtotal"),
    items: z
      .array(
        z
          .object({
            id: z.int().describe("The number of the line, from 1."),
            quantity: z.number().describe("How many."),
            subtotal: z.number().describe("The subtotal of the line."),
            price_per_unit: z.null().describe("Always null."),
            product: z
              .object({
                id: z.null().describe("Always null."),
                name: z.string().describe("The name of the product."),
              })
              .describe("The product."),
          })
          .meta({ id: "ReturnedItem", description: "A line of a sale." }),
      )
      .describe("The lines of the sale."),
    payments: z
      .array(
        z
          .object({
            id: z.int().describe("The number of the payment, from 1."),
            value,
            eligible_for_stamps: z.boolean().describe("Whether the payment earned stamps."),
            payment_method_code: z.string().describe("The payment method."),
          })
          .meta({ id: "ReturnedPayment", description: "A payment of a sale." }),
      )
      .describe("The payments of the sale."),
  })
  .meta({ id: "SaleContent", description: "A sale at one moment. A return makes no second sale." });

const Change = z
  .object({
    id: idOf("the return"),
    created: secondsAt("The time at which the return was recorded"),
    return_invoice_number: z.string().describe("The invoice number of the return."),
    stamps_delta: z.int().describe("What the stamps changed by, by the rule of the sale."),
    stamps_delta_override: z
      .int()
      .nullable()
      .describe("What the stamps changed by, if the call named a figure."),
    stamps_refund_from_payments: z.literal(0).describe("Always 0."),
    total_stamps_delta: z.int().describe("What the stamps changed by."),
    subtotal_delta: amountShown("What the subtotal changed by"),
    grand_total_delta: z.number().describe("What the total changed by."),
    stamps_taken: z.int().describe("The stamps that were taken back."),
    stamps_owed_delta: z.int().describe("The stamps that the customer owes since."),
    stamps_let_go: stampsLetGo,
  })
  .meta({ id: "ReturnMade", description: "What a return changed." });

const shared = {
  user: User.nullable().describe("The customer; null if the sale has none."),
  membership: MembershipWithStatusCode.nullable().describe("The customer's membership after it."),
  root_transaction: Content,
  original_transaction: Content,
};

/** The answer of `/api/returns/add`. */
export const ReturnAnswer = z.object({
  ...shared,
  modified_transaction: Content,
  modification: Change,
  issued_voucher: HeldVoucher.optional().describe(
    "The voucher that was issued. Absent if none was.",
  ),
  withdrawn_vouchers: WithdrawnVouchers,
  returned_vouchers: z
    .array(HeldVoucher)
    .describe("The vouchers that have the value that went back, such as new ones for ended ones."),
  canceled_redemptions: z.array(z.int()).describe("The ids of the redemptions that were canceled."),
});

/** The answer of `/api/returns/preview`. */
export const ReturnPreviewAnswer = z.object({
  ...shared,
  modified_transaction: Content.extend({ id: z.null().describe("Always null.") }).meta({
    id: "SaleContentAhead",
    description: "A sale as it would be after a return.",
  }),
  modification: Change.extend({ id: z.null().describe("Always null.") }).meta({
    id: "ReturnAhead",
    description: "What a return would change.",
  }),
  withdrawn_vouchers: WithdrawnVouchers,
  returnable_vouchers: z
    .array(HeldVoucher)
    .describe("The vouchers that were spent with the sale. A payment may name them."),
  allow_partial_returns: z.literal(true).describe("Always true."),
  refusal: z
    .object({
      error_code: z.string().describe("The code of the refusal."),
      error_message: z.string().describe("The message of the refusal."),
    })
    .meta({ id: "ReturnRefusal", description: "Why a return would be refused." })
    .nullable()
    .describe("Why the return would be refused for what the customer has. Null if it would not."),
});

export function presentReturn(
  added: ReturnAdded,
  merchant: Pick<Merchant, "id">,
): z.input<typeof ReturnAnswer> {
  const { others } = added.returned;
  const issued = others?.issuedVoucher;
  return {
    ...presentParts(added),
    ...(issued && { issued_voucher: presentHeldVoucher(issued, merchant) }),
    withdrawn_vouchers: presentWithdrawn(added.withdrawn),
    returned_vouchers: (others?.returnedVouchers ?? []).map((each) =>
      presentHeldVoucher(each, merchant),
    ),
    canceled_redemptions: [...(others?.canceledRedemptions ?? [])],
  };
}

export function presentReturnPreview(
  preview: ReturnPreview,
  merchant: Pick<Merchant, "id">,
): z.input<typeof ReturnPreviewAnswer> {
  const { user, modified_transaction, modification, ...parts } = presentParts(preview);
  const { refusal } = preview;
  return {
    ...{ ...parts, user: preview.isCustomerShown ? user : null },
    modified_transaction: { ...modified_transaction, id: null },
    modification: { ...modification, id: null },
    withdrawn_vouchers: presentWithdrawn(preview.withdrawn),
    returnable_vouchers: preview.returnableVouchers.map((each) =>
      presentHeldVoucher(each, merchant),
    ),
    allow_partial_returns: true,
    refusal: refusal && { error_code: refusal.code, error_message: refusal.message },
  };
}

function presentParts({ returned, sale, customer, membership }: ReturnAdded) {
  const shared = {
    id: sale.id,
    number_of_people: sale.people,
    discount: numberOf(sale.discount),
  };
  const shown = (content: Returned["root"]) => ({ ...shared, ...presentContent(content) });
  return {
    user: customer && presentUser(customer),
    membership: customer && membership && presentMembershipWithStatusCode({ customer, membership }),
    root_transaction: shown(returned.root),
    original_transaction: shown(returned.original),
    modified_transaction: shown(returned.modified),
    modification: {
      id: returned.id,
      created: secondsOf(returned.createdAt),
      return_invoice_number: returned.returnInvoiceNumber,
      stamps_delta: returned.stampsNamed === null ? -returned.stamps : 0,
      stamps_delta_override: returned.stampsNamed,
      stamps_refund_from_payments: 0 as const,
      total_stamps_delta: -returned.stamps,
      subtotal_delta: numberOf(returned.subtotal),
      grand_total_delta: Number(returned.total),
      stamps_taken: returned.taken,
      stamps_owed_delta: returned.owed,
      stamps_let_go: returned.letGo,
    },
  };
}

function presentContent({ total, subtotal, stampsEarned, items, payments }: Returned["root"]) {
  return {
    value: Number(total),
    subtotal: numberOf(subtotal),
    stamps_earned: stampsEarned,
    items: items.map((item) => ({
      id: item.line,
      quantity: Number(item.quantity),
      subtotal: Number(item.subtotal),
      price_per_unit: null,
      product: { id: null, name: item.product },
    })),
    payments: payments.map(({ line, value, earned, method }) => ({
      id: line,
      value: Number(value),
      eligible_for_stamps: earned,
      payment_method_code: method,
    })),
  };
}
