import { listBookingsOfCustomer } from "@stampbook/core/bookings";
import { issueVouchersTo } from "@stampbook/core/catalogue";
import { getCredentialState, unblockPin } from "@stampbook/core/credentials";
import {
  adjustStamps,
  blockCustomer,
  type CustomerListed,
  editCustomer,
  getCustomer,
  listStampChanges,
  type StampChange,
  searchCustomers,
} from "@stampbook/core/customers";
import { listRedemptions, listVouchers } from "@stampbook/core/redemptions";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { showCsv } from "./csv.ts";
import { day, id, line, maybe, prose, reason, words } from "./fields.ts";
import { byDay, byName, byStoreTime, byTime, showPage } from "./paging.ts";
import { nameOf } from "./shown-actor.ts";
import { showBooking } from "./shown-booking.ts";

const status = z.union([z.literal(100), z.literal(200), z.literal(300)]);
const level = z.int();

const Search = z.object({
  text: line().default(""),
  level: maybe(level),
  status: maybe(status),
  isBlocked: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
  tag: maybe(line()),
  ...byName,
});
const One = z.object({ customerId: id });

const search = staffProcedure
  .input(Search)
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await searchCustomers(ctx.desk, { ...rest, after: cursor })),
  );

const csv = staffProcedure.input(Search).query(async ({ ctx, input: { cursor, ...rest } }) =>
  showCsv(await searchCustomers(ctx.desk, { ...rest, after: cursor }), cursor === null, {
    id: (row: CustomerListed) => row.id,
    name: (row) => row.name,
    member_id: (row) => row.memberId,
    email: (row) => row.email,
    mobile_number: (row) => row.mobileNumber,
    level: (row) => row.levelName,
    status: (row) => row.status,
    stamps: (row) => row.stamps,
    blocked: (row) => row.isBlocked,
  }),
);

/** The profile, and how the customer's secrets stand. */
const get = staffProcedure.input(One).query(async ({ ctx, input: { customerId } }) => {
  const [profile, credentials] = await Promise.all([
    getCustomer(ctx.desk, customerId),
    getCredentialState(ctx.desk, customerId),
  ]);
  return { ...profile, credentials };
});

/** The stamp ledger, newest first. */
const ledger = staffProcedure
  .input(One.extend(byTime))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listStampChanges(ctx.desk, { ...rest, after: cursor })),
  );

const ledgerCsv = staffProcedure
  .input(One.extend(byTime))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showCsv(await listStampChanges(ctx.desk, { ...rest, after: cursor }), cursor === null, {
      time: (row: StampChange) => row.createdAt,
      cause: (row) => row.cause,
      stamps: (row) => row.delta,
      balance: (row) => row.balance,
      redemption_id: (row) => row.redemption?.id ?? null,
      redemption: (row) => row.redemption?.name ?? null,
      reason: (row) => row.reason,
      by: (row) => nameOf(row.by),
    }),
  );

/** The latest first. */
const bookings = staffProcedure
  .input(One.extend(byStoreTime))
  .query(async ({ ctx, input: { cursor, ...rest } }) => {
    const page = await listBookingsOfCustomer(ctx.desk, { ...rest, after: cursor });
    return showPage({ ...page, items: page.items.map(showBooking) });
  });

const anyVoucher = { templateId: null, state: null, code: null, endsBy: null };

const vouchers = staffProcedure
  .input(One.extend(byDay))
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
};

const redemptions = staffProcedure
  .input(One.extend(byTime))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listRedemptions(ctx.desk, { ...anyRedemption, ...rest, after: cursor })),
  );

/** What is left out stays; null clears. */
const edit = staffProcedure
  .input(
    One.extend({
      name: words().optional(),
      email: line().nullish(),
      mobileNumber: line(40).nullish(),
      memberId: line().nullish(),
      gender: line(40).optional(),
      address: prose(1_000).optional(),
      birthday: day.nullish(),
      isActive: z.boolean().optional(),
      level: level.optional(),
      status: status.optional(),
      tags: z.array(words(100)).max(50).optional(),
    }),
  )
  .mutation(({ ctx, input }) => editCustomer(ctx.desk, input));

/** Blocks, or opens again. */
const block = staffProcedure
  .input(One.extend({ isBlocked: z.boolean(), reason }))
  .mutation(({ ctx, input }) => blockCustomer(ctx.desk, input));

/** Adds stamps, or takes them where `delta` is below zero. */
const adjust = staffProcedure
  .input(
    One.extend({
      delta: z
        .int("A whole number is expected.")
        .min(-1_000_000)
        .max(1_000_000)
        .refine((delta) => delta !== 0, "Some stamps are to be added or taken."),
      reason,
    }),
  )
  .mutation(({ ctx, input }) => adjustStamps(ctx.desk, input));

/** Lifts the block of a PIN. */
const unblock = staffProcedure
  .input(One.extend({ reason }))
  .mutation(async ({ ctx, input: { customerId, reason } }) => {
    await unblockPin(ctx.desk, { user: customerId, reason });
    return getCredentialState(ctx.desk, customerId);
  });

/** Issues one voucher of a template. */
const issueVoucher = staffProcedure
  .input(One.extend({ templateId: id, reason }))
  .mutation(async ({ ctx, input: { customerId, templateId, reason } }) => {
    const input = { templateId, customerIds: [customerId], reason };
    const [voucher] = await issueVouchersTo(ctx.desk, input);
    return { voucher: voucher ?? null };
  });

export const customers = router({
  search,
  csv,
  get,
  ledger,
  ledgerCsv,
  vouchers,
  redemptions,
  bookings,
  edit,
  block,
  unblockPin: unblock,
  adjustStamps: adjust,
  issueVoucher,
});
