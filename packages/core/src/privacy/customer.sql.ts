import { run, statement, withoutCaller } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { digitsOf } from "../customers/index.ts";
import { Failure, tooBusy } from "../failures.ts";
import { auditBySubject, erasures } from "./personal-columns.sql.ts";
import {
  beginSearch,
  changeOf,
  eraseInPieces,
  eraseRecent,
  findIds,
  type SearchParameters,
} from "./searching.sql.ts";

const p = sql.placeholder;

/** By what a customer's rows are found. */
export type Identifiers = {
  readonly name: string;
  readonly email: string | null;
  readonly memberId: string | null;
  readonly otherMemberIds: readonly string[];
  readonly mobileNumber: string | null;
};

const identifiersDoc = sql`(select json_build_object('name', name, 'email', email, 'memberId', member_id,
    'otherMemberIds', other_member_ids, 'mobileNumber', mobile_number) from customers
  where merchant_id = ${p("merchantId")}::bigint and id = ${p("customerId")}::bigint and anonymized_at is null)`;

const identifiers = statement<Identifiers | null>("identifiers_of_customer", {}, identifiersDoc);

/** Null if there is no such customer, or they were anonymized. */
export function findIdentifiers(
  { db, caller }: CoreContext,
  customerId: number,
): Promise<Identifiers | null> {
  return run(db, identifiers, { merchantId: caller.merchant.id, customerId });
}

/** The membership first, as redemptions take it. */
const lock = statement<Identifiers | null>(
  "lock_customer",
  {
    member: sql`select customer_id from memberships
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint for update`,
    locked: sql`select * from customers where merchant_id = ${p("merchantId")}::bigint
      and id in (select customer_id from member) and anonymized_at is null for update`,
  },
  sql`(select json_build_object('name', name, 'email', email, 'memberId', member_id,
    'otherMemberIds', other_member_ids, 'mobileNumber', mobile_number) from locked)`,
);

/** The parameters that conditions of `personal-columns.store.ts` read. */
function personalParameters(
  { caller }: CoreContext,
  customerId: number,
  { email, memberId, otherMemberIds, mobileNumber }: Identifiers,
): SearchParameters {
  const phones = mobileNumber ? digitsOf(mobileNumber) : [];
  const lowered = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => text?.toLowerCase() ?? []);
  const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return {
    merchantId: caller.merchant.id,
    customerId,
    claims: JSON.stringify(lowered([email, memberId, ...otherMemberIds, mobileNumber])),
    phones: JSON.stringify(phones),
    mentions: JSON.stringify(lowered([email, mobileNumber]).map(anywhere)),
  };
}

const erasing = erasures.map((erasure) =>
  statement<null>(
    `erase_${erasure.table}`,
    { erased: sql`${changeOf(erasure)} where ${erasure.rows}` },
    sql`null::json`,
  ),
);

/** Runs work to its end, also when its call's deadline passes: to read millions of rows takes longer. */
export function pastDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return withoutCaller(work);
}

/** A search for what no index finds: by which identifiers, and from when on it may have missed rows. */
export type Searched = { readonly identifiers: Identifiers; readonly since: string };

/**
 * Erases a customer's data that no index finds, piece by piece. Each piece is committed, and the
 * customer's row stays, so an interrupted run can start again.
 */
export async function eraseSearched(
  ctx: CoreContext,
  customerId: number,
  identifiers: Identifiers,
  rowsAtOnce: number,
): Promise<Searched> {
  const since = await beginSearch(ctx);
  await eraseInPieces(ctx, { ...personalParameters(ctx, customerId, identifiers), rowsAtOnce });
  return { identifiers, since };
}

/**
 * Erases the rest of a customer's personal data; call it in a transaction. False if there is no such
 * customer. Refuses `overloaded` if the customer's identifiers changed since the search.
 */
export async function erasePersonalData(
  ctx: CoreContext,
  customerId: number,
  { identifiers: searched, since }: Searched,
): Promise<boolean> {
  const found = await run(ctx.db, lock, { merchantId: ctx.caller.merchant.id, customerId });
  if (!found) return false;
  if (JSON.stringify(found) !== JSON.stringify(searched)) throw new Failure(tooBusy);
  const parameters = personalParameters(ctx, customerId, found);
  await eraseRecent(ctx, { ...parameters, since });
  for (const erase of erasing) await run(ctx.db, erase, parameters);
  return true;
}

const own = (alias: string) =>
  sql`${sql.raw(alias)}.merchant_id = ${p("merchantId")}::bigint and ${sql.raw(alias)}.customer_id = ${p("customerId")}::bigint`;
const list = (row: SQL, source: SQL, order: SQL) =>
  sql`(select coalesce(json_agg(${row} order by ${order}), '[]') from ${source})`;

const idsIn = (alias: string, ids: string) =>
  sql`${sql.raw(alias)}.merchant_id = ${p("merchantId")}::bigint and ${sql.raw(alias)}.id = any (array(
    select json_array_elements_text(${p(ids)}::json)::bigint))`;

/** Everything that is held of one customer, as a JSON file; no secrets, no hashes. */
export type CustomerFile = Readonly<Record<string, unknown>>;

const held = statement<CustomerFile | null>(
  "export_customer",
  {
    person: sql`select * from customers where merchant_id = ${p("merchantId")}::bigint
      and id = ${p("customerId")}::bigint and anonymized_at is null`,
  },
  sql`(select json_build_object(
    'profile', json_build_object('id', c.id, 'name', c.name, 'gender', c.gender, 'address', c.address,
      'birthday', c.birthday, 'pictureUrl', c.picture_url, 'isActive', c.is_active, 'createdAt', c.created_at),
    'identifiers', json_build_object('memberId', c.member_id,
      'otherMemberIds', c.other_member_ids, 'email', c.email, 'mobileNumber', c.mobile_number),
    'membership', (select json_build_object('level', ms.level, 'status', ms.status, 'stamps', ms.stamps,
        'balance', ms.balance::text, 'tags', ms.tags, 'referralCode', ms.referral_code,
        'startDate', ms.start_date, 'isBlocked', ms.is_blocked, 'createdAt', ms.created_at)
      from memberships ms where ${own("ms")}),
    'credentials', json_build_object('hasPassword', exists (select 1 from passwords x where ${own("x")}),
      'hasPin', exists (select 1 from pins x where ${own("x")})),
    'stampLedger', ${list(
      sql`json_build_object('cause', e.cause, 'causeId', e.cause_id, 'stamps', e.delta, 'at', e.created_at)`,
      sql`stamp_entries e where ${own("e")}`,
      sql`e.created_at, e.cause_id`,
    )},
    'vouchers', ${list(
      sql`json_build_object('id', v.id, 'code', v.code, 'name', t.name, 'value', v.value::text,
        'remainingValue', v.remaining_value::text, 'startDate', v.start_date, 'endDate', v.end_date,
        'isActive', v.is_active, 'redeemedAt', v.redeemed_at, 'createdAt', v.created_at,
        'valueLedger', (select coalesce(json_agg(json_build_object('cause', l.cause, 'causeId', l.cause_id,
            'value', l.delta::text, 'at', l.created_at) order by l.created_at), '[]')
          from voucher_value_entries l where l.merchant_id = ${p("merchantId")}::bigint and l.voucher_id = v.id))`,
      sql`vouchers v join voucher_templates t on t.merchant_id = ${p("merchantId")}::bigint and t.id = v.voucher_template_id
        where ${own("v")}`,
      sql`v.id`,
    )},
    'redemptions', ${list(
      sql`json_build_object('id', r.id, 'kind', r.kind, 'status', r.status, 'name', r.name, 'store', s.name,
        'stampsUsed', r.stamps_used, 'invoiceNumber', r.invoice_number, 'extraData', r.extra_data,
        'createdAt', r.created_at, 'canceledAt', r.canceled_at,
        'lines', (select coalesce(json_agg(json_build_object('name', l.name, 'quantity', l.qty,
            'stampsUsed', l.stamps_used, 'value', l.value::text, 'requestId', l.request_id) order by l.line), '[]')
          from redemption_lines l where l.merchant_id = ${p("merchantId")}::bigint and l.redemption_id = r.id))`,
      sql`redemptions r left join stores s on s.merchant_id = r.merchant_id and s.id = r.store_id where ${own("r")}`,
      sql`r.id`,
    )},
    'promoCodes', ${list(
      sql`json_build_object('promoCodeId', u.promo_code_id, 'uses', u.uses)`,
      sql`promo_code_uses u where ${own("u")}`,
      sql`u.promo_code_id`,
    )},
    'bookings', ${list(
      sql`json_build_object('id', b.id, 'storeId', b.store_id, 'user', b.claim, 'phone', b.phone, 'date', b.date,
        'time', b.time, 'numberOfPeople', b.number_of_people, 'notes', b.notes, 'status', b.status,
        'createdAt', b.created_at)`,
      sql`bookings b where ${idsIn("b", "bookingIds")}`,
      sql`b.id`,
    )},
    'messages', ${list(
      sql`json_build_object('kind', m.kind, 'channel', m.channel, 'template', m.template_code,
        'recipient', m.recipient, 'state', m.state, 'createdAt', m.created_at, 'endedAt', m.ended_at)`,
      sql`outbox_messages m where ${own("m")}`,
      sql`m.created_at`,
    )},
    'refusals', ${list(
      sql`json_build_object('operation', x.operation, 'code', x.code, 'message', x.message, 'subject', x.subject,
        'createdAt', x.created_at)`,
      sql`refusals x where ${own("x")}`,
      sql`x.created_at`,
    )},
    'audit', ${list(
      sql`json_build_object('action', a.action, 'by', split_part(a.actor, ':', 1), 'subject', a.subject,
        'reason', a.reason, 'details', a.details, 'createdAt', a.created_at)`,
      sql`audit_entries a where a.merchant_id = ${p("merchantId")}::bigint and a.id = any (array(
        select x.id from audit_entries x where x.${auditBySubject}
        union select x.id from audit_entries x where x.merchant_id = ${p("merchantId")}::bigint
          and x.subject = any (array(select 'booking ' || json_array_elements_text(${p("bookingIds")}::json)))
        union select json_array_elements_text(${p("entryIds")}::json)::bigint))`,
      sql`a.created_at, a.id`,
    )}) from person c)`,
);

/** Reads everything that is held of a customer; null if there is no such customer. */
export async function selectCustomerFile(
  ctx: CoreContext,
  customerId: number,
): Promise<CustomerFile | null> {
  const found = await findIdentifiers(ctx, customerId);
  if (!found) return null;
  const parameters = personalParameters(ctx, customerId, found);
  return run(ctx.db, held, {
    ...parameters,
    bookingIds: JSON.stringify(await findIds(ctx, "bookings", parameters)),
    entryIds: JSON.stringify(await findIds(ctx, "auditEntries", parameters)),
  });
}
