import type { Merchant } from "@stampbook/core/context";
import type { OpenHarness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { sql } from "drizzle-orm";

/** Whose PINs and one-time passwords are guessed at. */
export type Victims = { readonly merchant: Merchant; readonly customers: readonly number[] };

/** As many wrong PINs as a merchant can allow. */
export const PIN_TRIES = 10;
/** More than anybody guesses here, so that each answer tells of a guess. */
const OTP_TRIES = 1_000_000;
/** The harness's own. */
export const SECRET_KEY = "a test's own secret key, long enough";

/** A merchant whose customers have a PIN and a one-time password each, which nobody will guess. */
export async function prepareVictims(harness: OpenHarness, count: number): Promise<Victims> {
  const { given, db, deps } = harness;
  const merchant = await given.merchant({
    pinMaxAttempts: PIN_TRIES,
    otpMaxAttempts: OTP_TRIES,
    otpTtlSeconds: 86_400,
  });
  const made = await Promise.all(Array.from({ length: count }, () => given.customer(merchant)));
  const customers = made.map(({ id }) => id);
  const owner = { merchantId: merchant.id, customerId: 0 };
  // bound to nobody here: it takes as long to verify, and is right for no PIN
  const verifier = await deps.secrets.hashPin(owner, "135790");
  const owners = customers.map((customerId) => ({ ...owner, customerId }));
  await db.insert(schema.pins).values(owners.map((of) => ({ ...of, verifier })));
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await db
    .insert(schema.oneTimePasswords)
    .values(owners.map((of) => ({ ...of, purpose: "pin", mac: "no code's", expiresAt })));
  return { merchant, customers };
}

/** The tries that the rows count, those that nobody settled among them. */
export async function countedTries(
  { db }: OpenHarness,
  { merchant }: Victims,
): Promise<ReadonlyMap<number, { readonly pin: number; readonly otp: number }>> {
  const rows: unknown = await db.execute(sql`
    select p.customer_id::int as customer, p.wrong_tries + cardinality(p.deciding) as pin, o.wrong_tries as otp
    from pins p join one_time_passwords o on o.merchant_id = p.merchant_id and o.customer_id = p.customer_id
    where p.merchant_id = ${merchant.id}`);
  return new Map(
    (rows as { customer: number; pin: number; otp: number }[]).map((row) => [row.customer, row]),
  );
}
