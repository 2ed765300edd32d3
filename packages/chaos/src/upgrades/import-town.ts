import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openClient } from "@stampbook/db/testing";
import { GIFT_VALUE, REWARD_COST, type Shop, STAMPS, type Town } from "../traffic/town.ts";
import type { Previous } from "./previous.ts";

const SHOPS = 2;
const CUSTOMERS = 20;

/**
 * Creates several merchants by the import of an earlier version, because the tests' own functions write
 * columns that its tables may lack. Nobody has a PIN: hashes are slow, and a busy machine refuses some.
 */
export async function importTown(
  version: Previous,
  url: string,
  { vouchers }: { readonly vouchers: number },
): Promise<Town> {
  const shops: Shop[] = [];
  for (let at = 1; at <= SHOPS; at++) {
    const { file, shop } = shopOf(at, vouchers);
    const path = join(version.path, `merchant-${at}.json`);
    writeFileSync(path, JSON.stringify(file));
    await version.run(url, "import", path);
    shops.push(shop);
  }
  const client = openClient(url);
  // ids of redemptions by which a response for the wrong merchant is noticed
  for (const { id, firstRedemption } of shops)
    await client`insert into id_counters (merchant_id, kind, next_id)
      values (${id}, 'redemptions', ${firstRedemption})
      on conflict (merchant_id, kind) do update set next_id = excluded.next_id`;
  await client.end();
  return { shops };
}

function shopOf(id: number, vouchers: number) {
  const name = `Shop ${id}`;
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => ({
    id: n + 1,
    email: `customer-${n + 1}@example.com`,
  }));
  const tokens = [`a-token-of-shop-${id}-which-is-long-enough`];
  const issue = (template: number, prefix: string, label: string) => {
    const all = Array.from({ length: vouchers }, (_, n) => ({
      ...{ id: template * 1_000_000 + n, code: `${prefix}${n}` },
      owner: customers[n % CUSTOMERS] as (typeof customers)[number],
    }));
    let next = 0;
    return { all, template, name: `${label} of ${name}`, take: () => all[next++] };
  };
  const plain = issue(1, "V", "Bun");
  const gift = issue(2, "G", "Gift card");
  const shop: Shop = {
    ...{ id, name, customers, pinHolders: [], tokens, plain, gift },
    ...{
      store: id,
      firstRedemption: id * 1_000_000,
      promoCode: { code: "PROMO", name: `Promo of ${name}` },
    },
    reward: { id: 1, name: `Tea of ${name}` },
    dearReward: { id: 2 },
  };
  const file = {
    merchant: { id, name, country: "ID", timezone: "Asia/Jakarta", currency: "IDR" },
    levels: [{ level: 100, name: "Blue" }],
    stores: [{ id, code: "MAIN", name: "Main Street", timezone: "Asia/Jakarta" }],
    customers: customers.map((person) => ({
      ...{ ...person, member_id: `M${person.id}`, name: `Customer ${person.id}` },
      membership: { level: 100, status: 100, stamps: STAMPS, start_date: "2025-01-15" },
    })),
    voucher_templates: [plain, gift].map((issued) => ({
      ...{ id: issued.template, name: issued.name, value: `${GIFT_VALUE}.00` },
      is_dynamic: issued === gift,
    })),
    rewards: [
      { ...shop.reward, code: "TEA", kind: "fixed", stamps_to_redeem: REWARD_COST },
      { id: 2, code: "DEAR", name: "House", kind: "fixed", stamps_to_redeem: 2 * STAMPS },
    ],
    vouchers: [plain, gift].flatMap(({ all, template }) =>
      all.map(({ id: voucher, code, owner }) => ({
        ...{ id: voucher, voucher_template: template, code, customer: owner.id },
        ...{ value: `${GIFT_VALUE}.00`, start_date: "2026-01-01", end_date: "2999-12-31" },
      })),
    ),
    promo_codes: [{ id: 1, ...shop.promoCode, start_date: "2026-01-01", end_date: "2999-12-31" }],
    tokens: tokens.map((token) => ({ name: "Till", token, scopes: ["*"] })),
  };
  return { file, shop };
}
