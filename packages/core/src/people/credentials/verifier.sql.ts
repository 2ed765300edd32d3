import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { type SecretKind, secretTables } from "./types.ts";

const p = sql.placeholder;

const replacing = (kind: SecretKind) => ({
  replaced: sql`update ${sql.identifier(secretTables[kind].name)} set verifier = ${p("renewed")}
    where merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")}
      and verifier = ${p("verifier")}
    returning customer_id`,
});
const hasReplaced = sql`to_json(exists (select 1 from replaced))`;

const replace = {
  pin: statement<boolean>("renew_pin_verifier", replacing("pin"), hasReplaced),
  password: statement<boolean>("renew_password_verifier", replacing("password"), hasReplaced),
};

/**
 * Replaces a verifier by `renewed`, a verifier of the same secret. Returns false if the old verifier is no
 * longer stored.
 */
export function replaceVerifier(
  ctx: CoreContext,
  kind: SecretKind,
  verifiers: { readonly customerId: number; readonly verifier: string; readonly renewed: string },
): Promise<boolean> {
  return run(ctx.db, replace[kind], { ...verifiers, merchantId: ctx.caller.merchant.id });
}
