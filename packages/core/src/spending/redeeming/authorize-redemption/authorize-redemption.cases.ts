import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { manyMembers } from "../../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type AuthorizationCall, authorizations } from "./authorize-redemption.ts";

type Call = AuthorizationCall & CallKey;

const wish = { requestId: "order 7", timeout: 60, verifier: "right" };

/** Opens a merchant where a call authorizes by the PIN of a new customer. */
export async function openPins(t: OpenHarness): Promise<Shop<Call>> {
  const merchant = await t.given.merchant();
  const { id: merchantId } = merchant;
  const call = async (parts: Parts = {}): Promise<Call> => {
    const { id: customer } = await t.given.customer(merchant, parts.customer);
    await t.db
      .insert(schema.pins)
      .values({ merchantId, customerId: customer, verifier: "right", ...parts.pin });
    const id = await t.deps.ids.take(merchantId, "redemption_authorizations");
    return { ...wish, id, customer, key: null, fingerprint: null, ...parts.call };
  };
  return { merchant, call };
}

/** Makes 8,000 customers with a PIN each. */
async function manyPins(t: OpenHarness): Promise<Many<Call>> {
  const many = await manyMembers(t, ({ id }, { key, fingerprint }) => ({
    ...{ ...wish, id, customer: id },
    ...{ key, fingerprint },
  }));
  const sql = await openFillClient(t.open.url);
  await sql`insert into pins (merchant_id, customer_id, verifier)
    select ${many.merchantId}::bigint, n, 'right' from generate_series(1, 8000) n`;
  await sql.end();
  const { merchantId, calls } = many;
  return { merchantId, calls, tables: [...many.tables, "pins"], scans: 2 };
}

export const authorizing = tested({
  operation: authorizations,
  open: openPins,
  cases: { pinIsUnchanged: { pin: { verifier: "another" } } },
  onlyWords: [],
  // a customer may have several authorizations for one request
  fine: [{ call: { timeout: 86_400 } }],
  meanwhile: { pinIsUnchanged: "verifier = 'another'" },
  shares: { key: ({ key, fingerprint }) => ({ key, fingerprint }) },
  many: manyPins,
});
