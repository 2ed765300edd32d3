import type { Merchant } from "@stampbook/core/context";
import { schema } from "@stampbook/db";
import { beforeAll, expect } from "vitest";
import type { Answer, AnyHouse, CallOptions } from "./harness.ts";
import { isGet } from "./open-api.ts";

/** A merchant with a store and customers, and a till that calls with its token. */
export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Opens a new shop; `settings` are the merchant's. */
export async function openShop(
  house: AnyHouse,
  settings: Partial<typeof schema.merchants.$inferInsert> = {},
) {
  const { given } = house;
  const merchant = await given.merchant(settings);
  const store = await given.store(merchant, { name: "Kemang" });
  const token = await house.tokenOf(merchant);
  const call = (path: string, body: unknown, options: CallOptions = {}): Promise<Answer> =>
    isGet(path)
      ? house.ask({ path, method: "GET" }, body as Sent, { token, ...options })
      : house.post(path, body, { token, ...options });
  return {
    merchant,
    store,
    token,
    call,
    /** Expects that a call is answered 400, with exactly this refusal. */
    refuses: async (path: string, body: unknown, ...refused: Parameters<typeof refusal>) => {
      const [status, answer] = await call(path, body);
      expect([status, answer]).toEqual([400, refusal(...refused)]);
    },
    customer: (stamps = 250) => given.customer(merchant, person, { ...member, stamps }),
    /** A voucher and its template; `customerId` null means that nobody holds it. */
    voucherOf: (customerId: number | null, row: VoucherRow = {}) =>
      givenVoucher(house, merchant, customerId, row),
    /** Calls an operation over tRPC. Returns the status, and the result or the failure. */
    callTrpc: async (procedure: string, body: unknown, options: CallOptions = {}) => {
      const [status, answer] = await house.post(`/trpc/${procedure}`, body, { token, ...options });
      const { result, error } = answer as TrpcAnswer;
      return [status, result?.data ?? error?.data.failure] as const;
    },
    /** Writes an authorization as `redemptions/authorize` does after a customer's PIN. */
    authorize: async (customerId: number, requestId: string, seconds = 60) => {
      const id = await house.core.ids.take(merchant.id, "redemption_authorizations");
      const expiresAt = new Date(Date.now() + seconds * 1000).toISOString();
      const row = { merchantId: merchant.id, id, customerId, requestId, expiresAt };
      await house.core.db.insert(schema.redemptionAuthorizations).values(row);
    },
  };
}

/** Opens a shop before the tests of a suite. Only tests and their hooks may use it. */
export function shopOfSuite(house: AnyHouse, settings?: Parameters<typeof openShop>[1]): Shop {
  let opened: Shop | undefined;
  beforeAll(async () => {
    opened = await openShop(house, settings);
  });
  // reads a property when a test uses it
  return new Proxy({} as Shop, { get: (_, name) => Reflect.get(opened ?? {}, name, opened) });
}

type Sent = Readonly<Record<string, unknown>>;
type TrpcAnswer = { result?: { data: unknown }; error?: { data: { failure: unknown } } };
type VoucherRow = Partial<Omit<typeof schema.vouchers.$inferInsert, "merchantId">> & {
  readonly template?: Partial<typeof schema.voucherTemplates.$inferInsert>;
};

const person = {
  name: "Ayu",
  gender: "female",
  address: "Jl Raya 1",
  birthday: "1989-10-01",
};

const member = {
  level: 100,
  balance: "1500.50",
  tags: ["regular"],
  referralCode: "9121682",
  startDate: "2016-07-25",
};

async function givenVoucher(
  { given }: AnyHouse,
  merchant: Merchant,
  customerId: number | null,
  { template: templateRow = {}, ...row }: VoucherRow,
) {
  const template = await given.template(merchant, { name: "Free Kaya Bun", ...templateRow });
  const voucher = await given.voucher(merchant, {
    voucherTemplateId: template.id,
    customerId,
    ...row,
  });
  return { ...voucher, template };
}

/** The membership of a shop's customer, as `redeem-reward` and most other redemptions show it. */
export function shownMembership(customerId: number, stamps: number) {
  return {
    id: customerId,
    tags: ["regular"],
    status: 100,
    status_text: "Blue",
    level: 100,
    level_text: "Blue",
    member_status: "Active",
    is_blocked: false,
    redemption_allowed: true,
    stamps_owed: 0,
    stamps,
    stamps_remaining: stamps,
    balance: 1500.5,
    referral_code: "9121682",
    start_date: "2016-07-25",
    created: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
  };
}

/** The complete body of a refusal. */
export function refusal(code: string, field: string, message: unknown) {
  const said =
    typeof message === "string"
      ? `${field}: ${message}`
      : expect.stringMatching(new RegExp(`^${field}: .`));
  return { detail: said, errors: { [field]: message }, error_code: code, error_message: said };
}

/** A message with a text that the interface does not define. */
export const someMessage = expect.stringMatching(/./);

const denied = (error_code: string, error_message: string) => ({
  detail: "You do not have permission to perform this action.",
  error_code,
  error_message,
  errors: {},
});

/** The complete body of a 403 for a token without a scope. */
export const withoutScope = (scope: string) =>
  denied("missing_scope", `This token lacks the scope ${scope}.`);

/** The complete body of a 403 for a token of another store. */
export const notInStore = (id: number) =>
  denied("other_store", `This token may not act in store ${id}.`);

/** A day for which free times can be read. */
export const inThirtyDays = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
