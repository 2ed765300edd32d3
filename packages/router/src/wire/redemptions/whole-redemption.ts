import type { KnownCaller } from "@stampbook/core/context";
import type { WholeRedemption as Whole } from "@stampbook/core/history";
import { canSeeVoucherCodes } from "@stampbook/core/vouchers";
import { z } from "zod";
import { ActorShown, presentActor } from "../history/actor.ts";
import { NamedVoucher, presentNamedVouchers } from "../history/named-voucher.ts";
import { businessDay, CANCELED, CustomerNamed, StoreOfRecord } from "../history/record.ts";
import { channelShown, idOf, secondsAt } from "../shown.ts";
import { numberOf, secondsOf, secondsOrNull } from "../values.ts";
import {
  CanceledRedemption,
  LineState,
  presentCanceledRedemption,
  presentLineState,
  qtyRedeemed,
  requestIdShown,
  stampsUsed,
} from "./redemption.ts";
import { codeIfSeen } from "./voucher-parts.ts";

const Line = z
  .object({
    line: LineState.shape.line,
    thing: z.enum(["reward", "voucher", "promo_code"]).describe("What was redeemed."),
    id: idOf("what was redeemed"),
    code: codeIfSeen,
    name: z.string().describe("The name of what was redeemed."),
    qty: qtyRedeemed,
    canceled_qty: LineState.shape.canceled_qty,
    stamps_used: stampsUsed,
    value: z.number().nullable().describe("The value that was taken from a voucher, if any."),
    request_id: requestIdShown,
    status: LineState.shape.status,
  })
  .meta({ id: "RedemptionThing", description: "A line of a redemption." });

/** A redemption in full. Interface 3, section 1. */
export const WholeRedemption = CanceledRedemption.extend({
  code: z.null().describe("Always null: redemptions have no codes."),
  created: secondsAt("When it was redeemed"),
  input_method: z.null().describe("Always null."),
  monetary_value: z
    .number()
    .nullable()
    .describe("The value that was taken from vouchers. Null if none was."),
  notes: z.literal("").describe("Always empty: what staff write is not for tokens."),
  channel: channelShown,
  transaction_id: z
    .int()
    .nullable()
    .describe("The id of the sale with the same customer, store, day and invoice number, if any."),
  order_type: z.null().describe("Always null."),
  merchant_invoice_number: z.string().describe("The invoice number. Empty if it has none."),
  invoice_number: z.string().nullable().describe("The invoice number. Null if it has none."),
  kind: z
    .enum(["reward", "rewards", "voucher", "voucher_code", "voucher_value", "promo_code"])
    .describe(
      "How it was redeemed: a reward, several, a voucher by its id, by its code, a part of a voucher's value, or a promo code.",
    ),
  business_day: businessDay,
  store: StoreOfRecord,
  customer: CustomerNamed,
  canceled: secondsAt("When it was canceled").nullable().describe(CANCELED),
  redeemed_by: ActorShown.describe("Who redeemed it."),
  canceled_by: ActorShown.nullable().describe("Who canceled it. Null if it was not canceled."),
  lines: z.array(Line).describe("What was redeemed, line by line."),
  issued_vouchers: z.array(NamedVoucher).describe("The vouchers that it issued."),
  replacement_voucher: NamedVoucher.nullable().describe(
    "The voucher that its cancel issued. Null if it issued none.",
  ),
}).meta({ id: "Redemption", description: "A redemption in full." });

export function presentWholeRedemption(
  redemption: Whole,
  caller: KnownCaller,
): z.input<typeof WholeRedemption> {
  const { store, customer, canceledBy, replacement } = redemption;
  const replacements = replacement ? [replacement] : [];
  return {
    ...presentCanceledRedemption(redemption),
    code: null,
    created: secondsOf(redemption.createdAt),
    input_method: null,
    monetary_value: numberOf(redemption.value),
    notes: "",
    channel: redemption.channel,
    transaction_id: redemption.saleId,
    order_type: null,
    merchant_invoice_number: redemption.invoiceNumber ?? "",
    invoice_number: redemption.invoiceNumber,
    kind: redemption.kind,
    business_day: redemption.businessDay,
    store: { id: store.id, code: store.code, name: store.name, display_name: store.name },
    customer: { id: customer.id, name: customer.name },
    canceled: secondsOrNull(redemption.canceledAt),
    redeemed_by: presentActor(redemption.redeemedBy),
    canceled_by: canceledBy && presentActor(canceledBy),
    lines: redemption.lines.map((line) => presentLine(line, caller)),
    issued_vouchers: presentNamedVouchers(redemption.issued, caller),
    replacement_voucher: presentNamedVouchers(replacements, caller)[0] ?? null,
  };
}

function presentLine(line: Whole["lines"][number], caller: KnownCaller): z.input<typeof Line> {
  const { thing, code } = line;
  return {
    ...presentLineState(line),
    thing,
    id: line.thingId,
    ...(thing === "voucher" && !canSeeVoucherCodes(caller) ? {} : { code }),
    name: line.name,
    stamps_used: line.stampsUsed,
    value: numberOf(line.value),
    request_id: line.requestId,
  };
}
