export { addSale } from "./add-sale/add-sale.ts";
export { type PreviewInput, previewEarnings } from "./preview-earnings/preview-earnings.ts";
export { getSale, type SaleDetail } from "./reading/get-sale.ts";
export { listSalesOfCustomer } from "./reading/list-sales-of-customer.ts";
export type { SaleListed } from "./reading/sale.sql.ts";
export type {
  Sale,
  SaleAdded,
  SaleInput,
  SaleLine,
  SalePayment,
  SaleStatus,
} from "./types.ts";
