import { schema } from "@stampbook/db";
import type { CallKey } from "../../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../../testing/index.ts";
import { today } from "../../../testing/operation/days.ts";
import { anonymized } from "../../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type IssueToCustomerCall, issuesToCustomers } from "./issue-to-customer.ts";

type Call = IssueToCustomerCall & CallKey;

const plain = { startDate: null, today: null, notes: null, value: null, transaction: null };
const made = (id: number, templateId: number) => ({
  ...{ id, code: `V${id}`, templateId, startDate: "2026-01-01" },
  ...{ value: "50.00", remainingValue: "50.00" },
});

/** Opens a merchant. Each call issues two vouchers of a new dynamic template to a new customer. */
export async function openIssuing(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}): Promise<Call> => {
    const dynamic = { isDynamic: true, value: "50.00", validityDays: null, ...parts.template };
    const { id: template } = await t.given.template(merchant, dynamic);
    const ids = await t.deps.ids.takeMany(merchant.id, "vouchers", 2);
    return {
      ...namedBy((await member(parts)).email),
      ...{ ...plain, template, quantity: 2, vouchers: ids.map((id) => made(id, template)) },
      ...(await recorded()),
      ...parts.call,
    };
  };
  return { merchant, call };
}

export const issuingToCustomers = tested({
  operation: issuesToCustomers,
  open: openIssuing,
  cases: {
    customerExists: { call: { email: "nobody@example.com" } },
    templateExists: { call: { template: 999_999_999 } },
    valueIsForDynamic: { template: { isDynamic: false }, call: { value: "1.00" } },
    valueIsGiven: { template: { value: "0.00" } },
    startIsNear: { call: { startDate: "2099-01-01", today: "2026-06-01" } },
  },
  fine: [
    { template: { isDynamic: false, value: null } },
    { template: { value: "0.00" }, call: { value: "0.01" } },
    { template: { validityDays: 0 }, call: { startDate: today } },
    { call: { startDate: "2099-01-01", today: "2099-01-01" } },
    { customer: { isActive: false }, membership: { isBlocked: true, status: 300 } },
  ],
  onlyWords: ["customerExists", "templateExists"],
  meanwhile: { valueIsGiven: "value = 0" },
  gone: anonymized,
  shares: { key: ({ key, fingerprint }) => ({ key, fingerprint }) },
  many: async (t) => {
    const many = await manyMembers(t, ({ id, email }, recorded) => ({
      ...{ ...namedBy(email), ...plain, template: 1, quantity: 1 },
      ...{ vouchers: [made(id, 1)], ...recorded },
    }));
    const { merchantId } = many;
    await t.db.insert(schema.voucherTemplates).values({ merchantId, id: 1, name: "Voucher" });
    const small = ["merchants", "voucher_templates"];
    return { ...many, tables: [...many.tables, "vouchers"], changes: "vouchers", small };
  },
});
