import { type Parameters, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { asc, eq, sql } from "drizzle-orm";
import { auditArm, auditParameters } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";

const { paymentMethods: methods } = schema;
const p = sql.placeholder;

/** A method of payment. */
export type PaymentMethod = {
  /** As the POS sends it; compared without case. */
  readonly code: string;
  readonly name: string;
  /** Whether what is paid by it earns stamps. */
  readonly earns: boolean;
};

const fields = { code: methods.code, name: methods.name, earns: methods.earns };

const list = read("list_payment_methods", () =>
  rowsOf(methods, { where: [], orderBy: [asc(methods.name), asc(methods.codeKey)] }).list(fields),
);

export function selectMethods(ctx: CoreContext): Promise<readonly PaymentMethod[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}

const load = read("load_payment_method", (p: Parameters<{ readonly codeKey: string }>) =>
  rowsOf(methods, { where: [eq(methods.codeKey, p("codeKey"))] }).one(fields),
);

/** The method of payment with a code; null if no method has it. */
export function loadMethod(ctx: CoreContext, code: string): Promise<PaymentMethod | null> {
  return run(ctx.db, load, { merchantId: ctx.caller.merchant.id, codeKey: codeKeyOf(code) });
}

const save = statement<null>(
  "save_payment_method",
  {
    saved: sql`insert into payment_methods as pm (merchant_id, code_key, code, name, earns)
      values (${p("merchantId")}, ${p("codeKey")}, ${p("code")}, ${p("name")}, ${p("earns")})
      on conflict (merchant_id, code_key) do update
        set code = excluded.code, name = excluded.name, earns = excluded.earns
      returning 1`,
    audit: auditArm(sql`saved`),
  },
  sql`null`,
);

/** Writes a method with an audit entry. Replaces the one with the same code. */
export async function upsertMethod(
  ctx: CoreContext,
  method: PaymentMethod,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entry = {
    action: "programme.paymentMethods.save",
    subject: `payment method ${method.code}`,
    details,
  };
  const parameters = { ...(await auditParameters(ctx, entry)), ...method };
  await run(ctx.db, save, { ...parameters, codeKey: codeKeyOf(method.code) });
}
