import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../foundation/writing/index.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { sameKey } from "../../testing/operation/fact-cases.ts";
import { openOffice, recordedAs } from "../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { type MethodCall, methodsSaved } from "./save-payment-method.ts";

type Call = MethodCall & CallKey;

const changed = { name: "Changed", earns: false };
const coded = (code: string) => ({ code, codeKey: code });

/** A merchant with a method of payment for each call, which changes it. */
export async function openMethods(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, recorded } = await openOffice(t);
  let calls = 0;
  const call = async (parts: Parts = {}): Promise<Call> => {
    const method = coded(`P${++calls}`);
    const row = { ...method, merchantId: merchant.id, name: "Payment" };
    await t.db.insert(schema.paymentMethods).values(row);
    return { ...method, ...changed, ...(await recorded()), ...parts.call };
  };
  return { merchant, call };
}

/** Makes 8,000 methods of payment, and 64 calls that change some of them. */
async function manyMethods({ given, open }: OpenHarness): Promise<Many<Call>> {
  const { id } = await given.merchant();
  const sql = await openFillClient(open.url);
  await sql`insert into payment_methods (merchant_id, code_key, code, name)
    select ${id}::bigint, 'P' || n, 'P' || n, 'Payment' from generate_series(1, 8000) n`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    ...{ ...coded(`P${n * 100 + 1}`), ...changed },
    ...recordedAs(n + 1, `k${n}`),
  }));
  return {
    merchantId: id,
    ...{ tables: ["payment_methods"], changes: "payment_methods", scans: 3, calls },
  };
}

export const savingMethods = tested({
  operation: methodsSaved,
  open: openMethods,
  cases: {},
  onlyWords: [],
  gone: { table: "payment_methods", change: "code_key = 'OTHER'" },
  fine: [{ call: coded("NEW") }],
  meanwhile: {},
  shares: {
    codeKey: ({ code, codeKey }) => ({ code, codeKey }),
    ...sameKey,
  },
  queued: ["codeKey"],
  many: manyMethods,
});
