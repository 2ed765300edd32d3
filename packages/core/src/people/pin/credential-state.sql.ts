import { json, now, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";

const { merchants, otpAllowances: allowances, passwords } = schema;

type SecretsInput = { readonly customerId: number; readonly offsetMs: number };

/** The number of one-time passwords that were requested within the last hour. */
const inLastHour = sql<number>`(select count(*) from unnest(${allowances.requestedAt}) requested
  where requested > ${now} - interval '1 hour')`;

const others = read("get_other_secrets", (p: Parameters<SecretsInput>) =>
  json({
    hasPassword: rowsOf(passwords, { where: [eq(passwords.customerId, p("customerId"))] }).exists(),
    otp: json({
      /** One-time passwords requested within the last hour. */
      requested: sql<number>`coalesce(${rowsOf(allowances, {
        where: [eq(allowances.customerId, p("customerId"))],
      }).value(inLastHour)}, 0)`,
      allowed: rowsOf(merchants, { where: [] }).value(
        sql<number>`${merchants.otpRequestsPerHour}`,
      ) as SQL<number>,
    }),
  }),
);

/** Whether a password is set, and the requests of one-time passwords. The PIN is read separately. */
export type OtherSecrets = NonNullable<(typeof others)["doc"]>;

export function selectOtherSecrets(ctx: CoreContext, customerId: number): Promise<OtherSecrets> {
  const merchantId = ctx.caller.merchant.id;
  return run(ctx.db, others, { merchantId, customerId, offsetMs: ctx.clockOffsetMs });
}
