// `@hey-api/openapi-ts` writes them beside this file
import { client } from "./hey-api/client.gen.ts";
import {
  addSale,
  callOutcome,
  cancelRedemption,
  listSales,
  redeemReward,
  redemptionDetails,
  registerMember,
  ping as sendPing,
} from "./hey-api/index.ts";
import type { Till } from "./till.ts";

/** The ten calls by the functions of hey-api. */
export const till: Till = async ({ baseUrl, token, store, reward }) => {
  client.setConfig({ baseUrl, auth: token });
  const user = "laras@example.com";
  const ping = await sendPing();
  const member = await registerMember({
    body: { name: "Laras", email: user, mobile_number: "081239870000", store },
  });
  const sell = () =>
    addSale({
      headers: { "Idempotency-Key": "sale-1" },
      body: { user, store, invoice_number: "INV-1", total_value: 95000, stamps: 5 },
    });
  const sale = await sell();
  const again = await sell();
  const redeem = (invoice_number: string) =>
    redeemReward({ body: { user, store, reward, invoice_number } });
  const redeemed = await redeem("INV-2");
  const id = redeemed.data?.redemption.id ?? 0;
  const refused = await redeem("INV-3");
  const details = await redemptionDetails({ query: { redemption_id: id } });
  const canceled = await cancelRedemption({ body: { id } });
  const sales = await listSales({ query: { invoice_number: "INV-1", per_page: 1 } });
  const outcome = await callOutcome({
    query: { operation: "/api/v2/transactions/add", key: "sale-1" },
  });
  return {
    merchant: ping.data?.pong.merchant,
    member: member.data?.name,
    sale: sale.data?.transaction.stamps_earned,
    isSameSale: again.data?.transaction.id === sale.data?.transaction.id,
    redeemed: redeemed.data?.redemption.stamps_used,
    refusal: refused.error && "error_code" in refused.error && refused.error.error_code,
    status: details.data?.redemption.status,
    left: canceled.data?.customer.stamps_remaining,
    sales: sales.data?.transactions.map(({ invoice_number }) => invoice_number),
    outcome: outcome.data?.state,
  };
};
