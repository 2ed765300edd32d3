import { columnName, columnsOf, json, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import {
  auditArm,
  auditParameters,
  changesDoc,
  type changesOf,
} from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import type { ProgrammeSettings } from "./programme.rules.ts";

const { merchants } = schema;
const p = sql.placeholder;

const settings = {
  earnAmount: merchants.earnAmount,
  earnStamps: merchants.earnStamps,
  earnOn: merchants.earnOn,
  earnMaxPerTransaction: merchants.earnMaxPerTransaction,
  earnMaxPerDay: merchants.earnMaxPerDay,
  acceptStampsFromPos: merchants.acceptStampsFromPos,
  stampsValidDays: merchants.stampsValidDays,
  spentStampsOnCancel: merchants.spentStampsOnCancel,
  spentStampsOnReturn: merchants.spentStampsOnReturn,
  oneRedemptionPerInvoice: merchants.oneRedemptionPerInvoice,
  partialMayRedeem: merchants.partialMayRedeem,
  memberIdPrefix: merchants.memberIdPrefix,
  marketingDefault: merchants.marketingDefault,
};

const programme = read(
  "get_programme",
  () => rowsOf(merchants, { where: [] }).one(settings) as SQL<ProgrammeSettings>,
);

/**
 * Returns the merchant's programme: how sales earn, how long stamps are valid, how members join and redeem.
 */
export function getProgramme(ctx: CoreContext): Promise<ProgrammeSettings> {
  return run(ctx.db, programme, { merchantId: ctx.caller.merchant.id });
}

const names = sql.raw(Object.values(settings).map(columnName).join(", "));

const settingsOf = (row: SQL): SQL => sql`(select ${json(settings)} from ${row} as merchants)`;

/** The locked row `h` of the CTE `held`, with the new values. */
const after = sql`jsonb_populate_record(null::merchants, to_jsonb(h) || ${p("changes")}::jsonb)`;

const saved = statement<ProgrammeSettings>(
  "save_programme",
  {
    held: sql`select m.* from merchants m where m.id = ${p("merchantId")} for no key update`,
    changed: sql`select d.details from held h
      cross join lateral (select ${changesDoc(settingsOf(sql`held`), settingsOf(after))} as details) d
      where d.details is not null`,
    saved: sql`update merchants m set (${names}) =
        (select ${names} from jsonb_populate_record(m, ${p("changes")}))
      where m.id = ${p("merchantId")} and exists (select 1 from changed)
      returning m.*`,
    audit: auditArm(sql`saved`, sql`(select details from changed)`),
  },
  sql`coalesce(${settingsOf(sql`saved`)}, ${settingsOf(sql`held`)})`,
);

/**
 * Writes only the settings in `changes`, and an audit entry. The entry's old values come from the locked row.
 * Writes nothing if the settings already have these values. Returns all settings after the change.
 */
export async function updateProgramme(
  ctx: CoreContext,
  changes: ReturnType<typeof changesOf>,
): Promise<ProgrammeSettings> {
  const entry = { action: "programme.save", subject: "programme" };
  const parameters = { ...(await auditParameters(ctx, entry)), changes: columnsOf(changes) };
  return run(ctx.db, saved, parameters);
}
