import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { sameKey } from "../../../testing/operation/fact-cases.ts";
import { openOffice, recordedAs } from "../../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { withdrawals } from "./withdraw-voucher.ts";

type Call = Parameters<typeof withdrawals.refuse>[1] & CallKey;

async function open(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, recorded } = await openOffice(t);
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const call = async (parts: Parts = {}): Promise<Call> => {
    const { id } = await t.given.voucher(merchant, { voucherTemplateId, ...parts.voucher });
    return { voucher: id, ...(await recorded()), ...parts.call };
  };
  return { merchant, call };
}

/** Makes 8,000 vouchers, and calls for some of them. */
async function manyVouchers({ given, open }: OpenHarness): Promise<Many<Call>> {
  const merchant = await given.merchant();
  const { id: template } = await given.template(merchant);
  const sql = await openFillClient(open.url);
  await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key)
    select ${merchant.id}::bigint, n, ${template}::bigint, 'V' || n, 'V' || n
    from generate_series(1, 8000) n`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    voucher: n * 100 + 1,
    ...recordedAs(n + 1, `k${n}`),
  }));
  const tables = ["vouchers"];
  return { merchantId: merchant.id, tables, changes: "vouchers", scans: 3, calls };
}

export const withdrawing = tested({
  operation: withdrawals,
  open,
  cases: {
    voucherExists: { call: { voucher: 999_999_999 } },
    voucherIsUnspent: { voucher: { redeemedAt: "2020-01-01" } },
    voucherIsActive: { voucher: { isActive: false } },
  },
  fine: [
    { voucher: { value: "10.00", remainingValue: "6.50" } },
    { voucher: { startDate: "2099-01-01" } },
    { voucher: { endDate: "2020-01-01" } },
  ],
  onlyWords: ["voucherExists"],
  meanwhile: { voucherIsUnspent: "redeemed_at = now()", voucherIsActive: "is_active = false" },
  gone: { table: "vouchers", change: "id = id + 1000000000" },
  shares: {
    voucherId: ({ voucher }) => ({ voucher }),
    ...sameKey,
  },
  many: manyVouchers,
});
