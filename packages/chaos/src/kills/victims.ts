import type { Merchant } from "@stampbook/core/context";
import type { OpenHarness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { sql } from "drizzle-orm";

/** The merchant and the customers whose PINs, passwords and one-time passwords are guessed. */
export type Victims = { readonly merchant: Merchant; readonly customers: readonly number[] };

/** The most wrong PINs that a merchant can allow. */
export const PIN_TRIES = 10;
/** More tries of a one-time password than the kills make, so that every guess is checked. */
const OTP_TRIES = 1_000_000;
/** The secret key of the harness. */
export const SECRET_KEY = "a test's own secret key, long enough";

/**
 * Makes a merchant whose customers each have a PIN, a password and a one-time password. No guess matches
 * these secrets.
 */
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
  // A verifier for customer 0, who does not exist. Stored for other customers, it matches no PIN, and its
  // check takes the usual time.
  const verifier = await deps.secrets.hashPin(owner, "135790");
  const owners = customers.map((customerId) => ({ ...owner, customerId }));
  await db.insert(schema.pins).values(owners.map((owner) => ({ ...owner, verifier })));
  const password = await deps.secrets.hashPassword("correct horse battery");
  await db
    .insert(schema.passwords)
    .values(owners.map((owner) => ({ ...owner, verifier: password })));
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  // customer 0's here too: made with a key that is set, so that it can be tried
  const [mac = ""] = deps.secrets.otpMacs(owner, "pin", "135790");
  await db
    .insert(schema.oneTimePasswords)
    .values(owners.map((owner) => ({ ...owner, purpose: "pin", mac, expiresAt })));
  return { merchant, customers };
}

/** How often each of a customer's secrets was tried. */
export type Tries = Readonly<Record<"pin" | "password" | "otp", number>>;

/** Reads the tries that the rows count for each customer, including undecided tries of PINs and passwords. */
export async function countedTries(
  { db }: OpenHarness,
  { merchant }: Victims,
): Promise<ReadonlyMap<number, Tries>> {
  const rows: unknown = await db.execute(sql`
    select customer_id::int as customer, p.wrong_tries + cardinality(p.deciding) as pin,
      w.wrong_tries + cardinality(w.deciding) as password, o.wrong_tries as otp
    from pins p join passwords w using (merchant_id, customer_id)
      join one_time_passwords o using (merchant_id, customer_id)
    where merchant_id = ${merchant.id}`);
  return new Map((rows as ({ customer: number } & Tries)[]).map((row) => [row.customer, row]));
}
