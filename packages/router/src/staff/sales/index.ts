import { mostOf } from "@stampbook/core/limits";
import { cancelSale, getSaleRecord, listSales } from "@stampbook/core/sales";
import { z } from "zod";
import { deskProcedure, router } from "../../trpc.ts";
import { actor, day, id, line, maybe, reason, saleStatuses, whole } from "../fields.ts";
import { listing } from "../lists/listing.ts";
import { atCursor, isOfOrder, sortedByTime } from "../lists/paging.ts";
import { ListedSale, ShownSale, ShownSaleCancel } from "../shown/sale.ts";
import { addReturnOfSale, previewReturnOfSale } from "./returns.ts";

const Input = z
  .object({
    from: maybe(day),
    to: maybe(day),
    storeId: maybe(id),
    status: maybe(z.enum(saleStatuses)),
    invoiceNumber: maybe(line()),
    customerId: maybe(id),
    who: maybe(actor),
    /** Only what staff recorded at the till, for a review of what one person can invent. */
    isByStaff: z.boolean().default(false),
    leastStamps: maybe(whole(0, mostOf.saleStamps)),
    ...sortedByTime,
  })
  .refine(isOfOrder, atCursor);
const One = z.object({ saleId: id });

/** Lists sales by their time. */
const { list, csv } = listing(deskProcedure("cashier"), {
  input: Input,
  item: ListedSale,
  read: listSales,
  columns: {
    id: (row) => row.id,
    business_day: (row) => row.businessDay,
    time: (row, say) => say.time(row.soldAt, row.store.id),
    time_zone: (row, say) => say.zone(row.store.id),
    invoice_number: (row) => row.invoiceNumber,
    status: (row, say) => say.word("status", row.status),
    total: (row) => row.total,
    stamps: (row) => row.stampsEarned,
    customer_id: (row) => row.customer?.id ?? null,
    customer: (row) => row.customer?.name ?? null,
    store: (row) => row.store.name,
  },
});

const get = deskProcedure("cashier")
  .input(One)
  .output(ShownSale)
  .query(({ ctx, input }) => getSaleRecord(ctx.desk, input.saleId));

/** Cancels a sale by its id, like `transactions.cancelById`, but with a reason. */
const cancel = deskProcedure("cashier")
  .meta({ idempotent: true })
  .input(One.extend({ reason }))
  .output(ShownSaleCancel)
  .mutation(async ({ ctx, input: { saleId, reason } }) => {
    const core = ctx.deskFor({ saleId, reason });
    const { sale, membership } = await cancelSale(core, saleId, reason);
    return { id: sale.id, status: sale.status, stampsLeft: membership?.stamps ?? null };
  });

export const sales = router({
  list,
  csv,
  get,
  cancel,
  previewReturn: previewReturnOfSale,
  addReturn: addReturnOfSale,
});
