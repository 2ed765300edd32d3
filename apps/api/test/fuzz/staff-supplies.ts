import { schema } from "@stampbook/db";
import type { House } from "../harness.ts";
import { openShop } from "../shop.ts";
import { type Browser, deskIn, PASSWORD } from "../staff/desk.ts";
import type { Fills } from "./blanks.ts";

const RESTORED = ["staff_users", "staff_accounts", "staff_sessions", "staff_members"] as const;

/** A signed-in owner of a new shop, and valid values for the fields of their calls. */
export type StaffSupplies = {
  readonly fills: Fills;
  readonly cookie: string;
  /** Restores the owner's account, session and membership, and the shop's settings. */
  readonly restore: () => Promise<void>;
};

/** Opens a new shop with a new owner, so that calls for other shops cannot sign out or dismiss the owner. */
export async function openStaffSupplies(house: House): Promise<StaffSupplies> {
  const shop = await openShop(house);
  const desk = deskIn(house);
  const { merchant, store } = shop;
  const who = await desk.person();
  await desk.hire(who, merchant, "owner");
  const own: Browser = desk.browser();
  const [status] = await own.auth("/sign-in/email", { email: who.email, password: PASSWORD });
  if (status !== 200) throw new Error(`an owner's sign-in is answered ${status}`);
  const customer = await shop.customer(1_000_000);
  const voucher = await shop.voucherOf(customer.id);
  const reward = await house.given.reward(merchant, {});
  await house.core.db.insert(schema.messageTemplates).values({
    merchantId: merchant.id,
    code: "otp",
    channel: "email",
    subject: "Code",
    body: "{{otp}}",
  });
  const saved = await saveRows(house, who.id, merchant.id);
  return {
    cookie: [...own.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    restore: () => restoreRows(house, saved),
    fills: fillsOf({
      customerId: customer.id,
      storeId: store.id,
      store: store.id,
      stores: [store.id],
      userId: who.id,
      email: who.email,
      memberId: customer.memberId,
      voucherId: voucher.id,
      voucher: voucher.id,
      templateId: voucher.template.id,
      voucherTemplateId: voucher.template.id,
      reward: reward.id,
      rewardId: reward.id,
    }),
  };
}

/** Valid values by field, the same for every caller. Fields not listed get 1. */
const plain = {
  channel: "email",
  channels: [2],
  code: "otp",
  count: 3,
  currentPassword: PASSWORD,
  cursor: null,
  from: "2026-01-01",
  to: "2026-01-31",
  isActive: true,
  limit: 50,
  name: "Somebody",
  newPassword: PASSWORD,
  password: PASSWORD,
  reason: "because of the test",
  role: "cashier",
  scopes: ["redemptions"],
  text: "a",
  token: "a-token-that-is-none",
  level: 100,
  body: "Hello {{name}}",
  subject: "Hello",
  words: {},
};

function fillsOf(own: Readonly<Record<string, unknown>>): Fills {
  const all = { ...plain, ...own };
  return Object.fromEntries(Object.entries(all).map(([field, value]) => [field, { own: value }]));
}

type Row = { readonly table: string; readonly row: Readonly<Record<string, unknown>> };

async function saveRows(
  { core }: House,
  userId: string,
  merchantId: number,
): Promise<readonly Row[]> {
  const parts = RESTORED.map((table) => {
    const key = table === "staff_users" ? "id" : "user_id";
    return `select '${table}' as "table", to_jsonb(t) as "row" from ${table} t where ${key} = '${userId}'`;
  });
  const merchant = `select 'merchants', to_jsonb(t) from merchants t where id = ${merchantId}`;
  const found: unknown = await core.db.execute([...parts, merchant].join(" union all "));
  return found as readonly Row[];
}

/** Restores the rows. A second factor that was switched on is off again. */
async function restoreRows({ core }: House, rows: readonly Row[]): Promise<void> {
  const parts = rows.map(({ table, row }, at) => {
    const text = JSON.stringify(row).replaceAll("'", "''");
    const columns = Object.keys(row).map((name) => `"${name}"`);
    const key = table === "staff_members" ? "merchant_id, user_id" : "id";
    return `restored_${at} as (
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_record(null::${table}, '${text}'::jsonb)
      on conflict (${key}) do update set ${columns.map((name) => `${name} = excluded.${name}`)})`;
  });
  await core.db.execute(`with ${parts.join(", ")} select`);
}
