import { columnName, columnsOf, json, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, type changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
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
  oneRedemptionPerInvoice: merchants.oneRedemptionPerInvoice,
  partialMayRedeem: merchants.partialMayRedeem,
  memberIdPrefix: merchants.memberIdPrefix,
  marketingDefault: merchants.marketingDefault,
};

const programme = read(
  "get_programme",
  () => rowsOf(merchants, { where: [] }).one(settings) as SQL<ProgrammeSettings>,
);

export function selectProgramme(ctx: CoreContext): Promise<ProgrammeSettings> {
  return run(ctx.db, programme, { merchantId: ctx.caller.merchant.id });
}

const names = sql.raw(Object.values(settings).map(columnName).join(", "));

const saved = statement<ProgrammeSettings>(
  "save_programme",
  {
    saved: sql`update merchants m set (${names}) =
        (select ${names} from jsonb_populate_record(m, ${p("changes")}))
      where m.id = ${p("merchantId")}
      returning m.*`,
    audit: auditArm(sql`saved`),
  },
  sql`(select ${json(settings)} from saved as merchants)`,
);

/** Writes only the changed settings, with the audit entry; returns all of them after the change. */
export async function updateProgramme(
  ctx: CoreContext,
  changes: ReturnType<typeof changesOf>,
): Promise<ProgrammeSettings> {
  const entry = { action: "programme.save", subject: "programme", details: changes };
  const parameters = { ...(await auditParameters(ctx, entry)), changes: columnsOf(changes) };
  return run(ctx.db, saved, parameters);
}
