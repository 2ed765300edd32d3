import { type SQL, sql } from "drizzle-orm";
import type { FailureCode, Refusal } from "../../../foundation/failures.ts";
import type { IdentifierEntry, TakenIdentifier } from "../../../people/customers/index.ts";
import { check, fact } from "../../kernel/index.ts";

/** What refusals are about. Further Member IDs, and what Member IDs read as, belong to `memberId`. */
type Field = IdentifierEntry["form"];

const call = { identifiers: "json" } as const;

/** The entries that the call writes, and which of them customers other than `customer` have. */
export const found = (customer: SQL) =>
  fact({
    call,
    joins: () => takenJoin({ others: sql` and i.customer_id <> ${customer}` }),
    keeps: {},
    shows: { taken },
  });

/**
 * The entries that the call writes for a new customer, and which of them others have. `isMade` is SQL over such an
 * entry `x`: whether the service makes another one if it is taken.
 */
export const foundOfNew = (isMade: SQL) =>
  fact({
    call,
    joins: () => takenJoin({ isMade }),
    keeps: {},
    shows: { taken },
  });

/** Whether a customer has an entry that the service has made for the call. */
export const isMadeTaken = sql<boolean>`taken.made is true`;

const taken = sql<readonly TakenIdentifier[]>`coalesce(taken.list, '[]')`;

const sent = sql`json_to_recordset(c.identifiers) as x(form text, value text, "isReserved" boolean, field text)`;

/** Joins what others have of the entries; `isMade` counts those apart that the service can replace. */
function takenJoin({ others = sql``, isMade }: { others?: SQL; isMade?: SQL }): SQL {
  const given = isMade ? sql` filter (where not x.is_made)` : sql``;
  const made = isMade ? sql`, bool_or(x.is_made) as made` : sql``;
  const entries = isMade ? sql`(select x.*, ${isMade} as is_made from ${sent}) x` : sent;
  return sql`
  cross join lateral (select json_agg(json_build_object('form', i.form, 'value', i.value,
      'isReserved', i.is_reserved))${given} as list,
      array_agg(case when x."isReserved" then 'memberId' else x.form end)${given} as fields${made}
    from ${entries}
    cross join lateral (select i.form, i.value, i.is_reserved from customer_identifiers i
      where i.merchant_id = $1 and i.form = x.form and i.value = x.value${others} limit 1) i) taken`;
}

type Has = { readonly taken: readonly TakenIdentifier[] };
type Called = { readonly identifiers: unknown };

/** What to say about an entry of the call that another customer has. */
type Wording = {
  readonly codes: Readonly<Record<Field, FailureCode>>;
  readonly words: (wanted: IdentifierEntry, theirs: TakenIdentifier) => Omit<Refusal, "code">;
  /** Whether a refusal counts as a wrong guess of the caller, who learns that somebody has the identifier. */
  readonly isGuess: boolean;
};

/** Returns the first entry of a field that another customer has, with that customer's entry. */
function firstTaken(field: Field, { taken }: Has, { identifiers }: Called) {
  for (const one of identifiers as readonly IdentifierEntry[]) {
    const theirs = taken.find(({ form, value }) => form === one.form && value === one.value);
    if (theirs && (one.isReserved ? "memberId" : one.form) === field) return { one, theirs };
  }
  throw new TypeError(`the statement found no taken ${field}`);
}

const isFree = (field: Field, { codes, words, isGuess }: Wording) =>
  check({
    code: codes[field],
    isGuess,
    holds: () => sql`(${sql.raw(`'${field}'`)} = any (taken.fields)) is not true`,
    words: (seen: Has, call: Called) => {
      const { one, theirs } = firstTaken(field, seen, call);
      return words(one, theirs);
    },
  });

/** Whether no other customer has an entry of the call, in the order of the entries. */
export const areFree = (wording: Wording) => ({
  emailIsFree: isFree("email", wording),
  mobileNumberIsFree: isFree("mobileNumber", wording),
  memberIdIsFree: isFree("memberId", wording),
});

/**
 * Writes the entries of the customers `customer_id` of `rows`. Leaves out an entry that another transaction has
 * taken meanwhile. If `renews`, an entry that the customer has already gets the call's `isReserved`.
 */
export const claim = (rows: string, { renews }: { readonly renews: boolean }) => sql`
  insert into customer_identifiers as i (merchant_id, form, value, customer_id, is_reserved)
  select $1, x.form, x.value, s.customer_id, x."isReserved"
  from ${sql.raw(rows)} s join calls c on c.n = s.n
  cross join lateral ${sent}
  order by x.form, x.value
  on conflict ${
    renews
      ? sql`(merchant_id, form, value) do update set is_reserved = excluded.is_reserved
    where i.customer_id = excluded.customer_id`
      : sql`do nothing`
  }
  returning 1`;

/** True if `claimed`, a `claim` of `rows`, wrote all their entries. Otherwise rolls the statement back. */
export const areClaimed = (rows: string) => sql`case when (select count(*) from claimed) =
      (select coalesce(sum(json_array_length(c.identifiers)), 0)
        from ${sql.raw(rows)} s join calls c on c.n = s.n) then true
    else stampbook_refuse('identifiers') end`;
