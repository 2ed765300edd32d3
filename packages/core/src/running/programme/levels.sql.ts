import { columnsOf, json, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { asc, type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, changesDoc, changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";

const { levels } = schema;
const p = sql.placeholder;

/** A level with its rules. Amounts and multipliers are decimals of two places in strings. */
export type LevelRules = {
  readonly level: number;
  readonly name: string;
  readonly earnMultiplier: string;
  /** The spending within `keepMonths` months that raises a member to the level. Null: only by hand. */
  readonly spendingToReach: string | null;
  readonly keepMonths: number;
};

const fields = {
  level: levels.level,
  name: levels.name,
  earnMultiplier: levels.earnMultiplier,
  spendingToReach: levels.spendingToReach,
  keepMonths: levels.keepMonths,
};

const list = read("list_level_rules", () =>
  rowsOf(levels, { where: [], orderBy: [asc(levels.level)] }).list(fields),
);

/** Returns the merchant's levels with their rules, the lowest level first. */
export function listLevels(ctx: CoreContext): Promise<readonly LevelRules[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}

const rulesOf = (row: SQL): SQL => sql`(select ${json(fields)} from ${row} as levels)`;

/** The locked row `h` of the CTE `held`, with the new values. */
const after = sql`jsonb_populate_record(null::levels, to_jsonb(h) || ${p("changes")}::jsonb)`;

const save = statement<boolean>(
  "save_level_rules",
  {
    held: sql`select l.* from levels l
      where l.merchant_id = ${p("merchantId")} and l.level = ${p("level")} for no key update`,
    changed: sql`select d.details from held h
      cross join lateral (select ${changesDoc(rulesOf(sql`held`), rulesOf(after))} as details) d
      where d.details is not null`,
    saved: sql`update levels l set (name, earn_multiplier, spending_to_reach, keep_months) =
        (select x.name, x.earn_multiplier, x.spending_to_reach, x.keep_months
          from jsonb_populate_record(l, ${p("changes")}) x)
      where l.merchant_id = ${p("merchantId")} and l.level = ${p("level")}
        and exists (select 1 from changed)
      returning 1`,
    audit: auditArm(sql`saved`, sql`(select details from changed)`),
  },
  sql`to_json(exists (select 1 from held))`,
);

/**
 * Writes a level's name and rules, and an audit entry. The entry's old values come from the locked row.
 * Writes nothing if the level already has these values. Returns false if the merchant has no such level.
 */
export async function updateLevel(
  ctx: CoreContext,
  { level, ...rules }: LevelRules,
): Promise<boolean> {
  const entry = { action: "programme.levels.save", subject: `level ${level}` };
  const changes = columnsOf(changesOf(null, rules));
  return run(ctx.db, save, { ...(await auditParameters(ctx, entry)), level, changes });
}
