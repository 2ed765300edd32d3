import type { CoreContext } from "@stampbook/core/context";
import { Failure, type FailureCode } from "@stampbook/core/failures";
import { type SQL, sql } from "drizzle-orm";
import type { Guessers } from "./guessers.ts";

async function read<Row>({ db }: CoreContext, query: SQL): Promise<Row | null> {
  const rows: unknown = await db.execute(query);
  return (rows as Row[])[0] ?? null;
}

function refuse(code: FailureCode): never {
  throw new Failure({ code, message: "refused by a naive variant" });
}

/** Verifies first and counts afterwards. A wrong guess is not counted if the process dies in between. */
async function checkPin(ctx: CoreContext, customerId: number): Promise<void> {
  const merchantId = ctx.caller.merchant.id;
  const pin = await read<{ verifier: string; open: boolean }>(
    ctx,
    sql`select verifier, wrong_tries < (select pin_max_attempts from merchants where id = ${merchantId}) as open
      from pins where merchant_id = ${merchantId} and customer_id = ${customerId}`,
  );
  if (!pin?.open) return refuse("pin_blocked");
  if (await ctx.secrets.verifyPin(pin.verifier, { merchantId, customerId }, "000000")) return;
  await ctx.db.execute(sql`
    update pins set wrong_tries = wrong_tries + 1
    where merchant_id = ${merchantId} and customer_id = ${customerId}`);
  refuse("invalid_pin");
}

async function checkPassword(ctx: CoreContext, customerId: number): Promise<void> {
  const merchantId = ctx.caller.merchant.id;
  const password = await read<{ verifier: string }>(
    ctx,
    sql`select verifier from passwords where merchant_id = ${merchantId} and customer_id = ${customerId}`,
  );
  if (!password || (await ctx.secrets.verifyPassword(password.verifier, "000000"))) return;
  await ctx.db.execute(sql`
    update passwords set wrong_tries = wrong_tries + 1
    where merchant_id = ${merchantId} and customer_id = ${customerId}`);
  refuse("invalid_password");
}

export const naive: Guessers = {
  validatePin: checkPin,
  authorize: checkPin,
  validatePassword: checkPassword,
  resetPin: async (ctx, customerId, known) => {
    const merchantId = ctx.caller.merchant.id;
    const otp = await read<{ mac: string }>(
      ctx,
      sql`select mac from one_time_passwords where merchant_id = ${merchantId} and customer_id = ${customerId}`,
    );
    const macs = ctx.secrets.otpMacs({ merchantId, customerId }, "pin", "000000");
    if (otp && macs.includes(otp.mac)) return;
    known();
    await ctx.db.execute(sql`
      update one_time_passwords set wrong_tries = wrong_tries + 1
      where merchant_id = ${merchantId} and customer_id = ${customerId}`);
    refuse("invalid_otp");
  },
};
