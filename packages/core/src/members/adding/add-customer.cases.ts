import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../foundation/writing/index.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { today } from "../../testing/operation/days.ts";
import { openOffice, recordedAs } from "../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { type AddCall, additions } from "./add-customer.ts";

type Call = AddCall & CallKey;

const nobody = {
  ...{ idAsNumber: null, name: "Ani", email: null, mobileNumber: null, namesMemberId: true },
  ...{ otherMemberIds: [], gender: "", postalAddress: "", birthday: null, notes: "" },
  ...{ referralCode: "OWN", details: {} },
};
/** A call for an identifier, which may be another customer's. */
export const has = (form: "email" | "mobileNumber" | "memberId", value: string) => ({
  [form]: value,
  identifiers: [{ form, value, isReserved: false, field: form }],
});
/** The identifiers of another customer. */
export const taken = {
  email: "taken@example.com",
  mobileNumber: "+6281200000777",
  memberId: "TAKEN",
};

/** A merchant whose customer, without a membership, has the identifiers `taken`. */
export async function openCounter(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, recorded } = await openOffice(t);
  const { id: merchantId } = merchant;
  const newId = () => t.deps.ids.take(merchantId, "customers");
  const customerId = await newId();
  await t.db
    .insert(schema.customers)
    .values({ merchantId, id: customerId, name: "Budi", ...taken });
  const entries = Object.entries(taken).map(([form, value]) => ({ form, value }));
  for (const entry of entries)
    await t.db.insert(schema.customerIdentifiers).values({ ...entry, merchantId, customerId });
  const call = async (parts: Parts = {}): Promise<Call> => {
    const customer = await newId();
    return {
      ...{ ...nobody, customer, memberId: `A-${customer}` },
      ...has("email", `${customer}@example.com`),
      ...(await recorded()),
      ...parts.call,
    };
  };
  return { merchant, call };
}

/** Makes 8,000 customers with identifiers, and 64 calls that add more customers. */
export async function manyCustomers({ given, open }: OpenHarness): Promise<Many<Call>> {
  const { id } = await given.merchant();
  const sql = await openFillClient(open.url);
  await sql`insert into customers (merchant_id, id, name, email)
    select ${id}::bigint, n, 'Customer ' || n, n || '@example.com' from generate_series(1, 8000) n`;
  await sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
    select ${id}::bigint, 'email', n || '@example.com', n from generate_series(1, 8000) n`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    ...{ ...nobody, customer: 30_000 + n, memberId: `A-${n}` },
    ...has("email", `new${n}@example.com`),
    ...recordedAs(n + 1, `k${n}`),
  }));
  return {
    merchantId: id,
    tables: ["customers", "customer_identifiers", "memberships"],
    ...{ changes: "customers", scans: 5, small: ["merchants", "levels"], calls },
  };
}

export const addingCustomers = tested({
  operation: additions,
  open: openCounter,
  cases: {
    birthdayIsPossible: { call: { birthday: "1899-12-31" } },
    levelExists: {},
    emailIsFree: { call: has("email", taken.email) },
    mobileNumberIsFree: { call: has("mobileNumber", taken.mobileNumber) },
    memberIdIsFree: { call: has("memberId", taken.memberId) },
  },
  ofMerchant: { levelExists: "delete from levels where merchant_id = $1" },
  // without a level there is nothing to lock, and the index of identifiers lets no customer in
  onlyWords: ["levelExists", "emailIsFree", "mobileNumberIsFree", "memberIdIsFree"],
  gone: { table: "levels", change: "level = 77" },
  fine: [{ call: { birthday: "1900-01-01" } }, { call: { birthday: today } }],
  meanwhile: {},
  shares: { key: ({ key, fingerprint }) => ({ key, fingerprint }) },
  many: manyCustomers,
});
