import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import { Secret } from "../../foundation/secret.ts";
import { requestOtp } from "../../people/otp/index.ts";
import { setPassword } from "../../people/password/index.ts";
import { credentialsIn } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { type OpenHarness, refusalOf, untilWaiting } from "../../testing/index.ts";
import { interrupted } from "../../testing/waiting/interrupted.ts";
import { anonymizeCustomer } from "./index.ts";

// A queued message contains an address that was read earlier. Tests that no such message outlives the
// customer's data.

/** Makes a customer with a PIN. The merchant sends one-time passwords and notices by email. */
async function recipient(t: OpenHarness) {
  const given = credentialsIn(t);
  const made = await given.withPin(
    { verifier: "any" },
    { notifyCredentialChanges: true, notifyTemplateCode: "notice" },
  );
  await given.template(made.merchant, { code: "otp", body: "{{otp}}" });
  await given.template(made.merchant, { code: "notice" });
  const anonymize = () =>
    anonymizeCustomer(made.ctx, {
      customerId: made.customer.id,
      reason: "asked for it",
      confirmation: String(made.customer.id),
    });
  const messages = () =>
    t.db
      .select()
      .from(schema.outboxMessages)
      .where(eq(schema.outboxMessages.merchantId, made.merchant.id));
  return { ...made, anonymize, messages };
}
type Recipient = Awaited<ReturnType<typeof recipient>>;
type Sends = (ctx: CoreContext, to: Recipient) => Promise<unknown>;

const password = new Secret("a horse of his own");
const sends: readonly (readonly [string, Sends])[] = [
  [
    "a one-time password",
    (ctx, { user }) =>
      requestOtp(ctx, { user, purpose: "pin", type: "email", templateCode: "otp" }),
  ],
  [
    "the notice of a new password",
    (ctx, { customer }) => setPassword(ctx, { user: customer.email ?? "", newPassword: password }),
  ],
];

const t = harnessOfFile();

it.each(sends)("M14: %s is not queued for who was anonymized meanwhile", async (_, send) => {
  const to = await recipient(t);
  const refusal = await refusalOf(send(interrupted(to.ctx, to.anonymize), to));
  expect(refusal.code).toBe("invalid_user");
  expect(await to.messages()).toEqual([]);
});

it.each(sends)("%s is queued otherwise", async (_, send) => {
  const to = await recipient(t);
  await send(to.ctx, to);
  expect(await to.messages()).toMatchObject([{ recipient: to.customer.email }]);
});

describe("while an anonymization is under way", () => {
  /**
   * Queues a message after an anonymization has emptied the outbox, but before it ends. Returns whether the
   * message was queued, and the number of messages left.
   */
  async function race(send: Sends) {
    const to = await recipient(t);
    const sql = openClient(t.open.url, 2);
    try {
      const holder = await sql.reserve();
      await holder`begin`;
      // this lock stops the anonymization after it has deleted the messages, and before it deletes the pins
      await holder`select 1 from pins where merchant_id = ${to.merchant.id} for update`;
      const anonymized = to.anonymize();
      await untilWaiting(sql, 1);
      const sent = send(to.ctx, to).then(
        () => "queued",
        () => "refused",
      );
      await untilWaiting(sql, 2);
      await holder`commit`;
      holder.release();
      await anonymized;
      return [await sent, (await to.messages()).length];
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  it.each(sends)("M14: %s waits for it and is refused", async (_, send) => {
    expect(await race(send)).toEqual(["refused", 0]);
  });

  it("the race notices a message that is queued for a customer who was only read", async () => {
    const naive: Sends = async (_, { merchant, customer }) => {
      const { customers, outboxMessages } = schema;
      const isThem = and(eq(customers.merchantId, merchant.id), eq(customers.id, customer.id));
      const [row] = await t.db
        .select()
        .from(customers)
        .where(and(isThem, isNull(customers.anonymizedAt)));
      await t.db.insert(outboxMessages).values({
        merchantId: merchant.id,
        id: `m${merchant.id}`,
        customerId: customer.id,
        kind: "notice",
        channel: "email",
        templateCode: "notice",
        recipient: row?.email ?? "",
        payload: "sealed",
        nextAttemptAt: "2100-01-01T00:00:00Z",
        expiresAt: "2100-01-01T00:00:00Z",
      });
    };
    expect(await race(naive)).toEqual(["queued", 1]);
  });
});
