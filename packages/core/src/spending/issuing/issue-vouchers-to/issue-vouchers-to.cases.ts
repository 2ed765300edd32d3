import { schema } from "@stampbook/db";
import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type IssueCall, issues } from "./issue-vouchers-to.ts";

type Call = IssueCall & CallKey;

const UNKNOWN = 999_999_999;
const made = (id: number, templateId: number, customerId: number) => ({
  ...{ id, code: `V${id}`, templateId, customerId, startDate: "2026-01-01" },
  ...{ value: "50.00", remainingValue: "50.00" },
});

/** Opens a merchant. Each call issues a voucher of a new dynamic template to each of two new customers. */
async function openIssuing(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}): Promise<Call> => {
    const dynamic = { isDynamic: true, value: "50.00", validityDays: null, ...parts.template };
    const { id: template } = await t.given.template(merchant, dynamic);
    const customers = [(await member(parts)).id, (await member({})).id];
    const ids = await t.deps.ids.takeMany(merchant.id, "vouchers", 2);
    const vouchers = ids.map((id, n) => made(id, template, customers[n] ?? 0));
    return { template, customers, vouchers, ...(await recorded()), ...parts.call };
  };
  return { merchant, call };
}

export const issuingToMany = tested({
  operation: issues,
  open: openIssuing,
  cases: {
    templateExists: { call: { template: UNKNOWN } },
    templateHasValue: { template: { value: "0.00" } },
    customersExist: { call: { customers: [UNKNOWN, UNKNOWN + 1] } },
  },
  fine: [
    { template: { isDynamic: false, value: null } },
    { template: { isDynamic: false, value: "0.00" } },
    { template: { value: "0.01" } },
    { customer: { isActive: false }, membership: { isBlocked: true, status: 300 } },
  ],
  onlyWords: ["templateExists", "customersExist"],
  meanwhile: { templateHasValue: "value = 0" },
  // one of the two customers, so that the call is not done in part
  gone: {
    table: "customers",
    change: `anonymized_at = case when id = (select min(id) from customers where merchant_id = $1)
      then now() end`,
  },
  shares: { key: ({ key, fingerprint }) => ({ key, fingerprint }) },
  many: async (t) => {
    const many = await manyMembers(t, ({ id }, recorded) => ({
      ...{ template: 1, customers: [id, id + 1], ...recorded },
      vouchers: [made(2 * id, 1, id), made(2 * id + 1, 1, id + 1)],
    }));
    const { merchantId } = many;
    await t.db.insert(schema.voucherTemplates).values({ merchantId, id: 1, name: "Voucher" });
    const small = ["merchants", "voucher_templates"];
    return {
      ...many,
      tables: ["customers", "vouchers"],
      changes: "audit_entries",
      small,
      scans: 5,
    };
  },
});
