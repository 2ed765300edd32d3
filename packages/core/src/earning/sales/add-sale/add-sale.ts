import { isDatabaseError, json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept } from "../../../foundation/writing/index.ts";
import { merchantDay } from "../../../holding/stamps/index.ts";
import { member, merchant, stamps, store } from "../../../machinery/facts/index.ts";
import {
  check,
  fact,
  fragmentOf,
  lock,
  merchantId,
  operation,
  rowOf,
  send,
  unless,
} from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import { raise } from "../../../running/levels/index.ts";
import { canEarn, earning, earningColumns, isMember, programmeJson } from "../earning.sql.ts";
import type { Sale, SaleAdded, SaleInput } from "../types.ts";
import { saleCall, withRest } from "./add-sale-call.sql.ts";
import * as invoice from "./invoice.sql.ts";
import { stampsEarned, status, writes } from "./writes.sql.ts";

const { memberships, customers } = member;

const types = {
  /** The id for the sale, if it is new. */
  transaction: "bigint",
  /** The id for a row of `level_changes`, if the sale raises the member's level. */
  levelChange: "bigint",
  discount: "numeric | null",
  serviceCharge: "numeric | null",
  tax: "numeric | null",
  people: "int",
  channel: "int | null",
  type: "int | null",
  employeeCode: "text | null",
  extraData: "json | null",
  /** The items, in the form that `json_to_recordset` reads. */
  items: "json",
  /** The sum that counts for levels. */
  spending: "numeric",
  /** The version of the Open sale that has come back in part, if the call has what is left of it; else null. */
  restOf: "text | null",
  actor: "text",
} as const;
const c = rowOf("c", types);

const raised = raise(
  `greatest(${merchantDay}, sale.day)`,
  { id: "x.id", day: "sale.day", spending: "c.spending" },
  canEarn,
);

/** The stamps that the sale earns, and the level that the member reaches by it. */
const earned = fact({
  call: earningColumns,
  joins: (form) => sql`
  left join lateral (select l.earn_multiplier from levels l where l.merchant_id = ${merchantId}
    and l.level = ${memberships.level}${sql.raw(form.limit)}) l on true${fragmentOf(earning(form, "sale.day") + raised)}`,
  keeps: {
    saleId: sql`coalesce(case when x.status <> 'Canceled' then x.id end, ${c.transaction})`,
    seenEntry: memberships.entryNumber,
    levelBefore: memberships.level,
    isMember: sql`(${sql.raw(isMember)})`,
    isActive: customers.isActive,
    stamps: sql`e.stamps`,
    /** The part of the stamps that pays what the member owes. */
    paid: sql`least(e.stamps, ${memberships.stampsOwed})`,
    most: sql`e.most`,
    rule: sql`case when e.is_pos then 'pos' else 'amount' end`,
    multiplier: sql`l.earn_multiplier`,
    raisedTo: sql`raise.level`,
    raisedName: sql`raise.name`,
    raisedUntil: sql`raise.until`,
    programme: sql.raw(programmeJson),
    expiresOn: stamps.merchantsLastDay,
  },
  shows: {},
});
const b = rowOf("b", { customerId: 0 });
const s = rowOf("s", {
  saleId: 0,
  held: 0,
  owed: 0,
  stamps: 0,
  paid: 0,
  balance: 0,
  levelBefore: 0,
  raisedTo: 0,
});

/** Whether the call claims an Open sale that has come back in part, and lacks what is left of it. */
const lacksRest = sql<boolean>`(case when ${invoice.isClaimed} and ${c.restOf} is distinct from x.version
      then ${invoice.isReturned} else false end)`;

const rest = fact({
  call: {},
  joins: () => sql``,
  keeps: {},
  shows: { lacksRest, openVersion: sql<string | null>`x.version` },
});

const saleIsTimely = check({
  code: "invalid",
  holds: () => sql`c.sold_at is null or c.sold_at::timestamptz
      between c.now - interval '1 year' and c.now + interval '1 day'`,
  words: () => ({
    field: "created",
    message: "A time up to a year ago and at most a day ahead is expected.",
    rule: "the sale's time is within a year back and a day ahead",
  }),
});

/** Adds sales. A call that repeats a recorded sale is answered with it. */
export const sales = operation({
  name: "transactions.add",
  statement: "add_sales",
  call: types,
  sees: [merchant.found, store.found, member.found, invoice.found, earned, rest],
  checks: [
    store.checks,
    { saleIsTimely },
    unless(sql`not c.has_user`, { memberExists: member.exists }),
    invoice.checks,
  ],
  settles: member.expiry,
  completes: { lacks: lacksRest, complete: withRest },
  repeats: {
    is: invoice.isRepeated,
    // a call that repeats a sale has found it
    outcome: ({ existing, customer, membership }) => ({
      frame: { sale: existing as Sale, customer, membership },
      changed: {},
    }),
  },
  isRace: isSameInvoice,
  once: ["customerId", "invoice", "replacedId"],
  locks: [
    invoice.claimedLocked,
    invoice.replacedLocked,
    // stamps and level were computed from the ledger, the sales and the state of the member
    lock({
      ...member.locked,
      onlyIf: b.customerId,
      asSeen: {
        seenEntry: memberships.entryNumber,
        levelBefore: memberships.level,
        isMember: sql.raw(`(${isMember})`),
      },
      adds: {
        held: memberships.stamps,
        owed: memberships.stampsOwed,
        balance: memberships.balance,
        untilBefore: memberships.levelUntil,
      },
    }),
    lock({
      ...member.customerLocked,
      onlyIf: b.customerId,
      asSeen: { isActive: customers.isActive },
    }),
  ],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes,
  frame: json({
    sale: json({
      id: sql<number>`${s.saleId}`,
      status: sql<Sale["status"]>`${status}`,
      total: sql<string>`c.total::text`,
      discount: sql<string | null>`c.discount::text`,
      people: sql<number>`c.people`,
      stampsEarned: sql<number>`${stampsEarned}`,
      stampsPaidOff: sql<number>`coalesce(${s.paid}, 0)`,
    }),
    customer: sql<Customer | null>`b.customer`,
    membership: sql<Membership | null>`b.membership`,
  }),
  changed: sql<Partial<Membership>>`case when s.customer_id is null then json_build_object()
    else json_build_object('stamps', ${s.held} + ${s.stamps} - ${s.paid},
      'stampsOwed', ${s.owed} - ${s.paid}, 'balance', ${s.balance}::text,
      'level', coalesce(${s.raisedTo}, ${s.levelBefore}),
      'levelName', coalesce(s.raised_name, b.membership->>'levelName')) end`,
});

/** The outcome of a call or of its replay. */
export const keptSale = kept(sales, ({ frame, changed }): SaleAdded => {
  const { membership, ...known } = frame;
  return { ...known, membership: membership && { ...membership, ...changed } };
});

/** The values that one call sends, without its idempotency key. */
export type SaleCall = Parameters<typeof sales.refuse>[1];

/**
 * Returns whether the error means that another transaction has just inserted a sale with the invoice number.
 */
export function isSameInvoice(error: unknown): boolean {
  return (
    isDatabaseError(error) &&
    error.code === "23505" &&
    error.message.includes("transactions_invoice")
  );
}

/**
 * Records a sale, and adds the earned stamps to its customer, except those that pay what the customer owes. A second call with the same store, invoice
 * number, business day and content returns the recorded sale. If the recorded sale is Open and the second
 * call names a customer, the customer gets the sale. If it was canceled, the call is refused, or with
 * `replaceCanceled` recorded as a new sale that supersedes it. Throws `invalid_store`, `permission_denied`
 * for a store that is not the caller's, `invalid` on `created`, `invalid_user` and
 * `duplicate_invoice_number`. Interface 2, section 3.
 */
export async function addSale(ctx: CoreContext, input: SaleInput): Promise<SaleAdded> {
  const call = await saleCall(ctx, input);
  return keptSale.read(await send(ctx, sales, call, { subjects, recordedAs: null }));
}

/** Returns a call's subjects (`writing/types.ts`): the invoice, and the customer as named in the request. */
function subjects(call: SaleCall): readonly string[] {
  const { email, memberId, mobileNumber, customer, storeId, storeCode, invoiceNumber } = call;
  const invoice = `sale ${storeId ?? storeCode} ${invoiceNumber}`;
  const name = email ?? memberId ?? mobileNumber ?? customer;
  return name === null ? [invoice] : [invoice, `customer ${name}`];
}
