import type { OpenHarness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";

/** A merchant with everything that its tills need. Every name includes the merchant's name. */
export type Shop = {
  readonly id: number;
  readonly name: string;
  readonly store: number;
  readonly customers: readonly Person[];
  /** Customers with a PIN, at most one per till. */
  readonly pinHolders: readonly Person[];
  readonly tokens: readonly string[];
  readonly reward: { readonly id: number; readonly name: string };
  /** Costs more stamps than any customer has. */
  readonly dearReward: { readonly id: number };
  readonly promoCode: { readonly code: string; readonly name: string };
  readonly plain: Vouchers;
  readonly gift: Vouchers;
  /** The first id of the shop's redemptions. The ids of other shops are far away. */
  readonly firstRedemption: number;
};

export type Person = { readonly id: number; readonly email: string };

/** Unused vouchers of one template. `take` returns the next voucher, or undefined after the last. */
export type Vouchers = {
  readonly template: number;
  readonly name: string;
  readonly take: () =>
    | { readonly id: number; readonly code: string; readonly owner: Person }
    | undefined;
};

export type Town = { readonly shops: readonly Shop[] };

export const PIN = "135790";
export const STAMPS = 1_000_000;
export const REWARD_COST = 2;
export const GIFT_VALUE = 50;

const SHOPS = 3;
const CUSTOMERS = 40;
/** As many tokens as a small merchant has tills. */
const TOKENS = 8;
const ROOM_FOR_IDS = 1_000_000;

export type TownOptions = {
  /** The number of vouchers of each kind in each shop. */
  readonly vouchers: number;
  readonly pinHolders: number;
};

/** Creates several merchants, so that a response for the wrong merchant is noticed. */
export async function openTown(harness: OpenHarness, options: TownOptions): Promise<Town> {
  const shops: Shop[] = [];
  for (let at = 0; at < SHOPS; at++) shops.push(await openShop(harness, options));
  return { shops };
}

async function openShop(
  harness: OpenHarness,
  { vouchers, pinHolders }: TownOptions,
): Promise<Shop> {
  const { given, deps, db } = harness;
  const merchant = await given.merchant();
  const { id, name } = merchant;
  const store = await given.store(merchant);
  const people = async (count: number) => {
    const made: Person[] = [];
    for (let at = 0; at < count; at++)
      made.push(await given.customer(merchant, {}, { stamps: STAMPS }));
    return made;
  };
  const customers = await people(CUSTOMERS);
  const holders = await people(pinHolders);
  for (const { id: customerId } of holders) {
    const owner = { merchantId: id, customerId };
    await db
      .insert(schema.pins)
      .values({ ...owner, verifier: await deps.secrets.hashPin(owner, PIN) });
  }
  const tokens: string[] = [];
  for (let at = 0; at < TOKENS; at++) {
    const secret = deps.secrets.newTokenSecret();
    await given.token(merchant, { secret, hash: deps.secrets.hashToken(secret) });
    tokens.push(secret);
  }
  const firstRedemption = id * ROOM_FOR_IDS;
  await db
    .insert(schema.idCounters)
    .values({ merchantId: id, kind: "redemptions", nextId: firstRedemption });
  return {
    id,
    name,
    store: store.id,
    customers,
    pinHolders: holders,
    tokens,
    reward: await given.reward(merchant, { name: `Tea of ${name}`, stampsToRedeem: REWARD_COST }),
    dearReward: await given.reward(merchant, { stampsToRedeem: 2 * STAMPS }),
    promoCode: await given.promoCode(merchant, { name: `Promo of ${name}` }),
    plain: await issue(harness, merchant, customers, vouchers, false),
    gift: await issue(harness, merchant, customers, vouchers, true),
    firstRedemption,
  };
}

async function issue(
  { given, open }: OpenHarness,
  merchant: Awaited<ReturnType<OpenHarness["given"]["merchant"]>>,
  customers: readonly Person[],
  count: number,
  isDynamic: boolean,
): Promise<Vouchers> {
  const name = `${isDynamic ? "Gift card" : "Bun"} of ${merchant.name}`;
  const value = `${GIFT_VALUE}.00`;
  const { id: template } = await given.template(merchant, { name, value, isDynamic });
  const prefix = isDynamic ? "G" : "V";
  const first = merchant.id * ROOM_FOR_IDS + (isDynamic ? ROOM_FOR_IDS / 2 : 1);
  const owners = customers.map((owner) => owner.id);
  const rest = isDynamic ? value : null;
  const sql = openClient(open.url);
  try {
    await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id,
        value, remaining_value, start_date, end_date)
      select ${merchant.id}::bigint, ${first}::bigint + n, ${template}::bigint, ${prefix} || n, ${prefix} || n,
        (${owners}::bigint[])[1 + n % ${owners.length}::int], ${value}::numeric, ${rest}::numeric,
        '2026-01-01', '2999-12-31'
      from generate_series(0, ${count - 1}::int) n`;
    if (isDynamic)
      await sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta)
        select ${merchant.id}::bigint, ${first}::bigint + n, 'opening', 0, ${value}::numeric
        from generate_series(0, ${count - 1}::int) n`;
    await sql`analyze vouchers, voucher_value_entries`;
  } finally {
    await sql.end();
  }
  let next = 0;
  const take = () => {
    const owner = customers[next % customers.length];
    if (next >= count || !owner) return undefined;
    const n = next++;
    return { id: first + n, code: `${prefix}${n}`, owner };
  };
  return { template, name, take };
}
