import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { budgets } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { deliverMessages, type OutgoingMessage } from "../../foundation/messages/index.ts";
import { confirmVisit, type VisitInput } from "../../serving/visits/index.ts";
import { cancelRedemption } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { aSale, aVisit, interrupted, refusalOf, visitSetting } from "../../testing/index.ts";
import { anonymizeCustomer } from "../privacy/index.ts";
import { emailReceipt } from "./index.ts";

describe("a receipt by email", () => {
  const t = harnessOfFile({ isOwn: true });
  let keys = 0;

  /** Makes a visit: two coffees for stamps, 2.50 off a gift card, and a sale of 50,000. */
  async function visited(settings = {}, changes: Partial<VisitInput> = {}) {
    const setting = await visitSetting(t, settings);
    const { merchant, named, coffee, balance } = setting;
    keys++;
    const key = `visit-${keys}`;
    const visit = await confirmVisit(
      t.keyed(merchant, key),
      aVisit({
        ...named,
        sale: aSale({ invoiceNumber: "INV-9", total: "50000.00" }),
        rewards: [{ reward: coffee.id, qty: 2, stamps: null, requestId: null }],
        vouchers: [{ voucher: { id: balance.id }, value: "2.50", requestId: null }],
        ...changes,
      }),
    );
    return { ...setting, key, visit, ctx: t.as(merchant) };
  }

  /** Delivers the queued emails, and returns them. */
  async function delivered(): Promise<readonly OutgoingMessage[]> {
    const sent: OutgoingMessage[] = [];
    await deliverMessages(t.deps, "email", async (message) => {
      sent.push(message);
      return { kind: "sent", providerId: null };
    });
    return sent;
  }

  test("says what was taken and earned, in the language of the merchant's country, without codes", async () => {
    const { ctx, key, customer, balance, merchant } = await visited({
      country: "SG",
      currency: "SGD",
    });
    expect(await emailReceipt(ctx, key)).toEqual({ email: customer.email, isNew: true });
    const [mail, ...more] = await delivered();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      recipient: customer.email,
      subject: `Your receipt from ${merchant.name}`,
      html: null,
    });
    for (const line of [
      "Invoice: INV-9",
      "2 × Coffee: stamps used: 6",
      /^Gift card: .*2\.50 paid, .*7\.50 left$/m,
      /^Sale: .*50[.,]000$/m,
      "stamps earned: 5",
      "Stamps after this visit: 9",
    ])
      expect(mail?.text).toMatch(line);
    expect(JSON.stringify(mail)).not.toContain(balance.code);

    const there = await visited({ country: "ID" });
    await emailReceipt(there.ctx, there.key);
    const [struk] = await delivered();
    expect(struk?.subject).toBe(`Struk Anda dari ${there.merchant.name}`);
    expect(struk?.text).toContain("Stempel setelah kunjungan ini: 9");
  });

  test("is sent once to each address, however often it is asked for", async () => {
    const { ctx, key, customer, merchant } = await visited();
    const asked = await Promise.all(Array.from({ length: 5 }, () => emailReceipt(ctx, key)));
    expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await emailReceipt(ctx, key)).isNew).toBe(false);
    expect(await delivered()).toHaveLength(1);
    const email = `corrected-${customer.email}`;
    await t.db
      .update(schema.customers)
      .set({ email })
      .where(
        and(eq(schema.customers.merchantId, merchant.id), eq(schema.customers.id, customer.id)),
      );
    expect(await emailReceipt(ctx, key)).toEqual({ email, isNew: true });
    expect(await delivered()).toMatchObject([{ recipient: email }]);
    await t.db
      .update(schema.customers)
      .set({ email: customer.email })
      .where(eq(schema.customers.id, customer.id));
  });

  test("leaves out what was undone, and is refused if nothing is left", async () => {
    const { ctx, key, visit } = await visited({}, { sale: null });
    const [coffees, balance] = visit.redemptions.map(({ redemption }) => redemption.id);
    const cancel = (redemptionId = 0) =>
      cancelRedemption(ctx, {
        ...{ redemptionId, createReplacementVoucher: false, reason: "a mistake" },
      });
    await cancel(coffees);
    await emailReceipt(ctx, key);
    const [mail] = await delivered();
    expect(mail?.text).toContain("Gift card");
    expect(mail?.text).not.toMatch(/Coffee|after this visit|setelah kunjungan/);
    await cancel(balance);
    expect((await refusalOf(emailReceipt(ctx, key))).code).toBe("redemption_not_found");
  });

  test("is the merchant's own text, if there is one", async () => {
    const { ctx, key, merchant, customer } = await visited();
    await t.db.insert(schema.messageTemplates).values({
      ...{ merchantId: merchant.id, code: "receipt", channel: "email", subject: "Danke" },
      body: "Dear {{customer_name}}\n{{receipt}}",
    });
    await emailReceipt(ctx, key);
    expect(await delivered()).toMatchObject([
      { subject: "Danke", text: expect.stringContaining(`Dear ${customer.name}\n`) },
    ]);
  });

  test("goes to nobody without an address, and to nobody else's customer", async () => {
    const { ctx, key, merchant, customer, store } = await visited();
    const before = await t.rows(merchant);
    const other = await t.given.store(merchant);
    const refused = async (as: CoreContext) => (await refusalOf(emailReceipt(as, key))).code;
    expect(await refused(t.within(merchant, [other.id]))).toBe("permission_denied");
    expect(await refused(t.as(await t.given.merchant()))).toBe("redemption_not_found");
    await t.db
      .update(schema.customers)
      .set({ email: null })
      .where(eq(schema.customers.id, customer.id));
    expect(await refusalOf(emailReceipt(ctx, key))).toMatchObject({
      code: "invalid_type",
      message: "This customer has no email address",
    });
    expect((await t.written(merchant, before)).auditEntries).toBeUndefined();
    expect(await delivered()).toEqual([]);
    expect(store.id).toBeGreaterThan(0);
    await t.db
      .update(schema.customers)
      .set({ email: customer.email })
      .where(eq(schema.customers.id, customer.id));
  });

  test("M14: is not queued for who was anonymized meanwhile", async () => {
    const { ctx, key, merchant, customer } = await visited();
    const input = { customerId: customer.id, reason: "asked for it" };
    const confirmation = customer.name || String(customer.id);
    const anonymize = () => anonymizeCustomer(ctx, { ...input, confirmation });
    const refusal = await refusalOf(emailReceipt(interrupted(ctx, anonymize), key));
    expect(refusal.code).toBe("invalid_user");
    const messages = await t.db
      .select()
      .from(schema.outboxMessages)
      .where(eq(schema.outboxMessages.merchantId, merchant.id));
    expect(messages).toEqual([]);
  });

  test("has a budget of its own, which a repeated call does not spend", async () => {
    const { ctx, key, merchant, customer } = await visited();
    const subject = String(customer.id);
    const row = { merchantId: merchant.id, budget: "receiptsOfCustomer", subject };
    const { most } = budgets.receiptsOfCustomer;
    await emailReceipt(ctx, key);
    await emailReceipt(ctx, key);
    const { budgets: table } = schema;
    const own = and(eq(table.merchantId, merchant.id), eq(table.budget, row.budget));
    expect(await t.db.select().from(table).where(own)).toMatchObject([{ ...row, spent: 1 }]);
    await t.db.update(table).set({ spent: most }).where(own);
    expect(await emailReceipt(ctx, key), "it was sent before").toMatchObject({ isNew: false });
    await delivered();
  });
});
