// SQL for the changes of level that a sale, its cancel or its modification causes. The aliases are `u` for
// the customer, `ms` for the membership and `m` for the merchant. Every change of a customer's sales raises
// the membership's `entry_number`. A statement reads a sum of sales before it locks the membership. The sum
// is still right if the locked row has the `entry_number` that was read with it.

/** A period as SQL expressions: `after` is the day before its first day, `last` is its last day. */
type Days = { readonly after: string; readonly last: string };

const counts = (day: string, { after, last }: Days) => `${day} > ${after} and ${day} <= ${last}`;

/**
 * Returns the days whose spending counts for level `o` on `day`. They end with `day`, and the level's
 * `keep_months` is their number of months.
 */
const daysOf = (day: string): Days => ({
  after: `(${day} - make_interval(months => o.keep_months))::date`,
  last: day,
});

/** SQL expressions of the sale that the call writes. `reaches` counts this `spending`, not the stored one. */
type Own = { readonly id: string; readonly day: string; readonly spending: string };

/**
 * Returns an SQL condition: the member reaches level `o` on `day`. The sum uses `spending` of the sale `own`,
 * and ignores the stored row of that sale.
 */
const reaches = (day: string, own: Own) => {
  const days = daysOf(day);
  return `o.spending_to_reach <= case when ${counts(own.day, days)} then ${own.spending} else 0 end
      + (select coalesce(sum(t.spending), 0) from transactions t
        where t.merchant_id = $1 and t.customer_id = u.id and t.status = 'Created'
          and t.id is distinct from ${own.id} and ${counts("t.business_day", days)})`;
};

const lastDay = (day: string) => `(${day} + make_interval(months => o.keep_months))::date`;

/**
 * Joins `raise`, the highest level that the new sale reaches above the member's level. Its columns are
 * `level`, `name` and the last day `until`. All three are null if the sale reaches no higher level, or if
 * `mayRise` is false.
 */
export function raise(day: string, own: Own, mayRise: string): string {
  return `
  left join lateral (select o.level, o.name, ${lastDay(day)} as until from levels o
    where o.merchant_id = $1 and o.level > ms.level and ${mayRise} and ${reaches(day, own)}
    order by o.level desc limit 1) raise on true`;
}

/**
 * Joins `fall`, the level to which the member goes back if the sale `x` keeps only `spending`. That is the
 * highest of these:
 * - the level before the first raise since staff or the nightly job changed the level;
 * - the level of each raise by another sale that is neither canceled nor modified;
 * - for each other raise, the highest level, at most the one it gave, that the remaining spending reaches on
 *   its day.
 *
 * Its columns are `level`, `name` and the last day `until`. All three are null if the member keeps the level,
 * or if none of these raises is by `x`.
 */
export function fall(spending: string): string {
  const day = "greatest((r.created_at at time zone m.timezone)::date, r.business_day)";
  return `
  left join lateral (
    with changes as (
      select lc.*, row_number() over (order by lc.created_at, lc.id) as place
      from level_changes lc where lc.merchant_id = $1 and lc.customer_id = u.id
    ),
    raises as (
      select r.*, t.business_day, r.cause_id <> x.id and t.status = 'Created' and not exists (
        select 1 from transaction_modifications d
        where d.merchant_id = $1 and d.transaction_id = r.cause_id) as stands
      from changes r join transactions t on t.merchant_id = $1 and t.id = r.cause_id
      where r.cause = 'sale' and not exists (
        select 1 from changes d where d.cause in ('hand', 'ended') and d.place > r.place)
    ),
    base as (select r.level_before as level, r.until_before as until, 0 as place, false as stands
      from raises r order by r.place limit 1),
    candidates as (
      select * from base
      union all
      select r.level_after, r.until, r.place, true from raises r where r.stands
      union all
      select o.level, ${lastDay(day)}, r.place, false
      from raises r cross join base b
      join levels o on o.merchant_id = $1 and o.level > b.level and o.level <= r.level_after
      where not r.stands
        and ${reaches(day, { id: "x.id", day: "x.business_day", spending })}
    )
    select d.level, f.name, d.until from candidates d
    join levels f on f.merchant_id = $1 and f.level = d.level
    where exists (select 1 from raises r where r.cause_id = x.id)
    order by d.level desc, d.stands desc, d.place limit 1) fall on fall.level < ms.level`;
}

/**
 * Inserts a row of `level_changes` for each row `r` of `rows` whose level changed. The new id is
 * `level_change` of the call `c`.
 */
export function insertLevelChanges(rows: string, cause: "sale" | "void" | "modification"): string {
  return `insert into level_changes as x (merchant_id, id, customer_id, level_before, level_after, until,
    until_before, cause, cause_id, created_at, created_by)
  select $1, c.level_change, r.customer_id, r.level_before, r.level_after, r.until, r.until_before,
    '${cause}', r.sale_id, r.now, c.actor
  from ${rows} r join calls c on c.n = r.n
  where r.level_after <> r.level_before
  returning x.id`;
}
