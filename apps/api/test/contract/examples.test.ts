import { createHarness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { createTestDatabase, createTestTemplate, type TestTemplate } from "@stampbook/db/testing";
import { appRouter, listProcedures } from "@stampbook/router";
import { examples } from "@stampbook/router/documents";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bookedFor, needsBooking } from "../booked.ts";
import { type AnyHouse, type OpenHouse, openHouse } from "../harness.ts";
import { documentedOperations, fillPath } from "../open-api.ts";
import { importSample, sample } from "../sample.ts";
import { inThirtyDays } from "../shop.ts";

type Body = Readonly<Record<string, unknown>>;

const day = expect.stringMatching(/^20\d\d-\d\d-\d\d$/);
/** Matchers for values that differ in every run, by the values' text in the examples. */
const volatile = new Map<string, unknown>([
  ["2026-11-21", day],
  ["2026-12-22", day],
  ["2026-11-22T00:00:00Z", expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)],
  ["22-12-2026 23:59", expect.stringMatching(/^\d{1,2}-\d\d-20\d\d 23:59$/)],
  ["048213", expect.stringMatching(/^\d{6}$/)],
  ["M9121682405", expect.stringMatching(/^M\d{10}$/)],
  ["7Q2M0ZK4T9XW3RBH", expect.stringMatching(/^[0-9A-Z]{16}$/)],
]);

/** The link of a booking, which depends on the secret key. */
const link = /^http.*\/booking#v1\.1\.1\.[0-9a-z]+\.[\w-]{22}$/;

/** The moment of the call, in seconds; a week later; and the id of an activity at that moment. */
const moments = new Set([1795305600, 1795306500, 1795910400, 7181222400000001]);

/** An example's answer, with matchers for the values that differ in every run, such as a new voucher's id. */
function likeness(value: unknown): unknown {
  if (typeof value === "number" && moments.has(value)) return expect.any(Number);
  if (typeof value === "string")
    return value.includes("/booking#")
      ? expect.stringMatching(link)
      : (volatile.get(value) ?? value);
  if (Array.isArray(value)) return value.map(likeness);
  if (typeof value !== "object" || value === null) return value;
  const isNewVoucher =
    "expires_on" in value || ("code" in value && volatile.has(String(value.code)));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      isNewVoucher && key === "id" ? expect.any(Number) : someOf(key, likeness(part)),
    ]),
  );
}

/** A day has many slots: the example shows one. */
const someOf = (key: string, part: unknown) =>
  key === "slots" && Array.isArray(part) ? expect.arrayContaining(part) : part;

const procedures = new Map(listProcedures(appRouter).map((each) => [each.name, each]));
/** Whether the example leaves the rows as they are. Such examples share a database. */
const onlyReads = (name: string) =>
  procedures.get(name)?.type === "query" && !examples[name]?.after && !needsBooking(name);

let template: TestTemplate;
let token: string;
let reading: OpenHouse;
const open = async () => openHouse(await createTestDatabase({ template }));
beforeAll(async () => {
  template = await createTestTemplate(async ({ db }) => {
    token = await importSample(createHarness(db).deps);
    await db.update(schema.merchants).set({ acceptTokenInMessage: true });
  });
  reading = await open();
});
afterAll(async () => {
  await reading?.close();
  await template?.close();
});

it("there is one for each operation", () => {
  expect(Object.keys(examples).sort()).toEqual(documentedOperations.map(({ name }) => name).sort());
});

it.each(documentedOperations)("the example of $name answers as written", async ({ name }) => {
  const house = onlyReads(name) ? reading : await open();
  try {
    const booked = { merchantId: 1, storeId: 32, customerId: 123 };
    const linked = needsBooking(name) ? await bookedFor(house.core, name, booked) : null;
    const first = examples[name]?.after;
    const made = first ? await call(house, first, token) : {};
    const { otp } = made;
    const slotsOn = name === "bookings.slots" ? inThirtyDays() : undefined;
    const date = ofDay.has(name) ? await dayOfExample(house) : slotsOn;
    const changed = {
      ...(otp === undefined ? {} : { otp }),
      ...(date === undefined ? {} : { date }),
      ...(linked && "token" in (examples[name]?.body ?? {}) && { token: linked.token }),
    };
    const answer = await call(house, name, token, changed);
    expect(answer).toEqual(likeness(examples[name]?.answer));
    if (mayRepeat(name)) {
      expect(await callOldStyle(house, name, changed)).toEqual(answer);
      expect(await callOverTrpc(house, name, changed)).toEqual(answer);
    }
  } finally {
    if (house !== reading) await house.close();
  }
});

/** The operations that name the business day of the example before them. */
const ofDay = new Set(["transactions.cancel", "transactions.list", "redemptions.list"]);

/** The business day of the sale or the redemption that was made first. */
async function dayOfExample({ core }: AnyHouse): Promise<string | undefined> {
  const [sale] = await core.db.select().from(schema.transactions);
  const [redemption] = await core.db.select().from(schema.redemptions);
  const inJakarta = new Intl.DateTimeFormat("sv", { timeZone: "Asia/Jakarta" });
  return sale?.businessDay ?? inJakarta.format(Date.parse(redemption?.createdAt ?? ""));
}

/**
 * Whether a repeated call gets the same answer: a query, or a write with an idempotency key. The preview of a
 * return has the time at which it would be recorded.
 */
function mayRepeat(name: string): boolean {
  if (name === "returns.preview") return false;
  const { meta, type } = procedures.get(name) ?? {};
  return Boolean(meta?.idempotent) || type === "query";
}

const key = { "idempotency-key": "example" };

/**
 * Sends the example again as old clients do: the token in the message, other names of the customer and the
 * store, numbers and Booleans in strings, and a JSON body for GET. Returns the answer.
 */
async function callOldStyle(house: AnyHouse, name: string, changed: Body): Promise<Body> {
  const { method = "", path = "" } = documentedOperations.find((each) => each.name === name) ?? {};
  const input = { ...examples[name]?.body, ...changed };
  const body = {
    ...asOldClient(input),
    merchant_id: String((sample.merchant as { id: number }).id),
    token,
  };
  const [status, answer] = await house.send({
    method,
    path: fillPath(path, input),
    payload: JSON.stringify(body),
    headers: { "content-type": "application/json", ...(method === "POST" ? key : {}) },
  });
  expect([status, answer]).toEqual([200, expect.anything()]);
  return answer as Body;
}

/** Sends the example again over tRPC. Returns the answer. */
async function callOverTrpc(house: AnyHouse, name: string, changed: Body): Promise<Body> {
  const input = { ...examples[name]?.body, ...changed };
  const headers = procedures.get(name)?.type === "mutation" ? key : {};
  const [status, answer] = await house.post(`/trpc/${name}`, input, { token, headers });
  expect([status, answer]).toEqual([200, expect.anything()]);
  return (answer as { readonly result: { readonly data: Body } }).result.data;
}

const oldNames: Readonly<Record<string, string>> = {
  user: "user_email",
  identifier: "user_email",
  store: "store_id",
};

/** Fields with the caller's own data. It is stored unchanged, so its numbers must stay numbers. */
const ownData = ["extra_data"];

/**
 * An input as old clients send it: with other names, and with numbers and Booleans in strings, also in lists.
 */
function asOldClient(value: unknown): Body {
  return Object.fromEntries(
    Object.entries(value as Body).map(([name, part]) => [
      oldNames[name] ?? name,
      ownData.includes(name) ? part : asText(part),
    ]),
  );
}

function asText(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== "object" || value === null) return value;
  return asOldClient(value);
}

async function call(
  house: AnyHouse,
  name: string,
  token: string,
  changed: Body = {},
): Promise<Body> {
  const operation = documentedOperations.find((each) => each.name === name) ?? {
    method: "",
    path: "",
  };
  const input = { ...examples[name]?.body, ...changed };
  const headers = operation.method === "POST" ? key : {};
  const [status, body] = await house.ask(operation, input, { token, headers });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Body;
}
