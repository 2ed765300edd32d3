import { type Parameters, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { asc, eq, sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";

const { levels } = schema;
const p = sql.placeholder;

/** A level with its rules. Amounts and multipliers are decimals of two places in strings. */
export type LevelRules = {
  readonly level: number;
  readonly name: string;
  readonly earnMultiplier: string;
  /** The spending within `keepMonths` months that raises a member to it; null: by hand alone. */
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

export function selectLevels(ctx: CoreContext): Promise<readonly LevelRules[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}

const load = read("load_level_rules", (p: Parameters<{ readonly level: number }>) =>
  rowsOf(levels, { where: [eq(levels.level, p("level"))] }).one(fields),
);

/** The level with a code; null if no level has it. */
export function loadLevel(ctx: CoreContext, level: number): Promise<LevelRules | null> {
  return run(ctx.db, load, { merchantId: ctx.caller.merchant.id, level });
}

const save = statement<null>(
  "save_level_rules",
  {
    saved: sql`update levels set name = ${p("name")}, earn_multiplier = ${p("earnMultiplier")},
        spending_to_reach = ${p("spendingToReach")}, keep_months = ${p("keepMonths")}
      where merchant_id = ${p("merchantId")} and level = ${p("level")}
      returning 1`,
    audit: auditArm(sql`saved`),
  },
  sql`null`,
);

/** Writes a level's name and rules, with an audit entry. */
export async function updateLevel(
  ctx: CoreContext,
  rules: LevelRules,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entry = { action: "programme.levels.save", subject: `level ${rules.level}`, details };
  await run(ctx.db, save, { ...(await auditParameters(ctx, entry)), ...rules });
}
