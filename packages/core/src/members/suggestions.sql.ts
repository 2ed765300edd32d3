import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import {
  type SpendingState,
  spendingArms,
  spentDoc,
  spentOrRefuse,
} from "../foundation/budgets/index.ts";
import type { CoreContext } from "../foundation/context.ts";
import { mostOf } from "../foundation/limits.rules.ts";
import { type DueLedger, dueLedger } from "../holding/stamps/index.ts";
import type { Customer, IdentifierForm, Membership } from "../people/customers/index.ts";

const p = sql.placeholder;
const most = sql.raw(String(mostOf.suggestions));

/** A member whom the statement found. `due` is null if no stamps can have expired. */
type SuggestionSeen = {
  readonly customer: Customer;
  readonly otherMemberIds: readonly string[];
  readonly membership: Membership;
  readonly due: DueLedger | null;
};

/**
 * The largest character. Texts that begin with `text` are between `text` and `text` followed by this
 * character.
 */
const LAST = "\u{10FFFF}";
const rangeOf = (text: SQL) =>
  [sql`${text} collate "C"`, sql`(${text} || ${p("last")}::text) collate "C"`] as const;
const names = rangeOf(sql`stampbook_fold(${p("text")}::text)`);

// `value`, `name` and `lastName` are the expressions of the indexes `customer_identifiers_start`,
// `customers_folded_name` and `customers_folded_last_name`. PostgreSQL then reads each index in order, and stops after a
// few rows.
const value = sql.raw(`(i.form || ' ' || i.value) collate "C"`);
const name = sql.raw(`stampbook_fold(c.name) collate "C"`);
const lastName = sql.raw(`regexp_replace(stampbook_fold(c.name), '^.* ', '') collate "C"`);

const within = (form: IdentifierForm, text: SQL) =>
  sql`(${sql.raw(`'${form} '`)} || ${text}) collate "C"`;

const byIdentifier = (
  form: IdentifierForm,
  [start, end]: readonly [SQL, SQL],
) => sql`select i.customer_id as id
  from customer_identifiers i
  where i.merchant_id = ${p("merchantId")} and not i.is_reserved and ${start} <> ''
    and ${value} >= ${within(form, start)} and ${value} < ${within(form, end)}
  order by ${value} limit ${most}`;

const byWord = (word: SQL) => sql`select c.id from customers c
  where c.merchant_id = ${p("merchantId")} and ${names[0]} <> ''
    and ${word} >= ${names[0]} and ${word} < ${names[1]}
  order by ${word}, c.id limit ${most}`;

/** The found members, and what the read has spent. */
type SuggestionsSeen = {
  readonly members: readonly SuggestionSeen[];
  readonly budgets: readonly SpendingState[];
};

const suggestions = statement<SuggestionsSeen>(
  "suggest_members",
  {
    by_member_id: byIdentifier("memberId", rangeOf(sql`${p("memberId")}::text`)),
    by_number: sql`select n.id from json_array_elements_text(${p("numbers")}) b(beginning)
      cross join lateral (${byIdentifier("mobileNumber", rangeOf(sql`b.beginning`))}) n`,
    by_email: byIdentifier("email", rangeOf(sql`${p("email")}::text`)),
    by_name: byWord(name),
    by_last_name: byWord(lastName),
    matched: sql`select id, min(rank) as rank from (
        select id, 1 as rank from by_member_id
        union all select id, 2 from by_number
        union all select id, 3 from by_email
        union all select id, 4 from by_name
        union all select id, 5 from by_last_name) x
      group by id`,
    shown: sql`select c.*, x.rank from matched x
      cross join lateral (select * from customers c where c.merchant_id = ${p("merchantId")}
        and c.id = x.id and c.anonymized_at is null offset 0) c
      order by x.rank, ${name}, c.id limit ${most}`,
    ...spendingArms(sql`shown`, sql`(select count(*) from shown)`),
  },
  sql`case when ${spentOrRefuse} then json_build_object('budgets', ${spentDoc},
    'members', coalesce((select json_agg(json_build_object(
      'customer', json_build_object('id', c.id, 'memberId', c.member_id, 'name', c.name,
        'gender', c.gender, 'address', c.address, 'isActive', c.is_active, 'email', c.email,
        'mobileNumber', c.mobile_number, 'pictureUrl', c.picture_url, 'birthday', c.birthday),
      'otherMemberIds', c.other_member_ids,
      'membership', json_build_object('level', ms.level, 'levelName', ms.level_name,
        'status', ms.status, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'tags', ms.tags,
        'referralCode', ms.referral_code, 'startDate', ms.start_date,
        'createdOn', (ms.created_at at time zone ms.timezone)::date, 'isBlocked', ms.is_blocked),
      'due', ${dueLedger("ms")}) order by c.rank, ${name}, c.id)
    from shown c cross join lateral (select ms.*, l.name as level_name, m.timezone
      from memberships ms
        join levels l on l.merchant_id = ${p("merchantId")} and l.level = ms.level
        join merchants m on m.id = ${p("merchantId")}
      where ms.merchant_id = ${p("merchantId")} and ms.customer_id = c.id offset 0) ms), '[]')) end`,
);

/**
 * Reads members whose Member ID, mobile number, email, name or last name begins with a text. Matches by
 * Member ID come first, then by mobile number, and so on. `memberId`, `email` and `numbers` are the text in
 * the forms of identifiers, `numbers` as beginnings of mobile numbers in E.164. `budgets` is the parameter
 * from `countShownCustomers`.
 */
export function selectSuggestions(
  ctx: CoreContext,
  input: {
    readonly text: string;
    readonly memberId: string;
    readonly email: string;
    readonly numbers: readonly string[];
    readonly budgets: string;
  },
): Promise<SuggestionsSeen> {
  return run(ctx.db, suggestions, {
    ...input,
    numbers: JSON.stringify(input.numbers),
    last: LAST,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}
