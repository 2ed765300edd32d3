import { Failure } from "@stampbook/core/failures";
import { mostOf } from "@stampbook/core/limits";
import { addReturn, getSaleRecord, previewReturn, type ReturnInput } from "@stampbook/core/sales";
import { z } from "zod";
import { deskProcedure } from "../../trpc.ts";
import { amount, id, maybe, newCode, reason, words } from "../fields.ts";
import { ShownReturn, ShownReturnPreview } from "../shown/sale.ts";

const quantity = z
  .string("A quantity is expected.")
  .regex(/^[0-9]{1,11}(\.[0-9]{1,3})?$/, "A quantity with at most three decimals is expected.");

/** What comes back of a sale, as amounts of 0 or more. */
const Input = z.object({
  saleId: id,
  returnInvoiceNumber: newCode,
  total: amount,
  subtotal: maybe(amount),
  items: z
    .array(z.object({ product: words(mostOf.code), quantity, subtotal: amount }))
    .max(mostOf.saleItems),
  payments: z
    .array(z.object({ method: words(mostOf.code), value: amount }))
    .max(mostOf.salePayments),
  cancelsRedemptions: z.boolean().default(false),
});

type Context = { readonly desk: Parameters<typeof getSaleRecord>[0] };

/** Goods that come back to the store of their sale. */
async function readReturn({ desk }: Context, input: z.output<typeof Input>): Promise<ReturnInput> {
  const { saleId, returnInvoiceNumber, total, subtotal, items, payments } = input;
  const { invoiceNumber, businessDay, store } = await getSaleRecord(desk, saleId);
  return {
    ...{ saleId, invoiceNumber, businessDay, store: store.id, returnStore: store.id },
    ...{ returnInvoiceNumber, returnedAt: null, vouchers: [], issue: null },
    ...{ cancelsRedemptions: input.cancelsRedemptions, keepsIssuedVouchers: false },
    modification: {
      total: less(total),
      subtotal: subtotal === null ? null : less(subtotal),
      items: items.map((item) => ({
        ...item,
        quantity: less(item.quantity),
        subtotal: less(item.subtotal),
      })),
      payments: payments.map(({ method, value }) => ({ method, value: less(value) })),
      stamps: null,
    },
  };
}

const less = (text: string) => (/[1-9]/.test(text) ? `-${text}` : text);

/** The names of `Input` for the fields that refusals of returns name. */
const names: Readonly<Record<string, string>> = {
  total_value_delta: "total",
  subtotal_delta: "subtotal",
  return_invoice_number: "returnInvoiceNumber",
};

/** Rejects with the refusal of a return, on the field of `Input`. */
function rename(error: unknown): never {
  if (!(error instanceof Failure) || error.refusal.field === undefined) throw error;
  const { field } = error.refusal;
  throw new Failure({ ...error.refusal, field: names[field] ?? field });
}

/** What a return would do now, like `returns.preview`. */
export const previewReturnOfSale = deskProcedure("cashier")
  .meta({ large: true })
  .input(Input)
  .output(ShownReturnPreview)
  .query(async ({ ctx, input }) => {
    const wish = await readReturn(ctx, input);
    const preview = await previewReturn(ctx.desk, wish).catch(rename);
    const { returned, membership, refusal, withdrawn } = preview;
    return {
      ...{ taken: returned.taken, owed: returned.owed, letGo: returned.letGo, refusal },
      ...{ total: returned.modified.total, stampsEarned: returned.modified.stampsEarned },
      ...{ stampsHeld: membership?.stamps ?? null, withdrawn: [...withdrawn] },
    };
  });

/** Takes goods of a sale back, like `returns.add`, but with a reason. */
export const addReturnOfSale = deskProcedure("cashier")
  .meta({ idempotent: true, large: true })
  .input(Input.extend({ reason }))
  .output(ShownReturn)
  .mutation(async ({ ctx, input }) => {
    const core = ctx.deskFor(input);
    const wish = { ...(await readReturn(ctx, input)), reason: input.reason };
    const { returned, sale, membership } = await addReturn(core, wish).catch(rename);
    return {
      ...{ id: returned.id, saleId: sale.id, taken: returned.taken, owed: returned.owed },
      stampsLeft: membership?.stamps ?? null,
    };
  });
