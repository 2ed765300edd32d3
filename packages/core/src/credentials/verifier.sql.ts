import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";

const p = sql.placeholder;

const replace = (name: string, table: "pins" | "passwords") =>
  statement<boolean>(
    name,
    {
      replaced: sql`update ${sql.identifier(table)} set verifier = ${p("renewed")}::text
        where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
          and verifier = ${p("verifier")}::text
        returning customer_id`,
    },
    sql`to_json(exists (select 1 from replaced))`,
  );

const replaceOf = {
  pin: replace("renew_pin_verifier", "pins"),
  password: replace("renew_password_verifier", "passwords"),
};

/** Replaces a verifier by another one of the same secret, if it is still stored. */
export function replaceVerifier(
  ctx: CoreContext,
  kind: "pin" | "password",
  of: { readonly customerId: number; readonly verifier: string; readonly renewed: string },
): Promise<boolean> {
  return run(ctx.db, replaceOf[kind], { ...of, merchantId: ctx.caller.merchant.id });
}
