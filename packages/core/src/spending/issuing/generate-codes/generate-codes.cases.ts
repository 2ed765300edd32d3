import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { today } from "../../../testing/operation/days.ts";
import { openOffice, recordedAs } from "../../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { codeJobs } from "./generate-codes.ts";

type Call = Parameters<typeof codeJobs.refuse>[1] & CallKey;

/** Opens a merchant in which each call has a dynamic template of its own. */
export async function openCodes(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, recorded } = await openOffice(t);
  const call = async (parts: Parts = {}): Promise<Call> => {
    const dynamic = { isDynamic: true, value: "50.00", ...parts.template };
    const { id: template } = await t.given.template(merchant, dynamic);
    const job = await t.deps.ids.take(merchant.id, "jobs");
    const days = { startDate: null, endDate: null };
    return { job, template, quantity: 3, ...days, ...(await recorded()), ...parts.call };
  };
  return { merchant, call };
}

/** Calls with a key each, and thousands of outcomes of other keys. */
async function manyKeys({ given }: OpenHarness): Promise<Many<Call>> {
  const merchant = await given.merchant();
  const { id: template } = await given.template(merchant);
  const same = { template, quantity: 3, startDate: null, endDate: null };
  const calls = Array.from({ length: 64 }, (_, n) => ({
    job: n + 1,
    ...same,
    ...recordedAs(n + 1, `k${n}`),
  }));
  const small = ["merchants", "voucher_templates", "api_tokens", "staff_users"];
  return { merchantId: merchant.id, tables: ["jobs"], changes: "jobs", small, scans: 4, calls };
}

export const generating = tested({
  operation: codeJobs,
  open: openCodes,
  cases: {
    templateExists: { call: { template: 999_999_999 } },
    templateHasValue: { template: { value: "0.00" } },
    periodRunsForward: { call: { startDate: "2099-06-02", endDate: "2099-06-01" } },
  },
  fine: [
    { template: { isDynamic: false, value: null } },
    { template: { value: "0.01" } },
    { call: { endDate: today } },
    { call: { startDate: "2020-01-01", endDate: "2020-01-01" } },
  ],
  onlyWords: ["templateExists"],
  meanwhile: { templateHasValue: "value = null" },
  gone: { table: "voucher_templates", change: "id = id + 1000000000" },
  shares: { key: ({ key, fingerprint }) => ({ key, fingerprint }) },
  many: manyKeys,
});
