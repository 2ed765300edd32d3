import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import type { Merchant } from "../../foundation/context.ts";
import type { OpenHarness } from "../open-harness.ts";

/** Reads a merchant's customers, with their identifiers, credentials and messages. */
export async function readPeople(
  { db }: Pick<OpenHarness, "db">,
  { id }: Merchant,
): Promise<readonly object[]> {
  const { customers, customerIdentifiers, outboxMessages, oneTimePasswords, pins } = schema;
  const { customerId, channel, templateCode, recipient, state, lastError } = outboxMessages;
  const [people, identifiers, passwords, verifiers, messages] = await Promise.all([
    db.select().from(customers).where(eq(customers.merchantId, id)),
    db.select().from(customerIdentifiers).where(eq(customerIdentifiers.merchantId, id)),
    db
      .select({ customerId: oneTimePasswords.customerId })
      .from(oneTimePasswords)
      .where(eq(oneTimePasswords.merchantId, id)),
    db
      .select({ customerId: pins.customerId, verifier: pins.verifier })
      .from(pins)
      .where(eq(pins.merchantId, id)),
    db
      .select({ customerId, channel, templateCode, recipient, state, lastError })
      .from(outboxMessages)
      .where(eq(outboxMessages.merchantId, id)),
  ]);
  return [...people, ...identifiers, ...passwords, ...verifiers, ...messages];
}
