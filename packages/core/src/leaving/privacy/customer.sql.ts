import {
  type DocumentOf,
  json,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
  withoutCaller,
} from "@stampbook/db";
import { eq, isNull, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, tooBusy } from "../../foundation/failures.ts";
import { digitsOf } from "../../people/customers/index.ts";
import { type CustomerFile, readCustomerFile } from "./customer-file.sql.ts";
import { findFormerIdentifiers } from "./former-identifiers.sql.ts";
import { mentionOfEmail, mentionOfNumber } from "./mentions.rules.ts";
import { erasures } from "./personal-columns.sql.ts";
import {
  beginSearch,
  changeOf,
  eraseInPieces,
  eraseRecent,
  findIds,
  type SearchParameters,
} from "./searching.sql.ts";

const { customers } = schema;

const p = sql.placeholder;

const identifierFields = {
  name: customers.name,
  email: customers.email,
  memberId: customers.memberId,
  otherMemberIds: customers.otherMemberIds,
  mobileNumber: customers.mobileNumber,
};

/** The values by which the rows of a customer are found. */
export type Identifiers = DocumentOf<typeof identifierFields>;

const identifiers = read(
  "identifiers_of_customer",
  (input: Parameters<{ readonly customerId: number }>) =>
    rowsOf(customers, {
      where: [eq(customers.id, input("customerId")), isNull(customers.anonymizedAt)],
    }).one(identifierFields),
);

/** Reads the identifiers of a customer. Null if the customer is unknown or anonymized. */
export function findIdentifiers(
  { db, caller }: CoreContext,
  customerId: number,
): Promise<Identifiers | null> {
  return run(db, identifiers, { merchantId: caller.merchant.id, customerId });
}

/** Locks the membership before the customer, because redemptions lock in the same order. */
const lock = statement<Identifiers | null>(
  "lock_customer",
  {
    member: sql`select customer_id from memberships
      where merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")} for update`,
    locked: sql`select * from customers where merchant_id = ${p("merchantId")}
      and id in (select customer_id from member) and anonymized_at is null for update`,
  },
  sql`(select ${json(identifierFields)} from locked as ${customers})`,
);

/**
 * Returns the parameters that the conditions in `personal-columns.sql.ts` read. `former` has the identifiers
 * that the customer had, in lower case.
 */
function personalParameters(
  { caller }: CoreContext,
  customerId: number,
  { email, memberId, otherMemberIds, mobileNumber }: Identifiers,
  former: readonly string[],
): SearchParameters {
  const numbers = former.filter((text) => text.startsWith("+"));
  const emails = former.filter((text) => text.includes("@"));
  const lowered = (texts: readonly (string | null)[]) =>
    texts.flatMap((text) => text?.toLowerCase() ?? []);
  const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return {
    merchantId: caller.merchant.id,
    customerId,
    claims: JSON.stringify(lowered([email, memberId, ...otherMemberIds, mobileNumber])),
    phones: JSON.stringify(mobileNumber ? digitsOf(mobileNumber) : []),
    formerClaims: JSON.stringify(former),
    formerPhones: JSON.stringify(numbers.flatMap(digitsOf)),
    containing: JSON.stringify(
      [...lowered([email, mobileNumber]), ...emails, ...numbers].map(anywhere),
    ),
    mentions: JSON.stringify([
      ...[...(email ? [email] : []), ...emails].map(mentionOfEmail),
      ...[...(mobileNumber ? [mobileNumber] : []), ...numbers].map(mentionOfNumber),
    ]),
  };
}

const erasing = erasures.map((erasure) =>
  statement<null>(
    `erase_${erasure.table}`,
    { erased: sql`${changeOf(erasure)} where ${erasure.rows}` },
    sql`null`,
  ),
);

/** Runs `work` to its end even after the call's deadline, because reading millions of rows takes longer. */
export function pastDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return withoutCaller(work);
}

/**
 * The identifiers by which a search found rows. The search may have missed rows that were written after
 * `since`.
 */
type Searched = {
  readonly identifiers: Identifiers;
  /** The identifiers that the customer had before. Read before the search empties the audit log. */
  readonly former: readonly string[];
  readonly since: string;
};

/**
 * Erases rows of a customer that no index finds, piece by piece. Each piece is committed. The customer's own
 * row stays, so an interrupted call can start again.
 */
export async function eraseSearched(
  ctx: CoreContext,
  customerId: number,
  identifiers: Identifiers,
  rowsAtOnce: number,
): Promise<Searched> {
  const since = await beginSearch(ctx);
  const former = await findFormerIdentifiers(ctx, customerId);
  const parameters = personalParameters(ctx, customerId, identifiers, former);
  await eraseInPieces(ctx, { ...parameters, rowsAtOnce });
  return { identifiers, former, since };
}

/**
 * Erases the personal data of a customer that `eraseSearched` has not erased. Call it in a transaction.
 * Returns false if the customer is unknown or anonymized. Throws `overloaded` if the customer's identifiers
 * changed since the search.
 */
export async function erasePersonalData(
  ctx: CoreContext,
  customerId: number,
  { identifiers: searched, former, since }: Searched,
): Promise<boolean> {
  const found = await run(ctx.db, lock, { merchantId: ctx.caller.merchant.id, customerId });
  if (!found) return false;
  if (JSON.stringify(found) !== JSON.stringify(searched)) throw new Failure(tooBusy);
  const parameters = personalParameters(ctx, customerId, found, former);
  await eraseRecent(ctx, { ...parameters, since });
  for (const erase of erasing) await run(ctx.db, erase, parameters);
  return true;
}

/** Reads the data of a customer for an export. Null if the customer is unknown or anonymized. */
export async function selectCustomerFile(
  ctx: CoreContext,
  customerId: number,
): Promise<CustomerFile | null> {
  const found = await findIdentifiers(ctx, customerId);
  if (!found) return null;
  const former = await findFormerIdentifiers(ctx, customerId);
  const parameters = personalParameters(ctx, customerId, found, former);
  return readCustomerFile(ctx, {
    customerId,
    bookingIds: JSON.stringify(await findIds(ctx, "bookings", parameters)),
    entryIds: JSON.stringify(await findIds(ctx, "auditEntries", parameters)),
  });
}
