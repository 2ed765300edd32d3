import { listBookingsOfCustomer } from "@stampbook/core/bookings";
import { issueVouchersTo } from "@stampbook/core/catalogue";
import { getCredentialState, unblockPin } from "@stampbook/core/credentials";
import {
  addCustomer,
  adjustStamps,
  blockCustomer,
  type CustomerListed,
  editCustomer,
  getCustomer,
  isMemberId,
  listStampChanges,
  type StampChange,
  searchCustomers,
} from "@stampbook/core/customers";
import { mostOf } from "@stampbook/core/merchants";
import { listRedemptions, listVouchers } from "@stampbook/core/redemptions";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { screenWords, showCsv } from "./csv.ts";
import { anonymize, exportData } from "./customer-data.ts";
import { day, id, line, maybe, prose, reason, whole, words } from "./fields.ts";
import { byName, byStoreTime, byTime, showPage } from "./paging.ts";
import { showBooking } from "./shown-booking.ts";

const status = z.union([z.literal(100), z.literal(200), z.literal(300)]);
const level = z.int().min(0).max(mostOf.count);

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

const search = staffProcedure("cashier")
  .input(Search)
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await searchCustomers(ctx.desk, { ...rest, after: cursor })),
  );

/** Whether a customer may redeem, as the one word that the screen shows. */
function standingOf({ isBlocked, isActive, status }: CustomerListed) {
  if (isBlocked) return "blocked";
  if (!isActive || status === 200) return "inactive";
  return status === 300 ? "suspended" : "active";
}

const csv = staffProcedure("manager")
  .input(Search.extend({ words: screenWords }))
  .query(async ({ ctx, input: { cursor, words, ...rest } }) =>
    showCsv(
      ctx.desk,
      await searchCustomers(ctx.desk, { ...rest, after: cursor }),
      { cursor, words },
      {
        id: (row: CustomerListed) => row.id,
        name: (row) => row.name,
        member_id: (row) => row.memberId,
        email: (row) => row.email,
        mobile_number: (row) => row.mobileNumber,
        level: (row) => row.levelName,
        status: (row, say) => say.word("status", standingOf(row)),
        stamps: (row) => row.stamps,
      },
    ),
  );

/** The profile, and the state of the customer's secrets. */
const get = staffProcedure("cashier")
  .input(One)
  .query(async ({ ctx, input: { customerId } }) => {
    const [profile, credentials] = await Promise.all([
      getCustomer(ctx.desk, customerId),
      getCredentialState(ctx.desk, customerId),
    ]);
    return { ...profile, credentials };
  });

/** The stamp ledger, newest first. */
const ledger = staffProcedure("cashier")
  .input(One.extend(byTime))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listStampChanges(ctx.desk, { ...rest, after: cursor })),
  );

const ledgerCsv = staffProcedure("manager")
  .input(One.extend({ ...byTime, words: screenWords }))
  .query(async ({ ctx, input: { cursor, words, ...rest } }) =>
    showCsv(
      ctx.desk,
      await listStampChanges(ctx.desk, { ...rest, after: cursor }),
      { cursor, words },
      {
        time: (row: StampChange, say) => say.time(row.createdAt, row.store?.id),
        time_zone: (row, say) => say.zone(row.store?.id),
        cause: (row, say) => say.word("cause", row.cause),
        stamps: (row) => row.delta,
        balance: (row) => row.balance,
        redemption_id: (row) => row.redemption?.id ?? null,
        redemption: (row) => row.redemption?.name ?? null,
        store: (row) => row.store?.name ?? null,
        reason: (row) => row.reason,
        by: (row, say) => say.who(row.by),
      },
    ),
  );

/** Newest first. */
const bookings = staffProcedure("cashier")
  .input(One.extend(byStoreTime))
  .query(async ({ ctx, input: { cursor, ...rest } }) => {
    const page = await listBookingsOfCustomer(ctx.desk, { ...rest, after: cursor });
    return showPage({ ...page, items: page.items.map(showBooking) });
  });

const anyVoucher = { templateId: null, state: null, code: null, endsBy: null };

const vouchers = staffProcedure("cashier")
  .input(One.extend(byTime))
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

const redemptions = staffProcedure("cashier")
  .input(One.extend(byTime))
  .query(async ({ ctx, input: { cursor, ...rest } }) =>
    showPage(await listRedemptions(ctx.desk, { ...anyRedemption, ...rest, after: cursor })),
  );

const memberId = line().refine(
  (text) => text === "" || isMemberId(text),
  "A Member ID has no @ in it.",
);

const otherMemberIds = z.array(memberId).max(mostOf.memberIds);

/** Adds a customer, with an empty membership of the lowest level. */
const add = staffProcedure("cashier")
  .meta({ idempotent: true })
  .input(
    z.object({
      name: words(),
      email: maybe(line()),
      mobileNumber: maybe(line(40)),
      memberId: maybe(memberId),
      otherMemberIds: otherMemberIds.default([]),
      gender: line(mostOf.gender).default(""),
      address: prose(mostOf.address).default(""),
      birthday: maybe(day),
    }),
  )
  .mutation(({ ctx, input }) => addCustomer(ctx.deskFor(input), input));

/** Missing fields stay unchanged; null clears a field. */
const edit = staffProcedure("manager")
  .input(
    One.extend({
      name: words().optional(),
      email: line().nullish(),
      mobileNumber: line(40).nullish(),
      memberId: memberId.nullish(),
      otherMemberIds: otherMemberIds.optional(),
      gender: line(mostOf.gender).optional(),
      address: prose(mostOf.address).optional(),
      birthday: day.nullish(),
      isActive: z.boolean().optional(),
      level: level.optional(),
      status: status.optional(),
      tags: z.array(words(mostOf.tag)).max(mostOf.tags).optional(),
    }),
  )
  .mutation(({ ctx, input }) => editCustomer(ctx.desk, input));

/** Blocks or unblocks a customer. */
const block = staffProcedure("manager")
  .input(One.extend({ isBlocked: z.boolean(), reason }))
  .mutation(({ ctx, input }) => blockCustomer(ctx.desk, input));

/** Adds stamps, or removes them if `delta` is below zero. */
const adjust = staffProcedure("manager")
  .meta({ idempotent: true })
  .input(
    One.extend({
      delta: whole(-1_000_000, 1_000_000).refine(
        (delta) => delta !== 0,
        "Some stamps are to be added or taken.",
      ),
      reason,
    }),
  )
  .mutation(({ ctx, input }) => adjustStamps(ctx.deskFor(input), input));

/** Lifts the block of a PIN. */
const unblock = staffProcedure("cashier")
  .input(One.extend({ reason }))
  .mutation(async ({ ctx, input: { customerId, reason } }) => {
    await unblockPin(ctx.desk, { user: customerId, reason });
    return getCredentialState(ctx.desk, customerId);
  });

/** Issues one voucher of a template. */
const issueVoucher = staffProcedure("manager")
  .meta({ idempotent: true })
  .input(One.extend({ templateId: id, reason }))
  .mutation(async ({ ctx, input }) => {
    const { customerId, templateId, reason } = input;
    const wish = { templateId, customerIds: [customerId], reason };
    const [voucher] = await issueVouchersTo(ctx.deskFor(input), wish);
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
  add,
  edit,
  block,
  unblockPin: unblock,
  adjustStamps: adjust,
  issueVoucher,
  exportData,
  anonymize,
});
