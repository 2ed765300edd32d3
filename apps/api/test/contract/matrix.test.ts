import { mostOf } from "@stampbook/core/limits";
import { schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { examples } from "@stampbook/router/documents";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookedFor } from "../booked.ts";
import { type Answer, type House, openHouse } from "../harness.ts";
import { documentedOperations, inputOf, type JsonSchema } from "../open-api.ts";
import { importOther, importSample } from "../sample.ts";

/** Three ids in the same form: the merchant's own, another merchant's, and an id that nobody has. */
type Ids = readonly [own: unknown, others: unknown, nobodys: unknown];
const people: readonly Ids[] = [
  ["customer@example.com", "kunden@example.com", "nobody@example.com"],
  ["M0001", "W0001", "X0001"],
  ["081239871234", "081239879934", "081239860000"],
  [123, 7123, 9123],
];
const requests: readonly Ids[] = [["till-own", "till-7001", "till-9001"]];
const idLike: Readonly<Record<string, readonly Ids[]>> = {
  user: people,
  identifier: people,
  email: people.slice(0, 1),
  root_transaction_store: [
    [32, 7032, 9032],
    ["TK5Z", "TK7Z", "TK9Z"],
  ],
  return_store: [
    [32, 7032, 9032],
    ["TK5Z", "TK7Z", "TK9Z"],
  ],
  store: [
    [32, 7032, 9032],
    ["TK5Z", "TK7Z", "TK9Z"],
  ],
  reward: [[1, 7001, 9001]],
  "rewards.code": [
    ["MI0017", "MI7017", "MI9017"],
    [1, 7001, 9001],
  ],
  reward_code: [["MI0017", "MI7017", "MI9017"]],
  reward_by_code: [["MI0017", "MI7017", "MI9017"]],
  voucher: [[4, 7004, 9004]],
  voucher_code: [["PZ633ECV", "QQ633ECV", "RR633ECV"]],
  code: [["PZ633ECV", "QQ633ECV", "RR633ECV"]],
  voucher_template: [[12, 7012, 9012]],
  promo_code: [["PROMOCODE", "OTHERCODE", "NOBODCODE"]],
  template_code: [["otp", "pto", "xyz"]],
  request_id: requests,
  "rewards.request_id": requests,
  "reward_redemptions.reward": [
    ["MI0017", "MI7017", "MI9017"],
    [1, 7001, 9001],
  ],
  "reward_redemptions.request_id": requests,
  "voucher_redemptions.voucher_code": [["PZ633ECV", "QQ633ECV", "RR633ECV"]],
  "voucher_redemptions.request_id": requests,
  "promo_code_redemptions.promo_code": [["PROMOCODE", "OTHERCODE", "NOBODCODE"]],
  "promo_code_redemptions.request_id": requests,
  card_number: [["M0001", "W0001", "X0001"]],
  id: [[null, 1, 2]],
  redemption_id: [[null, 1, 2]],
  booking_id: [[null, 1, 2]],
  transaction_id: [[null, 1, 2]],
};
/** Fields that have the form of an id or a code, but name no row of the merchant. */
const notIds = new Set([
  ...["root_invoice_number", "return_invoice_number"],
  ...["invoice_number", "mobile_number", "phone", "name", "gender", "postal_code"],
  ...["employee_code", "registering_employee_code", "registration_method"],
  ...["items.product_name", "payments.payment_method"],
  // where a page of the merchant's own rows begins
  ...["last_transaction_id", "last_redemption_id", "last_voucher_id", "last_reward_id"],
  ...["last_transaction_id", "last_voucher_id", "last_reward_id", "last_store_id"],
  "older_than",
  // the merchant names its own codes: see `selling/payment-method.test.ts`
  "merchants.addOrUpdatePaymentMethod:code",
  // the store selects among the redemptions of an invoice number
  "redemptions.cancel:store",
  // the store selects among the sales of an invoice number
  "transactions.details:store",
  // a key of nobody gets an answer, and so does another merchant's: see `outcomes/by-key.test.ts`
  "key",
  // the call also has the reward's id, which is used instead
  "redemptions.add:reward_by_code",
  // new values, which may be the same as another merchant's
  ...["member_id", "referral_code", "members.register:email", "members.registerBrief:email"],
  "members.partialRegistration:user",
  ...["members.changeProfile:email", "members.change:email"],
  // chooses among the lines of the redemption that the call names
  "line_request_id",
  // chooses among the vouchers that were spent under the number of the sale: see `selling/returns.test.ts`
  "payments.voucher_code",
  // the call creates this id
  "redemptions.authorize:request_id",
  // a signed text that names its merchant too: see `bookings/by-link.test.ts`
  "token",
  // the store determines the merchant: anyone can ask for free times or a table in any store
  ...["bookings.add:store", "bookings.slots:store"],
]);

/**
 * Whether a field may be the id or the code of a row: a number without an upper bound, or a text as long as a code.
 * Searches find only the merchant's own customers (`members/reads.test.ts`). The template of `issue_voucher`
 * is covered by `selling/add-with-redemptions.test.ts`.
 */
function isLikeAnId({ minimum, maximum, maxLength, minLength }: JsonSchema): boolean {
  if (maxLength !== undefined) return maxLength === mostOf.code && minLength === undefined;
  return minimum === 1 && maximum === undefined;
}

/** Every field of every documented operation that is like an id, including the fields of lines. */
const fields = documentedOperations.flatMap(({ name, method, path, operation }) =>
  Object.entries(inputOf(operation).properties ?? {})
    .flatMap(([field, schema]) => [
      { field, schema },
      ...Object.entries(schema.items?.properties ?? {}).map(([part, each]) => ({
        field: `${field}.${part}`,
        schema: each,
      })),
    ])
    .filter(({ schema }) => isLikeAnId(schema))
    .map(({ field }) => ({ name, method, path, field })),
);
const isId = ({ name, field }: (typeof fields)[number]) =>
  field in idLike && !notIds.has(`${name}:${field}`);
const isRow = ({ field }: (typeof fields)[number]) =>
  ["id", "booking_id", "transaction_id"].includes(field);
/** Whether the operation must come last, because it erases the sample's customer. */
const isLast = ({ name }: (typeof fields)[number]) => name === "members.anonymize";
/**
 * The fields to test. Fields with the id of a row come first, while the token's merchant has no redemption or
 * sale with the other merchant's id.
 */
const cells = fields
  .filter(isId)
  .sort((a, b) => Number(isRow(b)) - Number(isRow(a)) || Number(isLast(a)) - Number(isLast(b)));

it("knows of each field that is like an id whether it names something", () => {
  const unknown = fields.filter(
    ({ name, field }) =>
      !(field in idLike) && !notIds.has(field) && !notIds.has(`${name}:${field}`),
  );
  const missing =
    "in `idLike` the ids that these fields may name, or in `notIds` why they name no row";
  expect(unknown, `missing: ${missing}`).toEqual([]);
  const found = new Set(fields.flatMap(({ name, field }) => [field, `${name}:${field}`]));
  expect([...Object.keys(idLike), ...notIds].filter((field) => !found.has(field))).toEqual([]);
  console.log(`${cells.length} of ${fields.length}, ${documentedOperations.length} operations`);
});

describe("another merchant's ids", () => {
  let house: House & { close: () => Promise<void> };
  let token = "";
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase());
    const settings = { redemption_pin_authorization: true, otp_requests_per_hour: 1000 };
    token = await importSample(house.core, settings);
    const other = await importOther(house.core, settings);
    const authorize = (by: string, user: string, request_id: string) =>
      house.post(
        "/api/redemptions/authorize",
        { user, pin: "123456", request_id, timeout: 3600 },
        { token: by },
      );
    const sale = { store: 7032, invoice_number: "other's", total_value: 1 };
    const sold = await house.post("/api/transactions/add", sale, { token: other });
    expect(sold.slice(0, 2)).toMatchObject([200, { transaction: { id: 1 } }]);
    const award = { user: "kunden@example.com", store: 7032, number_of_stamps: 1 };
    const given = await house.post("/api/stamps/add", award, { token: other });
    expect(given.slice(0, 2)).toMatchObject([200, { award: { id: 1 } }]);
    expect((await authorize(other, "kunden@example.com", "till-7002"))[0]).toBe(200);
    const redeemed = {
      identifier: "kunden@example.com",
      voucher_code: "GIFT7001",
      voucher_template: 7013,
      store: 7032,
      request_id: "till-7002",
    };
    const done = await house.post("/api/redemptions/by-voucher-code", redeemed, { token: other });
    expect(done.slice(0, 2)).toMatchObject([200, { redemption: { id: 1 } }]);
    const booked = { merchantId: 7001, storeId: 7032 };
    expect((await bookedFor(house.core, "bookings.confirm", booked)).id).toBe(1);
    expect((await authorize(other, "kunden@example.com", "till-7001"))[0]).toBe(200);
    expect((await authorize(token, "customer@example.com", "till-own"))[0]).toBe(200);
    // records the token's last use now, because it is not recorded again within the same minute
    await house.post("/api/ping", {}, { token });
  });
  afterAll(() => house?.close());

  it.each(cells)("are as nobody's: $name, $field", async ({ name, method, path, field }) => {
    const forms = idLike[field] ?? [];
    const call = async (id: unknown) =>
      masked(await house.ask({ method, path }, bodyWith(name, field, id), { token }), id);
    await house.core.db.delete(schema.budgets);
    const before = await rowsOf(house);
    const seen = [];
    for (const [, others, nobodys] of forms) {
      // bookings with one phone number are limited, for any customer
      if (name === "bookings.add") await house.core.db.delete(schema.budgets);
      const answer = await call(others);
      expect(answer).toEqual(await call(nobodys));
      seen.push(answer);
    }
    if (name === "bookings.add") {
      expect(seen).toMatchObject(forms.map(() => ({ status: 200 })));
      return;
    }
    expect(await rowsOf(house)).toEqual(before);
    for (const { status } of seen) expect(status).toBeGreaterThanOrEqual(400);
    // in at least one form, the answer to the merchant's own id differs from the answer to the other ids
    let isKnown = false;
    for (const [at, [own]] of forms.entries())
      isKnown ||=
        JSON.stringify(own === null ? null : await call(own)) !== JSON.stringify(seen[at]);
    expect(isKnown).toBe(true);
  });
});

/** The operation's example, with one field changed. */
function bodyWith(name: string, field: string, id: unknown) {
  const body: Record<string, unknown> = { ...examples[name]?.body };
  // the example's message template exists only for email, so the call asks for email
  if (field === "template_code") body.type = "email";
  const [list = "", part] = field.split(".");
  if (part === undefined) return { ...body, [field]: id };
  const [line] = body[list] as readonly object[];
  // removes the other lists, because one of their lines could be refused first
  for (const other of Object.keys(body).filter((each) => each.endsWith("_redemptions")))
    delete body[other];
  return { ...body, [list]: [{ ...line, [part]: id }] };
}

const ownOfEachAnswer = new Set(["x-request-id", "date", "ratelimit", "content-length"]);

/** An answer without the requested id, and without the parts that differ in every call. */
function masked([status, body, headers]: Answer, id: unknown) {
  const { booking } = body as { booking?: { id: number } };
  const alone = new RegExp(`(?<![\\w])${String(id).replaceAll(".", "\\.")}(?![\\w])`, "g");
  const text = JSON.stringify(body).replace(alone, "<id>");
  return {
    status,
    body: booking
      ? text.replace(`"id":${booking.id}`, '"id":"<new>"').replace(/#v1[\w.-]+/, "#<new>")
      : text,
    headers: Object.entries(headers).filter(([name]) => !ownOfEachAnswer.has(name)),
  };
}

/** A digest of every table except those that a refused call may change. Leaves out `last_used_at`. */
async function rowsOf({ core: { db } }: House): Promise<unknown> {
  const counting = ["refusals", "attempt_counters", "id_counters"];
  const tables = await db.execute(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const names = listOf(tables).map(({ table_name: name }) => String(name));
  const parts = names
    .filter((name) => !counting.includes(name))
    .map(
      (name) =>
        `select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(row, '|' order by row), '')) as digest
         from (select (to_jsonb(t) - 'last_used_at')::text as row from "${name}" t) r`,
    );
  return listOf(await db.execute(`${parts.join(" union all ")} order by name`));
}

const listOf = (result: unknown) => result as readonly Record<string, unknown>[];
