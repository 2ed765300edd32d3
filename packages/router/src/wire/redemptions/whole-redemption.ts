import type { KnownCaller } from "@stampbook/core/context";
import type { WholeRedemption as Whole } from "@stampbook/core/history";
import { canSeeVoucherCodes } from "@stampbook/core/vouchers";
import { z } from "zod";
import { ActorShown, presentActor } from "../history/actor.ts";
import { codeIfSeen, NamedVoucher, presentNamedVouchers } from "../history/named-voucher.ts";
import { numberOf, secondsOf, secondsOrNull } from "../values.ts";
import { CanceledRedemption, presentCanceledRedemption, RedemptionState } from "./redemption.ts";

const status = RedemptionState.shape.status;

const Line = z.object({
  line: z.int(),
  thing: z.enum(["reward", "voucher", "promo_code"]),
  id: z.int(),
  code: codeIfSeen,
  name: z.string(),
  qty: z.int(),
  canceled_qty: z.int(),
  stamps_used: z.int(),
  value: z.number().nullable(),
  request_id: z.string().nullable(),
  status,
});

/** A redemption in full. Interface 3, section 1. */
export const WholeRedemption = CanceledRedemption.extend({
  /** Always null: redemptions have no codes. */
  code: z.null(),
  created: z.int(),
  input_method: z.null(),
  /** The value that was taken from vouchers; null if none was. */
  monetary_value: z.number().nullable(),
  /** Always empty: what staff write is not for tokens. */
  notes: z.literal(""),
  channel: z.int().nullable(),
  transaction_id: z.int().nullable(),
  order_type: z.null(),
  merchant_invoice_number: z.string(),
  invoice_number: z.string().nullable(),
  kind: z.enum(["reward", "rewards", "voucher", "voucher_code", "voucher_value", "promo_code"]),
  business_day: z.iso.date(),
  store: z.object({ id: z.int(), code: z.string(), name: z.string(), display_name: z.string() }),
  /** The name is null for tokens without the scope `members`. */
  customer: z.object({ id: z.int(), name: z.string().nullable() }),
  canceled: z.int().nullable(),
  redeemed_by: ActorShown,
  canceled_by: ActorShown.nullable(),
  lines: z.array(Line),
  issued_vouchers: z.array(NamedVoucher),
  replacement_voucher: NamedVoucher.nullable(),
});

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
    lines: redemption.lines.map((line) => presentLine(line, redemption, caller)),
    issued_vouchers: presentNamedVouchers(redemption.issued, caller),
    replacement_voucher: presentNamedVouchers(replacements, caller)[0] ?? null,
  };
}

function presentLine(
  line: Whole["lines"][number],
  { status }: Whole,
  caller: KnownCaller,
): z.input<typeof Line> {
  const { thing, code, qty } = line;
  return {
    line: line.line,
    thing,
    id: line.thingId,
    ...(thing === "voucher" && !canSeeVoucherCodes(caller) ? {} : { code }),
    name: line.name,
    qty,
    canceled_qty: status === "Canceled" ? qty : 0,
    stamps_used: line.stampsUsed,
    value: numberOf(line.value),
    request_id: line.requestId,
    status,
  };
}
