import { json, now, nowPlus, oneOf, rowsOf, run, schema, statement } from "@stampbook/db";
import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import { changesOf, onRecord } from "../../../foundation/audit/index.ts";
import { actorOf, type CoreContext } from "../../../foundation/context.ts";
import {
  Failure,
  notPermitted,
  type Refusal,
  unknownCustomer,
} from "../../../foundation/failures.ts";
import { smsCountriesDoc, templatesDoc } from "../../../foundation/messages/index.ts";
import { refuseBirthday } from "../birthday.rules.ts";
import { type CustomerFields, refuseFields, refuseLevel } from "../fields.rules.ts";
import {
  checkIdentifiers,
  emailAfter,
  type IdentifierEntry,
  type Identifiers,
  identifierEntries,
  type TakenIdentifier,
} from "../identifiers/identifiers.rules.ts";
import { distinctMemberIds } from "../identifiers/member-id.rules.ts";
import { readContacts } from "../identifiers/read-contacts.ts";
import { changedIdentifiers, type NoticeSeen } from "../notices/notices.rules.ts";
import { queueNotices } from "../notices/notices.sql.ts";
import { prepareNotices } from "../notices/prepare-notices.ts";
import type { MembershipStatus } from "../types.ts";

const { customerIdentifiers, customers, levelChanges, levels, memberships, oneTimePasswords } =
  schema;
const p = sql.placeholder;

/** The fields to change; missing fields stay unchanged. */
export type CustomerEdit = {
  readonly customerId: number;
  /** Whether to refuse a customer who has a name. For people who may only add a missing name. */
  readonly isFirstName?: boolean;
} & {
  readonly [Field in keyof CustomerFields]?: CustomerFields[Field] | undefined;
};

/**
 * Changes a customer, and records the old and new values. A changed email, mobile number or Member ID voids
 * open one-time passwords and queues a notice to the old address; a changed level is written to
 * `level_changes`. Throws `invalid_user`, and `permission_denied` with `isFirstName` if the customer has
 * another name. Refuses invalid input, such as an identifier of another customer, an invalid number or an
 * unknown level. The refusal's `field` names the input.
 */
export async function editCustomer(ctx: CoreContext, edit: CustomerEdit): Promise<CustomerFields> {
  const { customerId } = edit;
  const read = readContacts(ctx, edit);
  const levelChange =
    edit.level === undefined ? 0 : await ctx.ids.take(ctx.caller.merchant.id, "level_changes");
  const { after } = await onRecord(
    ctx,
    (inside) => write(inside, edit, read, levelChange),
    ({ changes }) =>
      Object.keys(changes).length > 0
        ? { action: "customers.edit", subject: `customer ${customerId}`, details: changes }
        : null,
  );
  return after;
}

/** The customer's own columns of `CustomerFields`. */
const ownFields = {
  name: customers.name,
  email: customers.email,
  mobileNumber: customers.mobileNumber,
  memberId: customers.memberId,
  otherMemberIds: customers.otherMemberIds,
  gender: customers.gender,
  address: customers.address,
  birthday: customers.birthday,
  notes: customers.notes,
  isActive: customers.isActive,
  allowNewsletters: customers.allowNewsletters,
  allowSmsMarketing: customers.allowSmsMarketing,
  allowWhatsappMarketing: customers.allowWhatsappMarketing,
};

/** What an edit of a merchant's customer is judged by, besides the customer. */
type EditScene = NoticeSeen & {
  readonly levels: readonly number[];
  /** The current day in the merchant's time zone, `YYYY-MM-DD`. */
  readonly today: string;
};

const scene = statement<EditScene>(
  "load_customer_edit",
  { merchant: sql`select * from merchants where id = ${p("merchantId")}` },
  json({
    levels: rowsOf(levels, { where: [] }).value(sql`coalesce(json_agg(${levels.level}), '[]')`),
    noticeTemplates: templatesDoc(
      sql`(select notify_template_code from merchant where notify_credential_changes)`,
    ),
    smsCountries: smsCountriesDoc,
    today: sql`(${now} at time zone (select timezone from merchant))::date`,
    time: sql`to_char(${now} at time zone (select timezone from merchant), 'YYYY-MM-DD HH24:MI')`,
  }),
);

/** Locks the customer, judges the edit, and writes it; in a transaction. */
async function write(
  ctx: CoreContext,
  { customerId, isFirstName = false, ...edit }: CustomerEdit,
  read: Identifiers,
  levelChange: number,
) {
  const { db: tx, clockOffsetMs: offsetMs } = ctx;
  const { id: merchantId, country } = ctx.caller.merchant;
  const isMember = and(
    eq(memberships.merchantId, merchantId),
    eq(memberships.customerId, customerId),
  );
  const isCustomer = and(eq(customers.merchantId, merchantId), eq(customers.id, customerId));

  // Locks the membership before the customer, as redemptions do. In the other order they could deadlock.
  const [held] = await tx
    .select({
      ...ownFields,
      level: memberships.level,
      status: sql<MembershipStatus>`${memberships.status}`,
      tags: memberships.tags,
      levelUntil: memberships.levelUntil,
    })
    .from(memberships)
    .innerJoin(customers, and(isCustomer, isNull(customers.anonymizedAt)))
    .where(isMember)
    .for("no key update");
  if (!held) throw new Failure(unknownCustomer);
  const { levelUntil, ...before } = held;
  const seen = await run(tx, scene, { merchantId, offsetMs });

  const after = edited(before, edit, read);
  const wanted = identifierEntries(after, country);
  const hasEntries = JSON.stringify(wanted) !== JSON.stringify(identifierEntries(before, country));
  const refusal =
    (isFirstName ? refuseRename(before.name, after.name) : null) ??
    refuseFields(after, before) ??
    refuseBirthday(after.birthday, seen.today, before.birthday) ??
    refuseLevel(after.level, seen.levels) ??
    (hasEntries ? checkIdentifiers(wanted, await findTaken(ctx, customerId, wanted)) : null);
  if (refusal) throw new Failure(refusal);
  const changes = changesOf(before, after);
  if (Object.keys(changes).length === 0) return { after: before, changes };

  const { level, status, tags, otherMemberIds, ...own } = after;
  const isNewLevel = level !== before.level;
  await tx
    .update(memberships)
    // a level that staff set by hand has no last day
    .set({ level, status, tags: [...tags], ...(isNewLevel && { levelUntil: null }) })
    .where(isMember);
  await tx
    .update(customers)
    .set({
      ...own,
      otherMemberIds: [...otherMemberIds],
      ...(own.name !== "" && { registrationStatus: "Full" }),
      ...(own.email !== before.email && { emailIsVerified: false }),
      ...(own.mobileNumber !== before.mobileNumber && { phoneIsVerified: false }),
    })
    .where(isCustomer);
  if (hasEntries) await replaceEntries(ctx, customerId, wanted);
  if (isNewLevel)
    await tx.insert(levelChanges).values({
      merchantId,
      id: levelChange,
      customerId,
      levelBefore: before.level,
      levelAfter: level,
      untilBefore: levelUntil,
      cause: "hand",
      createdAt: nowPlus(offsetMs),
      createdBy: actorOf(ctx.caller),
    });
  if (changedIdentifiers(before, after).length > 0) {
    const { merchantId: ofMerchant, customerId: ofCustomer } = oneTimePasswords;
    await tx
      .delete(oneTimePasswords)
      .where(and(eq(ofMerchant, merchantId), eq(ofCustomer, customerId)));
    await queueNotices(
      ctx,
      customerId,
      prepareNotices(ctx, seen, { id: customerId, before, after }),
    );
  }
  return { after, changes };
}

/** The customer's fields after the edit. */
function edited(
  before: CustomerFields,
  edit: Omit<CustomerEdit, "customerId">,
  read: Identifiers,
): CustomerFields {
  const isGiven = ([field]: [string, unknown]) => edit[field as keyof typeof edit] !== undefined;
  const given = Object.entries({ ...edit, ...read }).filter(isGiven);
  const all: CustomerFields = { ...before, ...Object.fromEntries(given) };
  const [, ...otherMemberIds] = distinctMemberIds([all.memberId ?? "", ...all.otherMemberIds]);
  return { ...all, otherMemberIds, email: emailAfter(before.email, all.email) };
}

/** Refuses a new name for a customer who has one. The same name is allowed, so that a call may be repeated. */
function refuseRename(before: string, after: string): Refusal | null {
  if (before === "" || before === after) return null;
  return { ...notPermitted, message: "This customer has a name already. A manager can change it." };
}

const { form, value, isReserved } = customerIdentifiers;

/** Reads the wanted entries that other customers have. */
function findTaken(
  { db: tx, caller }: CoreContext,
  customerId: number,
  wanted: readonly IdentifierEntry[],
): Promise<TakenIdentifier[]> {
  return tx
    .select({ form: oneOf<IdentifierEntry["form"]>(form), value, isReserved })
    .from(customerIdentifiers)
    .where(
      and(
        eq(customerIdentifiers.merchantId, caller.merchant.id),
        ne(customerIdentifiers.customerId, customerId),
        or(sql`false`, ...wanted.map((entry) => and(eq(form, entry.form), eq(value, entry.value)))),
      ),
    );
}

/** If another call takes one of the entries meanwhile, this fails with 23505, and `onRecord` begins again. */
async function replaceEntries(
  { db: tx, caller }: CoreContext,
  customerId: number,
  wanted: readonly IdentifierEntry[],
): Promise<void> {
  const { merchantId, customerId: of } = customerIdentifiers;
  const own = { merchantId: caller.merchant.id, customerId };
  await tx
    .delete(customerIdentifiers)
    .where(and(eq(merchantId, own.merchantId), eq(of, customerId)));
  const rows = wanted.map(({ field: _, ...entry }) => ({ ...entry, ...own }));
  if (rows.length > 0) await tx.insert(customerIdentifiers).values(rows);
}
