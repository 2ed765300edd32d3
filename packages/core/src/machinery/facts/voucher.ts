import { insertInto, jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  type ExtraData,
  spentVoucher,
  unknownVoucher,
  type Voucher,
} from "../../holding/vouchers/index.ts";
import type { Customer } from "../../people/customers/index.ts";
import type { StoreNow } from "../../running/merchants/index.ts";
import { check, fact, from, lock, merchantId, rowOf, updateFrom } from "../kernel/index.ts";
import { availability } from "./availability.ts";

export const vouchers = alias(schema.vouchers, "v");
const t = alias(schema.voucherTemplates, "t");
const coded = alias(schema.vouchers, "coded");

const call = {
  /** The voucher's id. If null, `voucherCode` identifies the voucher. */
  voucher: "bigint | null",
  /** The voucher's code, in the form that `codeKeyOf` returns. */
  voucherCode: "text | null",
  /** The template that the voucher must have; null is any. */
  voucherTemplate: "bigint | null",
} as const;
const c = rowOf("c", call);

const keeps = { voucherId: vouchers.id, name: t.name };
const b = rowOf("b", keeps);

/** The voucher as answers show it. */
export const fields = {
  id: vouchers.id,
  name: t.name,
  code: vouchers.code,
  isActive: vouchers.isActive,
  startDate: vouchers.startDate,
  endDate: vouchers.endDate,
  value: vouchers.value,
  remainingValue: vouchers.remainingValue,
  pictureUrl: t.pictureUrl,
  shortDescription: t.shortDescription,
  description: t.description,
  instructions: t.instructions,
  termsAndConditions: t.termsAndConditions,
  extraData: sql<ExtraData>`${t.extraData}`,
};

/** Joins the voucher for which `is` holds, with its template. */
export const joins = (is: SQL, one: SQL) => sql`
  left join lateral (select v.* from ${from(vouchers)} where ${vouchers.merchantId} = ${merchantId}
    and ${is}${one}) v on true
  left join lateral (select t.* from ${from(t)} where ${t.merchantId} = ${merchantId}
    and ${t.id} = ${vouchers.voucherTemplateId}${one}) t on true`;

/** The call's voucher by its id or its code, with its template. A code is looked up only without an id. */
export const found = fact({
  call,
  joins: ({ limit }) =>
    joins(
      sql`${vouchers.id} = coalesce(${c.voucher}, (select ${coded.id} from ${from(coded)}
      where ${coded.merchantId} = ${merchantId} and ${coded.codeKey} = ${c.voucherCode} limit 1))`,
      sql.raw(limit),
    ),
  keeps,
  shows: {
    voucher: jsonIf(vouchers.id, fields),
    voucherHolder: vouchers.customerId,
    voucherTemplate: t.id,
    voucherStores: t.stores,
    voucherChannels: t.channels,
  },
});

/** The call's voucher by its id, without its template. */
export const foundById = fact({
  call: { voucher: "bigint" },
  joins: ({ limit }) => sql`
  left join lateral (select v.* from ${from(vouchers)} where ${vouchers.merchantId} = ${merchantId}
    and ${vouchers.id} = ${c.voucher}${sql.raw(limit)}) v on true`,
  keeps: { voucherId: vouchers.id },
  shows: {},
});

/** Locks the voucher, and adds no column of it. */
export const onlyLocked = lock({
  row: "v",
  table: vouchers,
  merchantId: vouchers.merchantId,
  strength: "no key update",
  is: sql`${vouchers.id} = ${b.voucherId}`,
});

/**
 * Locks the voucher. `remainingValue` is what was left of a dynamic value, `value` what is taken of it: all, or
 * the value that a deduction keeps.
 */
export const locked = (value?: SQL) =>
  lock({
    ...onlyLocked,
    adds: {
      remainingValue: vouchers.remainingValue,
      ...(!value && { value: vouchers.remainingValue }),
    },
  });

export const exists = check({
  code: "invalid_voucher",
  holds: () => sql`${vouchers.id} is not null`,
  words: () => ({ ...unknownVoucher, rule: "voucher exists" }),
  isGuess: true,
});

/** Whether somebody holds the voucher, if it is named by its code. Refused as an unknown code. */
export const codedIsHeld = check({
  ...exists,
  unless: sql`${c.voucherCode} is null`,
  holds: () => sql`${vouchers.customerId} is not null`,
});

export const isOfTemplate = check({
  code: "invalid_voucher_template",
  holds: () => sql`${c.voucherTemplate} is null or ${t.id} = ${c.voucherTemplate}`,
  words: (
    seen: { readonly voucherTemplate: number },
    { voucherTemplate }: { readonly voucherTemplate: number | null },
  ) => ({
    message: "This voucher code belongs to another voucher template",
    rule: "the code is of the template",
    expected: `template ${voucherTemplate}`,
    found: `template ${seen.voucherTemplate}`,
  }),
});

type Owned = { readonly customer: Customer; readonly voucherHolder: number | null };
type Holder = { readonly customerId: SQL };

/** Whether the customer holds the voucher; with `orNobody` also whether nobody does. */
const owned = (orNobody: boolean) =>
  check({
    code: "invalid_voucher_owner",
    again: "v",
    // no `=` without `orNobody`: PostgreSQL might then search all vouchers that the customer holds
    holds: ({ customerId }: Holder) =>
      orNobody
        ? sql`coalesce(${vouchers.customerId}, ${customerId}) = ${customerId}`
        : sql`${vouchers.customerId} is not distinct from ${customerId}`,
    words: ({ customer, voucherHolder }: Owned) => ({
      message: `This voucher is not owned by ${customer.name}`,
      rule: "customer holds the voucher",
      expected: `customer ${customer.id}`,
      found: voucherHolder === null ? "nobody" : "another customer",
    }),
  });

export const isCustomers = owned(false);
export const isCustomersOrNobodys = owned(true);

export const isUnspent = check({
  code: "voucher_already_redeemed",
  again: "v",
  holds: () => sql`${vouchers.redeemedAt} is null`,
  words: () => spentVoucher,
});

type Placed = {
  readonly store: StoreNow;
  readonly voucher: Voucher;
  readonly voucherStores: readonly number[];
  readonly voucherChannels: readonly number[];
};

const here = availability(
  { row: vouchers, places: t, again: "v" },
  { other: "voucher_not_available", early: "voucher_not_started", late: "voucher_expired" },
  ({
    voucher: { startDate, endDate },
    voucherStores: stores,
    voucherChannels: channels,
  }: Placed) => ({
    noun: "This voucher",
    startDate,
    endDate,
    stores,
    channels,
  }),
);

/** Whether the voucher can be redeemed in this store and on this channel today. */
export const isAvailable = {
  voucherIsActive: here.isActive,
  voucherHasStarted: here.hasStarted,
  voucherHasNotEnded: here.hasNotEnded,
  voucherIsAtStore: here.isAtStore,
  voucherIsOnChannel: here.isOnChannel,
};

const l = rowOf("l", { ...keeps, customerId: 0, now: 0 });
const s = rowOf("s", { ...keeps, value: 0, redemption: 0, now: 0 });

/** Spends the whole voucher. With `forHolder` a voucher that nobody holds becomes the customer's. */
export const spend = (forHolder: boolean) => (isOwned: SQL) =>
  updateFrom(
    vouchers,
    {
      redeemedAt: l.now,
      ...(forHolder && { customerId: l.customerId }),
      remainingValue: sql`case when ${vouchers.remainingValue} is not null then 0 end`,
    },
    {
      from: sql`locked l`,
      where: sql`${vouchers.id} = ${l.voucherId} and ${isOwned}`,
      returning: sql`l.*`,
    },
  );

/** Makes the voucher inactive. */
export const withdraw = (isOwned: SQL) =>
  updateFrom(
    vouchers,
    { isActive: sql`false` },
    {
      from: sql`locked l`,
      where: sql`${vouchers.id} = ${l.voucherId} and ${isOwned}`,
      returning: sql`l.*`,
    },
  );

/** Ledger entries for vouchers with a dynamic value. */
export const entries = insertInto(
  schema.voucherValueEntries,
  {
    voucherId: s.voucherId,
    cause: sql`'redemption'`,
    causeId: s.redemption,
    delta: sql`-${s.value}`,
    createdAt: s.now,
  },
  { from: sql`from changed s where ${s.value} is not null`, end: sql`returning 1` },
);
