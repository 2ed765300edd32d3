export { addReturn, keptReturn } from "./add-return/add-return.ts";
export { previewReturn, type ReturnPreview } from "./add-return/preview-return.ts";
export type { ReturnAdded, Returned, ReturnInput } from "./add-return/types.ts";
export { addSale, isSameInvoice, keptSale } from "./add-sale/add-sale.ts";
export { findRecordedSale } from "./add-sale/find-recorded-sale.ts";
export { cancelSale, keptSaleCancel } from "./cancel-sale/cancel-sale.ts";
export { cancelSaleWithRedemptions } from "./cancel-sale/cancel-sale-with-redemptions.ts";
export { limitSale } from "./limiting/limit-sale.ts";
export type { Modification } from "./modify-sale/modification.rules.ts";
export { keptModification, modifySale } from "./modify-sale/modify-sale.ts";
export { type PreviewInput, previewEarnings } from "./preview-earnings/preview-earnings.ts";
export { findSale, type InvoiceRef } from "./reading/find-sale.ts";
export type { SaleListed } from "./reading/sale.sql.ts";
export { getSaleRecord, type SaleRecord } from "./reading/sale-record.sql.ts";
export { listSales, type SaleFilter } from "./reading/sales.sql.ts";
export { listSalesOfCustomer } from "./reading/sales-of-customer.sql.ts";
export { listSalesOfPeriod, type SalesOfPeriod } from "./reading/sales-of-period.sql.ts";
export { getSale, type SoldSale, type WholeSale } from "./reading/whole-sale.sql.ts";
export type {
  Sale,
  SaleAdded,
  SaleCanceled,
  SaleInput,
  SaleLine,
  SaleModified,
  SalePayment,
  SaleStatus,
} from "./types.ts";
