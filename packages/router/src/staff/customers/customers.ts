import { listBookingsOfCustomer } from "@stampbook/core/bookings";
import { countShownToStaff } from "@stampbook/core/budgets";
import {
  type CustomerListed,
  getCustomer,
  listLevelChanges,
  searchCustomers,
} from "@stampbook/core/customers";
import { listRedemptions, listVouchers } from "@stampbook/core/history";
import { getCredentialState } from "@stampbook/core/pin";
import { anonymizeCustomer, exportCustomer } from "@stampbook/core/privacy";
import { listStampChanges } from "@stampbook/core/stamps";
import { z } from "zod";
import { deskProcedure, guardedProcedure, router } from "../../trpc.ts";
import { id, level, line, maybe, membershipStatus, reason, words } from "../fields.ts";
import { csvOf, listing } from "../lists/listing.ts";
import { byName, byStoreTime, byTime, PageOf, showPage } from "../lists/paging.ts";
import { ShownBooking, showBooking } from "../shown/booking.ts";
import {
  ListedCustomer,
  ShownLevelChange,
  ShownProfile,
  ShownStampChange,
} from "../shown/customer.ts";
import { ListedRedemption } from "../shown/redemption.ts";
import { ListedVoucher } from "../shown/voucher.ts";
import { changes } from "./changes.ts";

/** All data stored about a customer, without secrets and hashes, as a file for that customer. */
const exportData = guardedProcedure("manager")
  .input(z.object({ customerId: id }))
  .output(z.record(z.string(), z.unknown()))
  .mutation(({ ctx, input }) => exportCustomer(ctx.desk, input));

/** Erases a customer's personal data permanently. `confirmation` is as `checkConfirmation` expects. */
const anonymize = guardedProcedure("owner")
  .input(z.object({ customerId: id, reason, confirmation: words() }))
  .output(z.void())
  .mutation(({ ctx, input }) => anonymizeCustomer(ctx.desk, input));

const Search = z.object({
  text: line().default(""),
  level: maybe(level),
  status: maybe(membershipStatus),
  isBlocked: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  tag: maybe(line()),
  ...byName,
});
const One = z.object({ customerId: id });

const search = deskProcedure("cashier")
  .input(Search)
  .output(PageOf(ListedCustomer))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(
      await countShownToStaff(
        ctx.desk,
        () => searchCustomers(ctx.desk, { ...rest, after: cursor }),
        ({ items }) => items.length,
      ),
    ),
  );

/** Whether a customer may redeem, as the one word that the screen shows. */
function standingOf({ isBlocked, isActive, status }: CustomerListed) {
  if (isBlocked) return "blocked";
  if (!isActive || status === 200) return "inactive";
  return status === 300 ? "suspended" : "active";
}

const csv = csvOf(
  {
    input: Search,
    read: searchCustomers,
    columns: {
      id: (row) => row.id,
      name: (row) => row.name,
      member_id: (row) => row.memberId,
      email: (row) => row.email,
      mobile_number: (row) => row.mobileNumber,
      level: (row) => row.levelName,
      status: (row, say) => say.word("status", standingOf(row)),
      stamps: (row) => row.stamps,
    },
  },
  guardedProcedure("manager"),
);

/** The profile, and the state of the customer's secrets. */
const get = deskProcedure("cashier")
  .input(One)
  .output(ShownProfile)
  .query(async ({ ctx, input: { customerId } }) => {
    const [profile, credentials] = await countShownToStaff(
      ctx.desk,
      () =>
        Promise.all([getCustomer(ctx.desk, customerId), getCredentialState(ctx.desk, customerId)]),
      () => 1,
    );
    return { ...profile, credentials };
  });

/** The stamp ledger, newest first. */
const ledger = listing(deskProcedure("cashier"), {
  input: One.extend(byTime),
  item: ShownStampChange,
  read: listStampChanges,
  columns: {
    time: (row, say) => say.time(row.createdAt, row.store?.id),
    time_zone: (row, say) => say.zone(row.store?.id),
    cause: (row, say) => say.word("cause", row.cause),
    stamps: (row) => row.delta,
    balance: (row) => row.balance,
    redemption_id: (row) => row.redemption?.id ?? null,
    redemption: (row) => row.redemption?.name ?? null,
    store: (row) => row.store?.name ?? null,
    reason: (row) => row.reason,
    by: (row, say) => say.who(row.by),
    sale_id: (row) => row.sale?.id ?? null,
    invoice_number: (row) => row.sale?.name ?? null,
  },
});

/** The changes of the customer's level, newest first. */
const levels = deskProcedure("cashier")
  .input(One.extend(byTime))
  .output(PageOf(ShownLevelChange))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listLevelChanges(ctx.desk, { ...rest, after: cursor })),
  );

/** The customer's bookings, newest first. */
const bookings = deskProcedure("cashier")
  .input(One.extend(byStoreTime))
  .output(PageOf(ShownBooking))
  .query(async ({ ctx, input: { cursor, ...rest } }) => {
    // bookings have the customer's phone
    const page = await countShownToStaff(
      ctx.desk,
      () => listBookingsOfCustomer(ctx.desk, { ...rest, after: cursor }),
      ({ items }) => Math.min(items.length, 1),
    );
    return showPage({ ...page, items: page.items.map(showBooking) });
  });

const anyVoucher = { templateId: null, state: null, code: null, endsBy: null };

const vouchers = deskProcedure("cashier")
  .input(One.extend(byTime))
  .output(PageOf(ListedVoucher))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listVouchers(ctx.desk, { ...anyVoucher, ...rest, after: cursor })),
  );

const anyRedemption = {
  from: null,
  to: null,
  storeId: null,
  kind: null,
  status: null,
  who: null,
  invoiceNumber: null,
  rewardId: null,
  templateId: null,
};

const redemptions = deskProcedure("cashier")
  .input(One.extend(byTime))
  .output(PageOf(ListedRedemption))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listRedemptions(ctx.desk, { ...anyRedemption, ...rest, after: cursor })),
  );

export const customers = router({
  search,
  csv,
  get,
  ledger: ledger.list,
  ledgerCsv: ledger.csv,
  levels,
  vouchers,
  redemptions,
  bookings,
  ...changes,
  exportData,
  anonymize,
});
