import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { runAudit } from "../../../foundation/audit/index.ts";
import { addDays } from "../../../holding/vouchers/voucher.rules.ts";
import { exportCustomer } from "../../../leaving/privacy/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, refusalOf, rowsOf, whileItWaits } from "../../../testing/index.ts";
import { openIssuing } from "./issue-to-customer.cases.ts";
import {
  type IssueToCustomerInput,
  issuesToCustomers,
  issueToCustomer,
} from "./issue-to-customer.ts";

const t = harnessOfFile();

/** Makes a merchant in Jakarta, a customer and a template. `issue` runs at noon on 13 March 2027. */
async function setting(templateRow: Parameters<OpenHarness["given"]["template"]>[1] = {}) {
  const merchant = await t.given.merchant({ timezone: "Asia/Jakarta" });
  const template = await t.given.template(merchant, { validityDays: 31, ...templateRow });
  const customer = await t.given.customer(merchant);
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-03-13T05:00:00Z") });
  const issue = (changes: Partial<IssueToCustomerInput> = {}, by = ctx) =>
    issueToCustomer(by, {
      ...{ user: customer.email, templateId: template.id, quantity: 1 },
      ...{ startDate: null, today: null, notes: null, value: null, ...changes },
    });
  const rows = () => {
    const { vouchers: v } = schema;
    return t.db.select().from(v).where(eq(v.merchantId, merchant.id)).orderBy(v.id);
  };
  return { merchant, template, customer, ctx, issue, rows };
}

const dynamic = { isDynamic: true, value: "50.00" };

describe("vouchers that a token issues to a customer", () => {
  test("are as many as asked for, valid from today for as long as the template says", async () => {
    const { merchant, template, customer, issue, rows } = await setting({ channels: [2] });
    const { vouchers, customer: shown } = await issue({ quantity: 3, notes: "For the delay" });
    expect(shown).toEqual({ id: customer.id, email: customer.email });
    const stored = await rows();
    expect(vouchers.map(({ id, code }) => [id, code])).toEqual(
      stored.map(({ id, code }) => [id, code]),
    );
    expect(new Set(vouchers.map(({ code }) => code)).size).toBe(3);
    for (const row of stored)
      expect(row).toMatchObject({
        ...{ customerId: customer.id, voucherTemplateId: template.id, notes: "For the delay" },
        ...{ startDate: "2027-03-13", endDate: "2027-04-13", isActive: true, redeemedAt: null },
        ...{ value: null, remainingValue: null, issuedByRedemptionId: null },
      });
    for (const voucher of vouchers)
      expect(voucher).toMatchObject({
        ...{ isActive: true, notes: "For the delay", channels: [2], value: null },
        ...{ startDate: "2027-03-13", endDate: "2027-04-13", template: { id: template.id } },
      });
    const { auditEntries: a } = schema;
    const entries = await t.db.select().from(a).where(eq(a.merchantId, merchant.id));
    expect(entries).toMatchObject([
      {
        ...{ action: "catalogue.issueVouchers", subject: `voucher template ${template.id}` },
        details: { vouchers: stored.map(({ id }) => ({ id, customerId: customer.id })) },
      },
    ]);
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
  });

  test("begin on the first day that is given, and end as long after it", async () => {
    const { issue } = await setting({ validityDays: 2 });
    const { vouchers } = await issue({ startDate: "2027-03-31" });
    expect(vouchers).toMatchObject([{ startDate: "2027-03-31", endDate: "2027-04-02" }]);
    const endless = await setting({ validityDays: null });
    const issued = await endless.issue({ startDate: "2027-03-13" });
    expect(issued.vouchers).toMatchObject([{ startDate: "2027-03-13", endDate: null }]);
  });

  test("are worth what the call says, else what a dynamic template says", async () => {
    const { merchant, issue, rows } = await setting(dynamic);
    await issue();
    await issue({ value: "12.50" });
    expect((await rows()).map(({ value, remainingValue }) => [value, remainingValue])).toEqual([
      ["50.00", "50.00"],
      ["12.50", "12.50"],
    ]);
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
    const { issue: issueOther } = await setting({ isDynamic: true, value: null });
    const { vouchers } = await issueOther({ value: "7.00" });
    expect(vouchers).toMatchObject([{ value: "7.00", remainingValue: "7.00" }]);
  });

  test("go to a customer named in any form, also to a blocked one", async () => {
    const { merchant, customer, issue, rows } = await setting();
    const { memberships: ms } = schema;
    await t.db.update(ms).set({ isBlocked: true }).where(eq(ms.merchantId, merchant.id));
    for (const user of [customer.email, customer.memberId, customer.id]) await issue({ user });
    expect((await rows()).map(({ customerId }) => customerId)).toEqual(Array(3).fill(customer.id));
  });

  test("are in the customer's own file, with the notes", async () => {
    const { ctx, customer, issue } = await setting();
    const { vouchers } = await issue({ notes: "For the delay" });
    const file = await exportCustomer(ctx, { customerId: customer.id });
    expect(file.vouchers).toMatchObject([{ id: vouchers[0]?.id, notes: "For the delay" }]);
  });

  test("are issued once under a key, and reported again", async () => {
    const { merchant, ctx, issue, rows } = await setting(dynamic);
    const { idempotency } = t.keyed(merchant, "k");
    const keyed = { ...ctx, ...(idempotency && { idempotency }) };
    const first = await issue({ quantity: 2, notes: "n", value: "3.00" }, keyed);
    expect(await issue({ quantity: 2, notes: "n", value: "3.00" }, keyed)).toEqual(first);
    expect(await rows()).toHaveLength(2);
  });
});

describe("nothing is issued", () => {
  const today = "2027-03-13";
  test.each([
    ["to an unknown customer", {}, { user: "nobody@example.com" }, "invalid_user", undefined],
    [
      ...(["of an unknown template", {}, { templateId: 999 }] as const),
      ...(["invalid_voucher_template", undefined] as const),
    ],
    [
      ...(["with a value of its own if the template is fixed", {}, { value: "1.00" }] as const),
      ...(["voucher_value_not_dynamic", undefined] as const),
    ],
    ["without a value", { isDynamic: true, value: null }, {}, "required", "value"],
    ["without a value above 0", { isDynamic: true, value: "0.00" }, {}, "required", "value"],
    ["C9: that would have ended", {}, { startDate: addDays(today, -32) }, "invalid", "start_date"],
    ["too far ahead", {}, { startDate: addDays(today, 3_651) }, "invalid", "start_date"],
  ] as const)("%s", async (_, row, changes, code, field) => {
    const { merchant, issue } = await setting(row);
    const before = await t.rows(merchant);
    const refusal = await refusalOf(issue(changes));
    expect([refusal.code, refusal.field]).toEqual([code, field]);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("for another merchant's customer or template", async () => {
    const [one, other] = [await setting(), await setting()];
    const codes = [
      await refusalOf(one.issue({ user: other.customer.id })),
      await refusalOf(one.issue({ templateId: other.template.id })),
    ].map(({ code }) => code);
    expect(codes).toEqual(["invalid_user", "invalid_voucher_template"]);
  });

  test("the last day ahead is still taken, by the statement too", async () => {
    const { issue } = await setting();
    const startDate = addDays(today, 3_650);
    expect((await issue({ startDate })).vouchers).toMatchObject([{ startDate }]);
  });
});

describe("the statement", () => {
  const { run } = issuesToCustomers.statement;

  test("does no call whose vouchers are not made yet, and keeps no key", async () => {
    const { merchant, call } = await openIssuing(t);
    const early = await call({ call: { vouchers: null, key: "k", fingerprint: "f" } });
    const before = await t.rows(merchant);
    const [row] = await run(t.db, { merchantId: merchant.id, offsetMs: 0 }, [early], "skip");
    expect(row).toMatchObject({ isDone: false, seen: { refused: null } });
    expect(await t.written(merchant, before)).toEqual({});
  });

  test.each([
    ["with a value of its own is done", "20.00", true],
    ["without one is not", null, false],
  ])("a call %s if the template loses its value meanwhile", async (_, value, isDone) => {
    const { merchant, call } = await openIssuing(t);
    const only = await call({ call: { value } });
    const place = { merchantId: merchant.id, offsetMs: 0 };
    const change = rowsOf("voucher_templates", "value = 0");
    const running = () => run(t.db, place, [only], "wait");
    expect(await whileItWaits(t, merchant.id, change, running)).toMatchObject([{ isDone }]);
  });
});
