import { findBookings } from "@stampbook/core/bookings";
import { Failure } from "@stampbook/core/failures";
import { getRedemption, listRedemptions } from "@stampbook/core/history";
import { listTillMatches } from "@stampbook/core/till";
import { z } from "zod";
import { staffProcedure } from "../trpc.ts";
import { line } from "./fields.ts";
import { FoundBooking } from "./shown/booking.ts";
import { listOf } from "./shown/named.ts";
import { FoundRedemption } from "./shown/redemption.ts";
import { ShownMatches } from "./shown/till.ts";

const MOST = 5;
const nothing = { customers: [], vouchers: [], promoCodes: [], redemptions: [], bookings: [] };
const any = {
  from: null,
  to: null,
  storeId: null,
  customerId: null,
  kind: null,
  status: null,
  who: null,
  rewardId: null,
  templateId: null,
};

const ShownFinds = ShownMatches.extend({
  redemptions: listOf(FoundRedemption),
  bookings: listOf(FoundBooking),
});

/**
 * The matches of a text anywhere in the console: codes, names, phones, ids and invoice numbers. The
 * till uses `till.lookup`, which finds only what can be served.
 */
export const find = staffProcedure("cashier")
  .input(z.object({ text: line() }))
  .output(ShownFinds)
  .query(async ({ ctx, input: { text } }) => {
    if (!text) return nothing;
    const number = /^#?([0-9]{1,15})$/.exec(text)?.[1];
    const invoice = { ...any, invoiceNumber: text, after: null, limit: MOST };
    const [matches, byInvoice, redemption, bookings] = await Promise.all([
      listTillMatches(ctx.desk, text),
      listRedemptions(ctx.desk, invoice),
      number === undefined ? null : ifThere(getRedemption(ctx.desk, Number(number))),
      findBookings(ctx.desk, text),
    ]);
    const others = byInvoice.items.filter(({ id }) => id !== redemption?.id);
    const redemptions = [...(redemption ? [redemption] : []), ...others];
    return { ...matches, redemptions, bookings };
  });

/** Null if it does not exist or is not the caller's. */
function ifThere<Found>(look: Promise<Found>): Promise<Found | null> {
  return look.catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}
