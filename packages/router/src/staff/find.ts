import { getBooking } from "@stampbook/core/bookings";
import { Failure } from "@stampbook/core/failures";
import { getRedemption, listRedemptions, listTillMatches } from "@stampbook/core/redemptions";
import { z } from "zod";
import { staffProcedure } from "../trpc.ts";
import { line } from "./fields.ts";

const MOST = 5;
const any = { from: null, to: null, storeId: null, customerId: null, kind: null, status: null };

/** What a text may mean anywhere in the console: by codes, names, ids and invoice numbers. */
export const find = staffProcedure
  .input(z.object({ text: line() }))
  .query(async ({ ctx, input: { text } }) => {
    if (!text) return { customers: [], vouchers: [], redemptions: [], bookings: [] };
    const key = /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
    const invoice = { ...any, who: null, invoiceNumber: text, after: null, limit: MOST };
    const [matches, byInvoice, redemption, booking] = await Promise.all([
      listTillMatches(ctx.desk, text),
      listRedemptions(ctx.desk, invoice),
      key === null ? null : ifThere(getRedemption(ctx.desk, key)),
      key === null ? null : ifThere(getBooking(ctx.desk, key)),
    ]);
    const others = byInvoice.items.filter(({ id }) => id !== redemption?.id);
    const redemptions = [...(redemption ? [redemption] : []), ...others];
    return {
      ...matches,
      redemptions: redemptions.map(({ id, name, status, customer, store, createdAt }) => ({
        id,
        name,
        status,
        customer,
        store,
        createdAt,
      })),
      bookings: booking ? [booking] : [],
    };
  });

/** What is not there, or not the caller's, is not found. */
function ifThere<Found>(look: Promise<Found>): Promise<Found | null> {
  return look.catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}
