export { addSale } from "./add-sale/add-sale.ts";
export type {
  Sale,
  SaleAdded,
  SaleInput,
  SaleLine,
  SalePayment,
  SaleStatus,
} from "./types.ts";
