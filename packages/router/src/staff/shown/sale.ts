import { z } from "zod";
import { saleStatuses } from "../fields.ts";
import { listOf, ShownActor, ShownCode, ShownNamed, ShownReason } from "./named.ts";

const status = z.enum(saleStatuses);
const amount = z.string().nullable();

/** A sale in lists. Amounts are decimals. */
export const ListedSale = z.object({
  id: z.int(),
  status,
  invoiceNumber: z.string(),
  store: ShownNamed,
  /** Null if no customer is known, as for an Open sale. */
  customer: ShownNamed.nullable(),
  soldAt: z.string(),
  businessDay: z.string(),
  total: z.string(),
  stampsEarned: z.int(),
});

/** A sale as searches show it. */
export const FoundSale = ListedSale.pick({
  id: true,
  status: true,
  invoiceNumber: true,
  store: true,
  customer: true,
  businessDay: true,
});

const Item = z.object({
  line: z.int(),
  product: z.string(),
  quantity: z.string(),
  subtotal: z.string(),
  stamps: z.int().nullable(),
  isEligible: z.boolean(),
});

const Payment = z.object({
  line: z.int(),
  method: z.string(),
  value: z.string(),
  earned: z.boolean(),
});

const Modification = z.object({
  id: z.int(),
  total: z.string(),
  stamps: z.int(),
  /** Null unless goods came back. */
  returnInvoiceNumber: z.string().nullable(),
  createdAt: z.string(),
});

/** A voucher that the sale issued. */
const Issued = z.object({
  id: z.int(),
  code: z.string(),
  isSpent: z.boolean(),
  isOpen: z.boolean(),
  isActive: z.boolean(),
});

/** The page of a sale. */
export const ShownSale = ListedSale.extend({
  subtotal: amount,
  discount: amount,
  serviceCharge: amount,
  tax: amount,
  people: z.int(),
  channel: z.int().nullable(),
  type: z.int().nullable(),
  employeeCode: z.string().nullable(),
  createdAt: z.string(),
  createdBy: ShownActor,
  canceledAt: z.string().nullable(),
  canceledBy: ShownActor.nullable(),
  cancelReason: z.string().nullable(),
  items: listOf(Item),
  payments: listOf(Payment),
  modifications: listOf(Modification),
  issued: listOf(Issued),
});

/** The result of a cancel. `stampsLeft` is null if the sale had no customer. */
export const ShownSaleCancel = z.object({
  id: z.int(),
  status,
  stampsLeft: z.int().nullable(),
});

/** What a return would do. `total` and `stampsEarned` are what is left of the sale; amounts are decimals. */
export const ShownReturnPreview = z.object({
  total: z.string(),
  stampsEarned: z.int(),
  taken: z.int(),
  owed: z.int(),
  letGo: z.int(),
  /** Null if the sale has no customer. */
  stampsHeld: z.int().nullable(),
  withdrawn: listOf(ShownCode),
  refusal: ShownReason.nullable(),
});

/** What a return did. `stampsLeft` is null if the sale has no customer. */
export const ShownReturn = z.object({
  id: z.int(),
  saleId: z.int(),
  taken: z.int(),
  owed: z.int(),
  stampsLeft: z.int().nullable(),
});
