import { heavyRead, rowsOf, run, schema } from "@stampbook/db";
import { asc, eq, isNull, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { profileOf } from "./customer-profile.sql.ts";
import { type FileInput, ownRows, type FileParameters as P } from "./customer-rows.sql.ts";
import { salesOf } from "./customer-sales.sql.ts";
import { auditBySubject } from "./personal-columns.sql.ts";

const {
  auditEntries: audit,
  bookingChanges,
  bookingMessages: noted,
  bookings,
  customers,
  outboxMessages: messages,
  promoCodeUses: uses,
  redemptionCancels: cancels,
  redemptionLines: lines,
  redemptions,
  refusals,
  stampAwards: awards,
  stampDeductions: deductions,
  stampDebts,
  stampEntries,
  stores,
  voucherTemplates: templates,
  vouchers,
  voucherValueEntries: valueEntries,
} = schema;

/** The data of one customer, as a JSON object. Contains no secrets or hashes. */
export type CustomerFile = Readonly<Record<string, unknown>>;

const vouchersOf = (p: P) =>
  ownRows(p, vouchers, asc(vouchers.id))
    .join(templates, eq(templates.id, vouchers.voucherTemplateId))
    .list({
      id: vouchers.id,
      code: vouchers.code,
      name: templates.name,
      value: vouchers.value,
      remainingValue: vouchers.remainingValue,
      startDate: vouchers.startDate,
      endDate: vouchers.endDate,
      isActive: vouchers.isActive,
      notes: vouchers.notes,
      redeemedAt: vouchers.redeemedAt,
      createdAt: vouchers.createdAt,
      valueLedger: rowsOf(valueEntries, {
        where: [eq(valueEntries.voucherId, vouchers.id)],
        orderBy: [asc(valueEntries.createdAt)],
      }).list({
        cause: valueEntries.cause,
        causeId: valueEntries.causeId,
        value: valueEntries.delta,
        at: valueEntries.createdAt,
      }),
    });

const redemptionsOf = (p: P) =>
  ownRows(p, redemptions, asc(redemptions.id))
    .leftJoin(stores, eq(stores.id, redemptions.storeId))
    .list({
      id: redemptions.id,
      kind: redemptions.kind,
      status: redemptions.status,
      name: redemptions.name,
      store: stores.name,
      stampsUsed: redemptions.stampsUsed,
      stampsReturned: redemptions.stampsReturned,
      invoiceNumber: redemptions.invoiceNumber,
      extraData: redemptions.extraData,
      createdAt: redemptions.createdAt,
      canceledAt: redemptions.canceledAt,
      lines: rowsOf(lines, {
        where: [eq(lines.redemptionId, redemptions.id)],
        orderBy: [asc(lines.line)],
      }).list({
        name: lines.name,
        quantity: lines.qty,
        canceledQuantity: lines.canceledQty,
        stampsUsed: lines.stampsUsed,
        value: lines.value,
        requestId: lines.requestId,
      }),
      canceledParts: rowsOf(cancels, {
        where: [eq(cancels.redemptionId, redemptions.id)],
        orderBy: [asc(cancels.createdAt)],
      }).list({
        line: cancels.line,
        quantity: cancels.qty,
        stamps: cancels.stamps,
        reason: cancels.reason,
        createdAt: cancels.createdAt,
      }),
    });

const bookingsOf = (p: P) =>
  rowsOf(bookings, {
    where: [
      sql`${bookings.id} = any (array(
        select found.id::bigint from json_array_elements_text(${p("bookingIds")}) as found (id)))`,
    ],
    orderBy: [asc(bookings.id)],
  }).list({
    id: bookings.id,
    storeId: bookings.storeId,
    user: bookings.claim,
    phone: bookings.phone,
    date: bookings.date,
    time: bookings.time,
    numberOfPeople: bookings.numberOfPeople,
    notes: bookings.notes,
    status: bookings.status,
    createdAt: bookings.createdAt,
    changes: rowsOf(bookingChanges, {
      where: [eq(bookingChanges.bookingId, bookings.id)],
      orderBy: [asc(bookingChanges.revision)],
    }).list({
      status: bookingChanges.status,
      fields: bookingChanges.fields,
      createdAt: bookingChanges.createdAt,
    }),
    messages: rowsOf(noted, {
      where: [eq(noted.bookingId, bookings.id)],
      orderBy: [asc(noted.createdAt)],
    })
      .join(messages, eq(messages.id, noted.messageId))
      .list({
        channel: messages.channel,
        template: messages.templateCode,
        recipient: messages.recipient,
        state: messages.state,
        createdAt: messages.createdAt,
      }),
  });

/** Audit entries about the customer and the customer's bookings, and entries that a search found. */
const auditOf = (p: P) =>
  rowsOf(audit, {
    where: [
      sql`${audit.id} = any (array(
        select x.id from audit_entries x where x.${auditBySubject}
        union select x.id from audit_entries x where x.merchant_id = ${sql.placeholder("merchantId")}
          and x.subject = any (array(
            select 'booking ' || json_array_elements_text(${p("bookingIds")})))
        union select found.id::bigint from json_array_elements_text(${p("entryIds")}) as found (id)))`,
    ],
    orderBy: [asc(audit.createdAt), asc(audit.id)],
  }).list({
    action: audit.action,
    by: sql`split_part(${audit.actor}, ':', 1)`,
    subject: audit.subject,
    reason: audit.reason,
    details: audit.details,
    createdAt: audit.createdAt,
  });

const file = (p: P) => ({
  ...profileOf(p),
  stampLedger: ownRows(
    p,
    stampEntries,
    asc(stampEntries.createdAt),
    asc(stampEntries.causeId),
  ).list({
    cause: stampEntries.cause,
    causeId: stampEntries.causeId,
    stamps: stampEntries.delta,
    at: stampEntries.createdAt,
  }),
  stampDebts: ownRows(p, stampDebts, asc(stampDebts.createdAt), asc(stampDebts.causeId)).list({
    cause: stampDebts.cause,
    causeId: stampDebts.causeId,
    stamps: stampDebts.delta,
    at: stampDebts.createdAt,
  }),
  awards: ownRows(p, awards, asc(awards.id)).list({
    id: awards.id,
    stamps: awards.stamps,
    notes: awards.notes,
    expiresOn: awards.expiresOn,
    at: awards.createdAt,
    canceledAt: awards.canceledAt,
  }),
  deductions: ownRows(p, deductions, asc(deductions.id)).list({
    id: deductions.id,
    stamps: deductions.stamps,
    notes: deductions.notes,
    at: deductions.createdAt,
  }),
  vouchers: vouchersOf(p),
  redemptions: redemptionsOf(p),
  sales: salesOf(p),
  promoCodes: ownRows(p, uses, asc(uses.promoCodeId)).list({
    promoCodeId: uses.promoCodeId,
    uses: uses.uses,
  }),
  bookings: bookingsOf(p),
  messages: ownRows(p, messages, asc(messages.createdAt)).list({
    kind: messages.kind,
    channel: messages.channel,
    template: messages.templateCode,
    recipient: messages.recipient,
    state: messages.state,
    createdAt: messages.createdAt,
    endedAt: messages.endedAt,
  }),
  refusals: ownRows(p, refusals, asc(refusals.createdAt)).list({
    operation: refusals.operation,
    code: refusals.code,
    message: refusals.message,
    subject: refusals.subject,
    createdAt: refusals.createdAt,
  }),
  audit: auditOf(p),
});

const held = heavyRead("export_customer", (p: P) =>
  rowsOf(customers, {
    where: [eq(customers.id, p("customerId")), isNull(customers.anonymizedAt)],
  }).one(file(p)),
);

/** Reads the data of a customer for an export. Null if the customer is unknown or anonymized. */
export function readCustomerFile(ctx: CoreContext, input: FileInput): Promise<CustomerFile | null> {
  return run(ctx.db, held, { ...input, merchantId: ctx.caller.merchant.id });
}
