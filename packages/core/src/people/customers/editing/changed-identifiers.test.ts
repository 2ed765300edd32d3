import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { credentialsIn } from "../../../testing/credentials.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { requestOtp } from "../../otp/index.ts";
import { type CustomerEdit, editCustomer } from "../index.ts";

const OLD = { email: "old@example.com", mobileNumber: "+628111111111" };

// Tests that an edit by staff of an email, mobile number or Member ID ends open one-time passwords and sends
// a notice to the old address. The API does the same.

describe("an edit by staff", () => {
  const t = harnessOfFile();

  /** Makes a customer with two open one-time passwords. The merchant sends notices by email and SMS. */
  async function setting(settings: Partial<typeof schema.merchants.$inferInsert> = {}) {
    const merchant = await t.given.merchant({ country: "ID", ...settings });
    const { id: customerId, memberId } = await t.given.customer(merchant, OLD);
    const { template } = credentialsIn(t);
    for (const channel of ["email", "sms"])
      await template(merchant, {
        ...{ code: "credential_changed", channel, subject: channel === "email" ? "News" : "" },
        body: "{{credential}}",
      });
    const ctx = t.as(merchant, {
      caller: { kind: "staff", merchant, userId: "u1", role: "manager", stores: null },
    });
    for (const purpose of ["pin", "password"] as const)
      await requestOtp(ctx, { user: customerId, purpose, type: null, templateCode: null });
    const { budgets, oneTimePasswords: otps, outboxMessages: messages } = schema;
    const codes = async () =>
      (await t.db.select().from(otps).where(eq(otps.merchantId, merchant.id))).length;
    const queued = async () => {
      const rows = await t.db.select().from(messages).where(eq(messages.merchantId, merchant.id));
      return rows
        .map(({ channel, recipient, state, lastError }) => [channel, recipient, state, lastError])
        .sort();
    };
    const spent = async () => {
      const isThis = and(
        eq(budgets.merchantId, merchant.id),
        eq(budgets.budget, "noticesOfCustomer"),
      );
      const [row] = await t.db.select().from(budgets).where(isThis);
      return row?.spent ?? 0;
    };
    const edit = (fields: Omit<CustomerEdit, "customerId">) =>
      editCustomer(ctx, { customerId, ...fields });
    return { memberId, edit, codes, queued, spent };
  }

  const byMail = ["email", OLD.email, "waiting", null];
  const bySms = ["sms", OLD.mobileNumber, "waiting", null];

  test.each([
    ["the email", { email: "new@example.com" }, [byMail]],
    ["no email", { email: null }, [byMail]],
    ["the mobile number", { mobileNumber: "081234567890" }, [bySms]],
    ["the Member ID", { memberId: "ANOTHER1" }, [byMail]],
    ["both", { email: "new@example.com", mobileNumber: "081234567890" }, [byMail, bySms]],
  ])(
    "of %s voids open one-time passwords, and the old address hears of it",
    async (_, fields, sent) => {
      const { edit, codes, queued, spent } = await setting();
      expect(await codes()).toBe(2);
      await edit(fields);
      expect(await codes()).toBe(0);
      expect(await queued()).toEqual(sent);
      expect(await spent()).toBe(sent.length);
    },
  );

  test("of other fields does neither", async () => {
    const { edit, codes, queued, memberId } = await setting();
    const same = { email: OLD.email.toUpperCase(), mobileNumber: "08111111111", memberId };
    await edit({ ...same, name: "Ani", tags: ["vip"] });
    expect(await codes()).toBe(2);
    expect(await queued()).toEqual([]);
  });

  test("queues no notice if the merchant sends none, and voids one-time passwords", async () => {
    const { edit, codes, queued } = await setting({ notifyCredentialChanges: false });
    await edit({ email: "new@example.com" });
    expect(await codes()).toBe(0);
    expect(await queued()).toEqual([]);
  });

  test("is written without a notice if the budget of notices is spent", async () => {
    const { edit, queued, spent } = await setting();
    for (let n = 0; n < 10; n++) await edit({ memberId: `CARD${n}` });
    expect((await edit({ memberId: "CARD10" })).memberId).toBe("CARD10");
    expect(await spent()).toBe(10);
    expect((await queued()).filter(([, , state]) => state === "dead")).toEqual([
      ["email", OLD.email, "dead", "limit reached"],
    ]);
  });
});
