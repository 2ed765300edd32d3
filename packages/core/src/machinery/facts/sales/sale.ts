import { jsonIf, oneOf, schema } from "@stampbook/db";
import { type Column, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoreContext } from "../../../foundation/context.ts";
import { fall } from "../../../running/levels/index.ts";
import { otherStore } from "../../../running/merchants/index.ts";
import { check, fact, from, lock, merchantId, rowOf, updateFrom } from "../../kernel/index.ts";
import {
  anyCustomerLocked,
  customers,
  day,
  expiry as memberExpiry,
  locked as memberLocked,
  membershipJoins,
  memberships,
  shown,
} from "../member.ts";
import { unknownSale } from "./sale.rules.ts";

export const sales = alias(schema.transactions, "x");
const e = alias(schema.stampEntries, "e");
const g = alias(schema.stampEntries, "g");
const d = alias(schema.transactionModifications, "d");

const call = {
  transaction: "bigint",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
  /** The id for a row of `level_changes`, if the member loses a level. */
  levelChange: "bigint",
  /**
   * The stamps of the sale that can go back, computed by a replay of the ledger. `replayedTo` is the
   * membership's `entryNumber` at that replay. Both are null without a replay.
   */
  replayed: "bigint | null",
  replayedTo: "int | null",
} as const;
const c = rowOf("c", call);

/**
 * The most stamps that can go back: those of the sale, without those that have expired. If some have expired
 * since the sale, it is the call's `replayed`, or null if the ledger has gone on since. Null without a customer.
 */
export const returnable = sql<number | null>`own.returnable`;
export const isCanceled = sql<boolean>`(${sales.status} = 'Canceled')`;

/**
 * The stamps that had to go back for modifications of the sale and were spent. The ledger of stamps has no entry
 * of them.
 */
const spentBefore = sql<number>`(select coalesce(sum(${d.stampsOwed} + ${d.stampsLetGo}), 0)::int from ${from(d)}
      where ${d.merchantId} = ${merchantId} and ${d.transactionId} = ${sales.id})`;

const isNamed = sql`(${customers.anonymizedAt} is null)`;

const keeps = {
  /** Two calls with the same number never go together: the customer, or an Open sale, below zero. */
  whose: sql`coalesce(${sales.customerId}, -${sales.id})`,
  saleId: sales.id,
  status: sales.status,
  version: sql`x.version`,
  invoiceNumber: sales.invoiceNumber,
  customerId: sales.customerId,
  isNamed,
  day,
  seenEntry: memberships.entryNumber,
  levelBefore: memberships.level,
  untilBefore: memberships.levelUntil,
  fallenTo: sql`case when not ${isCanceled} then fall.level end`,
  fallenName: sql`fall.name`,
  fallenUntil: sql`fall.until`,
};
const b = rowOf("b", keeps);

type Found = {
  /** The sale's id; by default the call's. */
  readonly id?: SQL;
  readonly spending: string;
  /** The stamps that must go back. */
  readonly due: SQL;
  /** The merchant's setting for stamps that must go back and are spent. */
  readonly ifSpent: Column;
  /** The stamps that the member gets before the others are taken. */
  readonly regained: SQL;
};

/** The stamps with which the sale paid a debt, as far as they must go back: a void first gives them back. */
export const paidOff = (due: SQL) => sql`least(${due}, ${sales.stampsPaidOff})`;

/**
 * The call's sale, with its customer, even one whose personal data was deleted, and the level to which the
 * member goes back if only `spending` of the sale is left. Takes `takes` stamps from the member, after the
 * `regained` ones. The debt rises by the `owes`.
 */
export const found = ({ id = c.transaction, spending, due, ifSpent, regained }: Found) =>
  fact({
    call,
    // OFFSET keeps PostgreSQL from looking for expired stamps at each place that reads `returnable`
    joins: ({ limit }) => sql`
  left join lateral (select x.*, x.xmin::text as version from ${from(sales)}
    where ${sales.merchantId} = ${merchantId} and ${sales.id} = ${id}${sql.raw(limit)}) x on true
  left join lateral (select u.* from ${from(customers)}
    where ${customers.merchantId} = ${merchantId} and ${customers.id} = ${sales.customerId}${sql.raw(limit)}) u on true${membershipJoins(sql.raw(limit))}
  left join lateral (select exists (select 1 from ${from(e)}
      join ${from(g)} on ${g.merchantId} = ${merchantId} and ${g.customerId} = ${customers.id}
        and ${g.cause} = 'earning' and ${g.causeId} = ${sales.id}
      where ${e.merchantId} = ${merchantId} and ${e.customerId} = ${customers.id} and ${e.cause} = 'expiry'
        and ${e.number} > ${g.number}) as has_expired offset 0) expired on true
  cross join lateral (select case when ${isCanceled} then 0 when ${sales.customerId} is null then null when not expired.has_expired then ${sales.stampsEarned}
      when ${c.replayedTo} = ${memberships.entryNumber} then ${c.replayed} end as returnable) own
  cross join lateral (select ${due} as due, ${regained} as regained offset 0) back
  cross join lateral (select case when ${ifSpent} = 'refuse' then back.due
      else least(back.due, ${memberships.stamps} + back.regained) end as stamps) taken${sql.raw(fall(spending))}`,
    keeps: {
      ...keeps,
      takes: sql`taken.stamps`,
      regained: sql`back.regained`,
      owes: sql`case when ${ifSpent} = 'owe' then back.due - taken.stamps else 0 end`,
      letGo: sql`case when ${ifSpent} = 'zero' then back.due - taken.stamps else 0 end`,
    },
    shows: {
      sale: jsonIf(sales.id, {
        id: sales.id,
        status: oneOf<"Created" | "Open" | "Canceled">(sales.status),
        total: sales.total,
        discount: sales.discount,
        people: sales.people,
        stampsEarned: sales.stampsEarned,
        stampsPaidOff: sales.stampsPaidOff,
      }),
      storeOfSale: sales.storeId,
      ...shown,
      returnable,
      due: sql<number>`back.due`,
      spendable: sql<number>`${memberships.stamps} + back.regained`,
      spentBefore: sql<number>`case when expired.has_expired then ${spentBefore} else 0 end`,
    },
  });

/**
 * Whether the call was computed from the sale as it is. PostgreSQL gives each version of a row its `xmin`. Only
 * a sale with a customer is guarded by the customer's ledger too.
 */
export const isOfVersion = (version: SQL) => sql`${version} is not distinct from x.version`;

/** Locks the sale with its status as it was seen. */
export const locked = lock({
  row: "x",
  table: sales,
  merchantId: sales.merchantId,
  strength: "no key update",
  is: sql`${sales.id} = ${b.saleId}`,
  asSeen: { status: sales.status },
});

/** Locks the sale as it was seen. */
export const versionLocked = { ...locked, asSeen: { version: sql`x.xmin::text` } };

/**
 * Locks the membership with the ledger and the level as they were seen, because stamps and level were computed
 * from them. Every change of a customer's sales raises `entry_number`.
 */
export const ledgerLocked = lock({
  ...memberLocked,
  onlyIf: b.customerId,
  asSeen: {
    seenEntry: memberships.entryNumber,
    levelBefore: memberships.level,
    untilBefore: memberships.levelUntil,
  },
  adds: { held: memberships.stamps, owed: memberships.stampsOwed },
});

/** Locks the customer, with or without personal data as it was seen. */
export const customerLocked = lock({
  ...anyCustomerLocked,
  onlyIf: b.customerId,
  asSeen: { isNamed },
});

/** Whether the ledger must be replayed, to know how many stamps go back. */
export const lacksReplay = sql`(${sales.customerId} is not null and ${returnable} is null)`;

/** The columns of a call for a sale, with an id for a change of level, without a replay. */
export const callOf = async ({ caller, ids }: CoreContext, transaction: number) => ({
  ...{ transaction, allowedStores: caller.stores, replayed: null, replayedTo: null },
  levelChange: await ids.take(caller.merchant.id, "level_changes"),
});

type Sold = { readonly storeOfSale: number };

/** Whether the merchant has the sale, and its store is one of the caller's. */
export const checks = {
  saleExists: check({
    code: "transaction_not_found",
    holds: () => sql`${sales.id} is not null`,
    words: () => unknownSale,
  }),
  saleIsCallers: check({
    code: "permission_denied",
    holds: () => sql`${c.allowedStores} is null or ${sales.storeId} = any (${c.allowedStores})`,
    words: ({ storeOfSale }: Sold, _call, caller) => otherStore(caller, storeOfSale),
  }),
};

/** Whether the sale is its customer's, and not canceled. */
export const isCreated = check({
  code: "invalid_transaction",
  holds: () => sql`${sales.status} = 'Created'`,
  words: ({ sale: { status } }: { readonly sale: { readonly status: string } }) => ({
    message:
      status === "Canceled"
        ? "The transaction is canceled."
        : "The transaction has no customer yet: add it again with a user first.",
    rule: "the sale is its customer's, and not canceled",
    found: status,
  }),
});

/** Whether the sale is not canceled. */
export const isNotCanceled = check({
  code: "invalid_transaction",
  holds: () => sql`not ${isCanceled}`,
  words: () => ({
    message: "The transaction is canceled.",
    rule: "the sale is not canceled",
    found: "Canceled",
  }),
});

/** Whether stamps may have expired since the ledger was last replayed. A canceled sale takes none. */
export const expiry = {
  ...memberExpiry,
  isDue: (at: { readonly status: SQL; readonly day: SQL }) =>
    sql`${at.status} <> 'Canceled' and ${memberExpiry.isDue(at)}`,
};

const s = rowOf("s", { ...keeps, now: 0 });

/** Cancels the sales, except those that are canceled. */
export const cancel = updateFrom(
  sales,
  { status: sql`'Canceled'`, canceledAt: s.now, canceledBy: sql`c.actor` },
  {
    from: sql`changed s join calls c on c.n = s.n`,
    where: sql`${sales.id} = ${s.saleId} and ${s.status} <> 'Canceled'`,
    returning: sql`s.*`,
  },
);
