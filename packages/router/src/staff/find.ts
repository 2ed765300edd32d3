import { findBookings } from "@stampbook/core/bookings";
import { countShownToStaff } from "@stampbook/core/budgets";
import { Failure } from "@stampbook/core/failures";
import { getRedemption, listRedemptions } from "@stampbook/core/history";
import { getSaleRecord, listSales } from "@stampbook/core/sales";
import { listTillMatches } from "@stampbook/core/till";
import { z } from "zod";
import { deskProcedure } from "../trpc.ts";
import { line } from "./fields.ts";
import { FoundBooking } from "./shown/booking.ts";
import { listOf } from "./shown/named.ts";
import { FoundRedemption } from "./shown/redemption.ts";
import { FoundSale } from "./shown/sale.ts";
import { ShownMatches } from "./shown/till.ts";

const MOST = 5;
const nothing = {
  customers: [],
  vouchers: [],
  promoCodes: [],
  redemptions: [],
  sales: [],
  bookings: [],
};
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
  sales: listOf(FoundSale),
  bookings: listOf(FoundBooking),
});

/**
 * The matches of a text anywhere in the console: codes, names, phones, ids and invoice numbers. The till uses
 * `till.lookup`, which finds only customers, vouchers and promo codes.
 */
export const find = deskProcedure("cashier")
  .input(z.object({ text: line() }))
  .output(ShownFinds)
  .query(async ({ ctx, input: { text } }) => {
    if (!text) return nothing;
    const number = /^#?([0-9]{1,15})$/.exec(text)?.[1];
    const invoice = { invoiceNumber: text, after: null, limit: MOST };
    const anySale = {
      from: null,
      to: null,
      storeId: null,
      status: null,
      customerId: null,
      who: null,
    };
    const [matches, redemption, redemptions, sale, sales, bookings] = await Promise.all([
      countShownToStaff(
        ctx.desk,
        () => listTillMatches(ctx.desk, text),
        ({ customers }) => customers.length || 1,
      ),
      number === undefined ? null : ifThere(getRedemption(ctx.desk, Number(number))),
      listRedemptions(ctx.desk, { ...any, ...invoice }),
      number === undefined ? null : ifThere(getSaleRecord(ctx.desk, Number(number))),
      listSales(ctx.desk, { ...anySale, ...invoice }),
      findBookings(ctx.desk, text),
    ]);
    return {
      ...matches,
      redemptions: withFirst(redemption, redemptions.items),
      sales: withFirst(sale, sales.items),
      bookings,
    };
  });

/** The row whose id is the searched number, if there is one, then the other rows. */
function withFirst<Row extends { readonly id: number }>(first: Row | null, rows: readonly Row[]) {
  return first ? [first, ...rows.filter(({ id }) => id !== first.id)] : rows;
}

/** The found record. Null if it does not exist or the caller may not see it. */
function ifThere<Found>(look: Promise<Found>): Promise<Found | null> {
  return look.catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}
