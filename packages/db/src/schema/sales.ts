import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { amount, createdAt, day, flag, id, merchantId, moment, stamps } from "./columns.ts";
import { customers } from "./customers.ts";
import { merchants } from "./merchants.ts";

const quantity = () => numeric({ precision: 14, scale: 3 });

/** Payment methods, and whether sales paid by them earn stamps. Unknown methods earn. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    merchantId: merchantId().references(() => merchants.id),
    /** The code in upper case, because codes compare without case. */
    codeKey: text().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    earns: flag(true),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.merchantId, t.codeKey] })],
);

/**
 * Sales with their modifications applied. `(store, invoice number, business day)` is the natural key of sales
 * that are not superseded. A canceled sale keeps its key until another sale supersedes it. There is no
 * foreign key to the store, because its check would lock the store's row for every sale.
 */
export const transactions = pgTable(
  "transactions",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    storeId: id().notNull(),
    /** Null if no customer is known, as for an Open sale. */
    customerId: id(),
    invoiceNumber: text().notNull(),
    /** The store's local day of `soldAt`. */
    businessDay: day().notNull(),
    soldAt: moment().notNull(),
    total: amount().notNull(),
    subtotal: amount(),
    discount: amount(),
    serviceCharge: amount(),
    tax: amount(),
    people: integer().notNull().default(1),
    channel: integer(),
    /** 1 Delivery, 2 Dine-in, 3 Take out, 4 E-Commerce, 5 Pickup */
    type: integer(),
    employeeCode: text(),
    extraData: json(),
    /** Created, Open, Canceled */
    status: text().notNull(),
    stampsEarned: stamps().notNull().default(0),
    /** The part of `stampsEarned` that paid what the customer owed. */
    stampsPaidOff: stamps().notNull().default(0),
    /** The stamps that the POS sent; null if it sent none. */
    stampsSent: stamps(),
    /** How the stamps were computed: `amount` or `pos`. Null if they were not: Open and imported sales. */
    rule: text(),
    /** The level's multiplier. Null for Open and imported sales. */
    multiplier: numeric({ precision: 5, scale: 2 }),
    /**
     * The most stamps that the sale could earn: the stamps that the caps left, or 0 if the customer may not
     * earn. Null for Open and imported sales.
     */
    earnLimit: stamps(),
    /**
     * The merchant's earning rules at the time of the sale. Later modifications of the sale use these rules
     * too.
     */
    programme: json(),
    /** The total minus the payments that do not count for levels, at least 0. */
    spending: amount().notNull(),
    /**
     * SHA-256 of the sale's normalized content, without the store, invoice number, time, user and `stamps`,
     * which have their own columns. For the same invoice, equal digests mean a repeated call, unequal digests
     * another sale. Empty for an imported sale.
     */
    digest: text().notNull(),
    createdAt: createdAt(),
    createdBy: text().notNull(),
    canceledAt: moment(),
    canceledBy: text(),
    /**
     * The sale that was recorded again under the number of this canceled one. There is no foreign key, because
     * an import may insert the newer sale later.
     */
    supersededById: id(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    // The store is late, because a cancel looks a sale up by invoice and day, often without a store. A caller
    // must name the store only if two stores have the invoice.
    unique("transactions_invoice")
      .on(t.merchantId, t.invoiceNumber, t.businessDay, t.storeId, t.supersededById)
      .nullsNotDistinct(),
    foreignKey({
      columns: [t.merchantId, t.customerId],
      foreignColumns: [customers.merchantId, customers.id],
    }),
    index("transactions_customer").on(t.merchantId, t.customerId, t.id),
    index("transactions_customer_day").on(t.merchantId, t.customerId, t.businessDay),
    index("transactions_time").on(t.merchantId, t.soldAt, t.id),
    index("transactions_canceled")
      .on(t.merchantId, t.canceledAt, t.id)
      .where(sql`${t.canceledAt} is not null`),
    check("transactions_status", sql`${t.status} in ('Created', 'Open', 'Canceled')`),
    check("transactions_canceled", sql`(${t.canceledAt} is null) = (${t.status} <> 'Canceled')`),
    check("transactions_superseded", sql`${t.supersededById} is null or ${t.status} = 'Canceled'`),
    check("transactions_open", sql`${t.status} <> 'Open' or ${t.customerId} is null`),
    check("transactions_earned", sql`${t.stampsEarned} >= 0 and ${t.earnLimit} >= 0`),
    check("transactions_paid_off", sql`${t.stampsPaidOff} >= 0`),
    check("transactions_people", sql`${t.people} >= 0`),
    check("transactions_type", sql`${t.type} between 1 and 5`),
    check("transactions_rule", sql`${t.rule} in ('amount', 'pos')`),
  ],
);

/** The lines of a sale, with its modifications applied. */
export const transactionItems = pgTable(
  "transaction_items",
  {
    merchantId: merchantId(),
    transactionId: id().notNull(),
    line: integer().notNull(),
    product: text().notNull(),
    quantity: quantity().notNull(),
    subtotal: amount().notNull(),
    /** The stamps that the line earns instead of the stamps for its amount. */
    stamps: stamps(),
    isEligible: boolean().notNull(),
    extraData: json(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.transactionId, t.line] }),
    foreignKey({
      columns: [t.merchantId, t.transactionId],
      foreignColumns: [transactions.merchantId, transactions.id],
    }),
  ],
);

/** How a sale was paid. */
export const transactionPayments = pgTable(
  "transaction_payments",
  {
    merchantId: merchantId(),
    transactionId: id().notNull(),
    line: integer().notNull(),
    method: text().notNull(),
    value: amount().notNull(),
    /** Whether the payment earned stamps, by the rule of its method at that time. */
    earned: boolean().notNull(),
    /** Whether the payment counts as spending for levels. */
    countsForLevels: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.transactionId, t.line] }),
    foreignKey({
      columns: [t.merchantId, t.transactionId],
      foreignColumns: [transactions.merchantId, transactions.id],
    }),
  ],
);

/**
 * Modifications and returns, which lower the amounts and stamps of a sale. Amounts are differences, 0 or less.
 * `(store, invoice number, business day)` is the natural key of returns.
 */
export const transactionModifications = pgTable(
  "transaction_modifications",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    transactionId: id().notNull(),
    total: amount().notNull(),
    subtotal: amount().notNull(),
    items: json().notNull(),
    /** The stamps that had to go back, below 0. Above 0 for stamps that a return adds. */
    stamps: stamps().notNull(),
    /** The part of `stamps` that the member owes since, because it was spent. */
    stampsOwed: stamps().notNull().default(0),
    /** The part of `stamps` that was spent and let go. */
    stampsLetGo: stamps().notNull().default(0),
    /** The content of the sale before it. Null in rows of earlier versions. */
    before: json(),
    /** The next six columns are null for a modification. */
    returnStoreId: id(),
    returnInvoiceNumber: text(),
    /** The store's local day of `returnedAt`. */
    businessDay: day(),
    returnedAt: moment(),
    /** SHA-256 of the return's content. Equal digests mean a repeated call. */
    digest: text(),
    /** What the return answers besides the customer: the sale after it, the vouchers, the redemptions. */
    outcome: json(),
    createdAt: createdAt(),
    createdBy: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      columns: [t.merchantId, t.transactionId],
      foreignColumns: [transactions.merchantId, transactions.id],
    }),
    index("transaction_modifications_transaction").on(t.merchantId, t.transactionId, t.id),
    uniqueIndex("transaction_modifications_return")
      .on(t.merchantId, t.returnInvoiceNumber, t.businessDay, t.returnStoreId)
      .where(sql`${t.returnInvoiceNumber} is not null`),
    check(
      "transaction_modifications_owed",
      sql`${t.stampsOwed} >= 0 and ${t.stampsLetGo} >= 0 and ${t.stampsOwed} + ${t.stampsLetGo} <= greatest(0, -${t.stamps})`,
    ),
  ],
);
