import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import type { ChangeParameters } from "../credentials/index.ts";
import {
  afterChangeArms,
  customerAloneArm,
  usedOtpArm,
  verifierArm,
  voidedOtpArm,
} from "../credentials/index.ts";

const p = sql.placeholder;

/** Writes the password of the arm `proof`, with no tries counted. */
const written = sql`insert into passwords as x (merchant_id, customer_id, verifier)
  select ${p("merchantId")}::bigint, customer_id, ${p("newVerifier")}::text from proof
  on conflict (merchant_id, customer_id) do update set verifier = excluded.verifier,
    wrong_tries = 0, last_wrong_at = null, deciding = '{}'
  returning x.customer_id`;

const save = (name: string, proof: SQL, others: Readonly<Record<string, SQL>>) =>
  statement<boolean>(
    name,
    { proof, changed: written, ...others, ...afterChangeArms },
    sql`to_json(exists (select 1 from changed))`,
  );

const voided = { voided: voidedOtpArm("password") };
const saves = {
  set: save("set_password", customerAloneArm, voided),
  change: save("change_password", verifierArm("passwords"), voided),
  resetByOtp: save("reset_password_by_otp", usedOtpArm("password"), {}),
};

/** The proof for a change: none, the verifier that was checked, or a one-time password. */
type Proved =
  | [by: "set", proof: Readonly<Record<never, never>>]
  | [by: "change", proof: { readonly verifier: string }]
  | [by: "resetByOtp", proof: { readonly macs: readonly string[] }];

/** Replaces or sets the password if the proof still holds; otherwise returns false. */
export function savePassword(
  ctx: CoreContext,
  parameters: ChangeParameters & { readonly newVerifier: string },
  ...[by, proof]: Proved
): Promise<boolean> {
  const macs = "macs" in proof ? { macs: `{${proof.macs.join(",")}}` } : {};
  return run(ctx.db, saves[by], { ...parameters, ...proof, ...macs });
}
