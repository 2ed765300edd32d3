import { schema } from "@stampbook/db";
import type { CoreContext, Merchant } from "../foundation/context.ts";
import type { Failure } from "../foundation/failures.ts";
import { Secret } from "../foundation/secret.ts";
import type { OpenHarness } from "./open-harness.ts";

export const rightPin = new Secret("135790");
export const wrongPin = new Secret("246801");
export const rightPassword = new Secret("correct horse");
export const wrongPassword = new Secret("wrong horse");

/** The verifier of `rightPassword`. It contains no customer's id, so all customers share it. */
let rightVerifier: Promise<string> | undefined;

type CustomerRow = Partial<typeof schema.customers.$inferInsert>;

/** Returns functions that make customers with credentials, each in a new merchant. */
export function credentialsIn(t: OpenHarness) {
  const customer = async (
    settings: Partial<typeof schema.merchants.$inferInsert> = {},
    row: CustomerRow = {},
  ) => {
    const merchant = await t.given.merchant(settings);
    const mobileNumber = "+628123456789";
    const made = await t.given.customer(merchant, { mobileNumber, ...row });
    return { merchant, customer: made, ctx: t.as(merchant), user: made.id };
  };

  /** Makes a customer whose PIN is `rightPin`. Hashes no PIN if the row has a `verifier`. */
  const withPin = async (
    row: Partial<typeof schema.pins.$inferInsert> = {},
    settings: Partial<typeof schema.merchants.$inferInsert> = {},
  ) => {
    const made = await customer(settings);
    const owner = { merchantId: made.merchant.id, customerId: made.customer.id };
    const verifier = row.verifier ?? (await t.deps.secrets.hashPin(owner, rightPin.reveal()));
    await t.db.insert(schema.pins).values({ ...owner, ...row, verifier });
    return made;
  };

  /** Makes a customer whose password is `rightPassword`. */
  const withPassword = async (
    row: Partial<typeof schema.passwords.$inferInsert> = {},
    settings: Partial<typeof schema.merchants.$inferInsert> = {},
  ) => {
    const made = await customer(settings);
    const owner = { merchantId: made.merchant.id, customerId: made.customer.id };
    rightVerifier ??= t.deps.secrets.hashPassword(rightPassword.reveal());
    const verifier = row.verifier ?? (await rightVerifier);
    await t.db.insert(schema.passwords).values({ ...owner, ...row, verifier });
    return made;
  };

  const template = (
    merchant: Merchant,
    row: Partial<typeof schema.messageTemplates.$inferInsert> & { readonly code: string },
  ) =>
    t.db.insert(schema.messageTemplates).values({
      channel: "email",
      subject: "From {{merchant_name}}",
      body: "Hello {{customer_name}}",
      ...row,
      merchantId: merchant.id,
    });

  return { customer, withPin, withPassword, template };
}

/**
 * Returns a context, and `evaluated`, which returns how many PINs and passwords the context has checked. A
 * check waits 10 ms instead of computing a hash. Any number of checks run at once.
 */
export function counting(t: OpenHarness, merchant: Merchant, parts: Partial<CoreContext> = {}) {
  let evaluated = 0;
  const evaluate = async (isRight: boolean) => {
    evaluated++;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return isRight;
  };
  const ctx = t.as(merchant, {
    ...parts,
    secrets: {
      ...t.deps.secrets,
      onPlace: (work) => work(),
      verifierIsOutdated: () => false,
      verifyPin: (_verifier, _owner, pin) => evaluate(pin === rightPin.reveal()),
      verifyPassword: (_verifier, password) => evaluate(password === rightPassword.reveal()),
    },
  });
  return { ctx, evaluated: () => evaluated };
}

/** Counts the results of calls, by `ok` or the refusal's message. */
export async function tallied(calls: readonly Promise<unknown>[]) {
  const tally: Record<string, number> = {};
  for (const call of await Promise.allSettled(calls)) {
    const word = call.status === "fulfilled" ? "ok" : (call.reason as Failure).message;
    tally[word] = (tally[word] ?? 0) + 1;
  }
  return tally;
}
