// @boundaries-ignore it is installed where the test copies this file to
import createClient from "openapi-fetch";
// `openapi-typescript` writes it beside this file
import type { paths } from "./schema.d.ts";
import type { Till } from "./till.ts";

/** The ten calls by the types of openapi-typescript and its fetch client. */
export const till: Till = async ({ baseUrl, token, store, reward }) => {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const withKey = (key: string) => ({ header: { "Idempotency-Key": key } });
  const user = "laras@example.com";
  const ping = await api.POST("/api/ping");
  const member = await api.POST("/api/v2/memberships/register", {
    body: { name: "Laras", email: user, mobile_number: "081239870000", store },
  });
  const sell = () =>
    api.POST("/api/v2/transactions/add", {
      params: withKey("sale-1"),
      body: { user, store, invoice_number: "INV-1", total_value: 95000, stamps: 5 },
    });
  const sale = await sell();
  const again = await sell();
  const redeem = (invoice_number: string) =>
    api.POST("/api/v2/redemptions/redeem-reward", {
      body: { user, store, reward, invoice_number },
    });
  const redeemed = await redeem("INV-2");
  const id = redeemed.data?.redemption.id ?? 0;
  const refused = await redeem("INV-3");
  const details = await api.GET("/api/v2/redemptions/details", {
    params: { query: { redemption_id: id } },
  });
  const canceled = await api.POST("/api/redemptions/cancel", { body: { id } });
  const sales = await api.GET("/api/v2/transactions", {
    params: { query: { invoice_number: "INV-1", per_page: 1 } },
  });
  const outcome = await api.GET("/api/v2/outcomes", {
    params: { query: { operation: "/api/v2/transactions/add", key: "sale-1" } },
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
