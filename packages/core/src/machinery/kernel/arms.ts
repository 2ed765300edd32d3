import { json } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import {
  answers,
  type ColumnTypes,
  type Form,
  firstCalls,
  keyParts,
} from "../../foundation/writing/index.ts";
import { type Checks, firstOf, inOrder, judgedBy } from "./check.ts";
import type { Lock } from "./fact.ts";
import { type Expressions, from, rowOf, selected, snakeOf, textOf } from "./rows.ts";
import type { Facts, Spec, Without } from "./spec.ts";

/** A spec of any types. */
type AnySpec = Spec<Facts, ColumnTypes, readonly Checks[], unknown, unknown>;

/**
 * The SQL after the CTE `calls`: it looks and judges, lets each subject through once, locks and judges again,
 * writes, and answers. `without` is left out, for tests.
 */
export function armsOf(spec: AnySpec, form: Form, without: Without): SQL {
  const keeps: Expressions = Object.assign(
    { now: sql`c.now` },
    ...spec.sees.map((each) => each.keeps),
  );
  const shows: Expressions = Object.assign({}, ...spec.sees.map((each) => each.shows));
  const { once, locks } = spec;
  const derived = spec.derivedKey && !without.derivedKey && textOf(spec.derivedKey);
  const key = keyParts(spec.name, form, derived || null);
  const checks = Object.fromEntries(
    Object.entries(inOrder(spec.checks)).filter(([name]) => name !== without.check),
  );
  const judged = judgedBy(checks, keeps);
  const isDue = dueOf(spec, keeps, without) ?? sql`false`;
  const lacks = spec.completes?.lacks ?? sql`false`;
  const repeated: Expressions = spec.repeats ? { isRepeated: spec.repeats.is } : {};
  const isNew = spec.repeats ? "is_new and is_repeated is not true" : "is_new";
  const told = [...Object.keys({ ...shows, ...repeated }), "refused", "isDue", "kept"];
  const b = rowOf("b", Object.fromEntries(told.map((name) => [name, name])));
  const parts = sql.join(
    told.map((name) => sql`${sql.raw(`'${name}'`)}, ${b[name]}`),
    sql`, `,
  );
  const subjects = [...once.map(snakeOf), "key"].filter(
    (name) => name !== snakeOf(without.once ?? ""),
  );
  const kept = ["n", "key", "fingerprint", ...Object.keys(keeps).map(snakeOf)];
  const added: Expressions = Object.assign({}, ...locks.map(({ adds }) => adds ?? {}));
  const needed = locks.flatMap(({ onlyIf, each, row }) => [
    ...(onlyIf ? [sql`(${sql.raw(row)}.merchant_id is not null or ${onlyIf} is null)`] : []),
    ...(each ? [sql`${sql.raw(row)}.count = coalesce(cardinality(${each}), 0)`] : []),
  ]);
  const isOwned = without.key ? sql`true` : sql.raw(key.isOwned);
  const { allots = [] } = spec;
  const places = allots.map(({ as, of, amount }) => {
    const used = amount ? sql`sum(${amount})` : sql`row_number()`;
    const window = sql`${used} over (partition by ${of} order by b.n)`;
    return [as, form.isSingle ? (amount ?? sql`1`) : window];
  });
  const more: Expressions = { ...added, ...Object.fromEntries(places) };
  const rows = sql`
  select ${sql.raw(kept.map((name) => `b.${name}`).join(", "))}${andSelected(more)}
  from able b ${sql.join(locks.map((each) => lockOf(spec, each, form, without, keeps)))}
  where ${needed.length ? all(needed) : sql`true`}`;
  const allotted =
    allots.length && !without.allots
      ? sql`
  select * from (${rows}) l where ${all(allots.map(({ isLeft }) => isLeft))}`
      : rows;
  const ends = [
    ...(spec.takes && form.isKeyed && !without.key ? [sql.raw(keysAreUsed)] : []),
    ...(spec.endsWith && !without.end ? [spec.endsWith] : []),
  ];
  const end = ends.length ? sql`\nwhere ${all(ends)}` : sql``;
  return sql`
seen as materialized (
  select c.n, ${sql.raw(key.columns)}, ${selected(keeps)}${andSelected({ ...shows, ...repeated })},
    ${sql.raw(key.keptJson)} as kept, ${isDue} as is_due, ${lacks} as lacks, ${sql.raw(key.isNew)} as is_new,
    ${firstOf(checks, keeps)} as refused
  from calls c${sql.join(spec.sees.map(({ joins }) => joins(form, judged)))}${sql.raw(key.lookups)}
),
able as (${sql.raw(firstCalls(form, subjects, `refused is null and is_due is not true and not lacks and ${isNew}`))}
),
locked as materialized (${allotted}
),${sql.raw(key.owned)}${arms(spec.takes?.(isOwned))}
changed as (${spec.change(isOwned)}),${arms(spec.writes)}${spec.arms ? sql`${spec.arms},` : sql``}
done as (
  select s.n, s.key, ${json({ frame: spec.frame, changed: spec.changed })} as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)${sql.raw(key.outcome)}${sql.raw(answers(textOf(parts)))}${end}`;
}

/** Further CTEs by name. */
const arms = (writes: Readonly<Record<string, SQL>> = {}): SQL =>
  sql.join(Object.entries(writes).map(([name, write]) => sql`\n${sql.raw(name)} as (${write}),`));

/** Fails the statement, and so rolls it back, if a key was written for a call that was not done. */
const keysAreUsed = `case
    when (select count(*) from owned) = (select count(*) from done where key is not null) then true
    else stampbook_refuse('state') end`;

/** Whether something has to be settled first; nothing if the operation settles nothing. */
const dueOf = ({ settles }: AnySpec, at: Expressions, { check }: Without) =>
  check === "isDue" ? undefined : settles?.isDue(at as never);

const all = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `);

const isJudgedOnce = (name: string, { again = [] }: Without) => [again].flat().includes(name);

/** The further items of a select list, if there are any. */
const andSelected = (expressions: Expressions) =>
  Object.keys(expressions).length ? sql`, ${selected(expressions)}` : sql``;

/** The join that locks a row, or counts the rows that it locks, with the checks that are judged again on them. */
function lockOf(spec: AnySpec, lock: Lock, form: Form, without: Without, keeps: Expressions): SQL {
  const { table, merchantId, is, strength, asSeen = {}, onlyIf, each, isShared } = lock;
  const row = sql.raw(lock.row);
  const at = rowOf("b", keeps);
  const again = Object.entries(inOrder(spec.checks))
    .filter(
      ([name, each]) =>
        each.again === lock.row && name !== without.check && !isJudgedOnce(name, without),
    )
    .map(([, { holds }]) => sql`\n      and (${holds(at as never)})`);
  const same = Object.entries(asSeen)
    .filter(([name]) => ![without.asSeen].flat().includes(name))
    .map(
      ([name, now]) =>
        sql`\n      and ${now} is not distinct from ${sql.raw(`b.${snakeOf(name)}`)}`,
    );
  const isDue = spec.settles?.again === lock.row && dueOf(spec, at, without);
  const due =
    isDue && !isJudgedOnce("isDue", without) ? sql`\n      and (${isDue}) is not true` : sql``;
  const taken = [without.lock].flat().includes(lock.row)
    ? sql``
    : sql`for ${sql.raw(strength)} of ${row} ${sql.raw(isShared ? form.skipShared : form.skipLocked)}`;
  const one = sql`(select ${row}.* from ${from(table)}
    where ${merchantId} = $1 and ${is}${sql.join([...same, ...again])}${due}
    ${taken}) ${row}`;
  // a look-up for each id: without statistics PostgreSQL finds no index for an array of them
  if (each)
    return sql`
  cross join lateral (select count(*) as count
    from (select w.id from unnest(${each}) as w (id) order by w.id) w
    cross join lateral ${one}) ${row}`;
  return onlyIf
    ? sql`
  left join lateral ${one} on true`
    : sql`
  cross join lateral ${one}`;
}
