import type { KnownCaller } from "@stampbook/core/context";
import type { SoldSale as Sold, WholeSale as Whole } from "@stampbook/core/sales";
import { z } from "zod";
import { saleStatuses } from "../../staff/fields.ts";
import { ActorShown, presentActor } from "../history/actor.ts";
import { NamedVoucher, presentNamedVouchers } from "../history/named-voucher.ts";
import { numberOf, secondsOf, secondsOrNull } from "../values.ts";
import { Store, shownStore, statusNumbers } from "./sale-shown.ts";

const amount = z.number().nullable();

const Return = z.object({
  id: z.int(),
  return_invoice_number: z.string().nullable(),
  created: z.int(),
  grand_total_delta: z.number(),
  total_stamps_delta: z.int(),
});

/** A sale without its items and payments. Interface 3, section 2. */
export const SoldSale = z.object({
  id: z.int(),
  created: z.int(),
  value: z.number(),
  subtotal: amount,
  discount: amount,
  tax: amount,
  service_charge: amount,
  stamps: z.int(),
  /** The same as `stamps`. */
  stamps_earned: z.int(),
  /** Always 0: nobody can owe stamps. */
  stamps_paid_off: z.literal(0),
  status: z.enum(saleStatuses),
  status_code: z.int(),
  type: z.int().nullable(),
  /** Always empty: sales have no notes. */
  notes: z.literal(""),
  superseded_by: z.int().nullable(),
  store: Store.extend({ id: z.int() }),
  invoice_number: z.string(),
  business_day: z.iso.date(),
  channel: z.int().nullable(),
  employee_code: z.string().nullable(),
  /** Any JSON. */
  extra_data: z.unknown(),
  /** Null if no customer is known. The name is null for tokens without the scope `members`. */
  customer: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
  canceled: z.int().nullable(),
  created_by: ActorShown,
  canceled_by: ActorShown.nullable(),
  earning: z.object({
    rule: z.enum(["amount", "pos"]).nullable(),
    multiplier: z.number().nullable(),
    limit: z.int().nullable(),
  }),
  returns: z.array(Return),
  issued_vouchers: z.array(NamedVoucher),
});

/** A sale in full. */
export const WholeSale = SoldSale.extend({
  items: z.array(z.object({ id: z.int(), name: z.string(), quantity: z.number() })),
  payments: z.array(
    z.object({
      id: z.int(),
      value: z.number(),
      eligible_for_stamps: z.boolean(),
      payment_method_code: z.string(),
    }),
  ),
});

export function presentSoldSale(sale: Sold, caller: KnownCaller): z.input<typeof SoldSale> {
  const { store, customer, canceledBy } = sale;
  return {
    id: sale.id,
    created: secondsOf(sale.soldAt),
    value: Number(sale.total),
    subtotal: numberOf(sale.subtotal),
    discount: numberOf(sale.discount),
    tax: numberOf(sale.tax),
    service_charge: numberOf(sale.serviceCharge),
    stamps: sale.stampsEarned,
    stamps_earned: sale.stampsEarned,
    stamps_paid_off: 0,
    status: sale.status,
    status_code: statusNumbers[sale.status],
    type: sale.type,
    notes: "",
    superseded_by: sale.supersededById,
    store: { id: store.id, ...shownStore(store) },
    invoice_number: sale.invoiceNumber,
    business_day: sale.businessDay,
    channel: sale.channel,
    employee_code: sale.employeeCode,
    extra_data: sale.extraData,
    customer,
    canceled: secondsOrNull(sale.canceledAt),
    created_by: presentActor(sale.createdBy),
    canceled_by: canceledBy && presentActor(canceledBy),
    earning: { rule: sale.rule, multiplier: numberOf(sale.multiplier), limit: sale.earnLimit },
    returns: sale.modifications.map(({ id, total, stamps, createdAt }) => ({
      id,
      // a modification has no invoice number of its own
      return_invoice_number: null,
      created: secondsOf(createdAt),
      grand_total_delta: Number(total),
      total_stamps_delta: stamps,
    })),
    issued_vouchers: presentNamedVouchers(sale.issued, caller),
  };
}

export function presentWholeSale(sale: Whole, caller: KnownCaller): z.input<typeof WholeSale> {
  return {
    ...presentSoldSale(sale, caller),
    items: sale.items.map(({ line, product, quantity }) => ({
      id: line,
      name: product,
      quantity: Number(quantity),
    })),
    payments: sale.payments.map(({ line, method, value, earned }) => ({
      id: line,
      value: Number(value),
      eligible_for_stamps: earned,
      payment_method_code: method,
    })),
  };
}
