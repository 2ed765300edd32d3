import { insertInto, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { unknownLevel } from "../../people/customers/index.ts";
import { check, fact, from, lock, merchantId, rowOf, updateFrom } from "../kernel/index.ts";
import { locked as memberLocked, memberships } from "./member.ts";

const wanted = alias(schema.levels, "wanted");
const l = alias(schema.levels, "l");

const call = {
  /** The id of the row of `level_changes`. */
  change: "bigint",
  level: "int",
  upgradeOnly: "boolean",
  /** The last day of the level; null if it has no end. */
  endDate: "date | null",
  /** The store that gives the level, for the history. */
  storeId: "bigint | null",
} as const;
const c = rowOf("c", { ...call, actor: 0 });

const keeps = {
  change: c.change,
  level: c.level,
  upgradeOnly: c.upgradeOnly,
  endDate: c.endDate,
  storeId: c.storeId,
};

/** The last day of the level that the call gives. */
export const { endDate } = c;

type Level = { readonly level: number; readonly name: string };

/** The level that the call gives, and the merchant's levels, lowest first. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select ${wanted.level} from ${from(wanted)}
    where ${wanted.merchantId} = ${merchantId} and ${wanted.level} = ${c.level}${sql.raw(limit)}) wanted on true`,
  keeps,
  shows: {
    levels: sql<readonly Level[]>`(select coalesce(
      json_agg(json_build_object('level', ${l.level}, 'name', ${l.name}) order by ${l.level}), '[]')
      from ${from(l)} where ${l.merchantId} = ${merchantId})`,
  },
});

/** Locks the membership, and reads the level that it has then. */
export const locked = lock({
  ...memberLocked,
  adds: { levelBefore: memberships.level, levelUntil: memberships.levelUntil },
});

export const exists = check({
  code: unknownLevel.code,
  holds: () => sql`${wanted.level} is not null`,
  words: ({ levels }: { readonly levels: readonly Level[] }) => {
    if (!levels.length) return unknownLevel;
    const named = levels.map(({ level, name }) => `${level} (${name})`).join(", ");
    return { ...unknownLevel, message: `One of ${named} is expected.` };
  },
});

type Has = { readonly membership: { readonly level: number } };
type Given = { readonly upgradeOnly: SQL; readonly level: SQL };

/** Whether the level is not below the member's, if the call only raises levels. */
export const isNotLower = check({
  code: "downgrade_not_allowed",
  again: "ms",
  holds: ({ upgradeOnly, level }: Given) =>
    sql`not ${upgradeOnly} or ${level} >= ${memberships.level}`,
  words: ({ membership }: Has, { level }: { readonly level: number }) => ({
    field: "__all__",
    message: "The member's level is higher than this one.",
    rule: "the call only raises levels",
    expected: `${membership.level} or higher`,
    found: String(level),
  }),
});

const s = rowOf("s", { ...keeps, customerId: 0, now: 0, levelBefore: 0, levelUntil: 0 });

/** Gives the levels. A member who has the level until the same day is not changed. */
export const give = updateFrom(
  memberships,
  { level: s.level, levelUntil: s.endDate },
  {
    from: sql`changed s`,
    where: sql`${memberships.customerId} = ${s.customerId}
    and (${s.level}, ${s.endDate}) is distinct from (${s.levelBefore}, ${s.levelUntil})`,
    returning: sql`s.*`,
  },
);

/** The history of the levels that `given` has. */
export const history = insertInto(
  schema.levelChanges,
  {
    id: s.change,
    customerId: s.customerId,
    levelBefore: s.levelBefore,
    levelAfter: s.level,
    until: s.endDate,
    untilBefore: s.levelUntil,
    cause: sql`'hand'`,
    storeId: s.storeId,
    createdAt: s.now,
    createdBy: c.actor,
  },
  { from: sql`from given s join calls c on c.n = s.n`, end: sql`returning 1` },
);
