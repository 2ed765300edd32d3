import type { Menu } from "../load/types.ts";
import type { Shop } from "../traffic/town.ts";

const said = (shop: Shop, more: string) => `{"user":"$user","store":${shop.store},${more}}`;
const users = ({ customers }: Shop) => customers.map(({ email }) => email);

/** Calls that redeem the shop's reward, for one customer after another. */
export const rewards = (shop: Shop): Menu => ({
  tokens: shop.tokens,
  users: users(shop),
  calls: [
    { path: "/api/v2/redemptions/redeem-reward", body: said(shop, `"reward":${shop.reward.id}`) },
  ],
});

export const pings = (shop: Shop): Menu => ({
  tokens: shop.tokens,
  users: users(shop),
  calls: [{ path: "/api/ping", body: "{}" }],
});
