import { createHarness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { createTestDatabase, createTestTemplate, type TestTemplate } from "@stampbook/db/testing";
import { examples } from "@stampbook/router/documents";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AnyHouse, openHouse } from "../harness.ts";
import { documentedOperations } from "../open-api.ts";
import { importSample } from "../sample.ts";

type Body = Readonly<Record<string, unknown>>;

/** The operations that must be called first, each with its own example. */
const before: Readonly<Record<string, string>> = {
  "pin.reset": "pin.requestReset",
  "password.reset": "password.requestReset",
  "redemptions.cancel": "redemptions.redeemVoucherCode",
  "redemptions.addInvoiceNumber": "redemptions.redeemVoucherCode",
  "transactions.details": "transactions.add",
  "transactions.cancel": "transactions.add",
  "transactions.cancelById": "transactions.add",
  "transactions.modify": "transactions.add",
  "transactions.byUser": "transactions.add",
  "stamps.cancel": "stamps.add",
};

const day = expect.stringMatching(/^20\d\d-\d\d-\d\d$/);
/** Values that differ in every run, by their text in the examples. */
const volatile = new Map<string, unknown>([
  ["2026-11-21", day],
  ["2026-12-22", day],
  ["2026-11-22T00:00:00Z", expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)],
  ["22-12-2026 23:59", expect.stringMatching(/^\d{1,2}-\d\d-20\d\d 23:59$/)],
  ["048213", expect.stringMatching(/^\d{6}$/)],
  ["M9121682405", expect.stringMatching(/^M\d{10}$/)],
  ["7Q2M0ZK4T9XW3RBH", expect.stringMatching(/^[0-9A-Z]{16}$/)],
]);

/** An example's answer that accepts any value where runs differ, including the id of a new voucher. */
function likeness(value: unknown): unknown {
  // the moment of the call, in seconds
  if (value === 1795305600) return expect.any(Number);
  if (typeof value === "string") return volatile.get(value) ?? value;
  if (Array.isArray(value)) return value.map(likeness);
  if (typeof value !== "object" || value === null) return value;
  const isNewVoucher =
    "expires_on" in value || ("code" in value && volatile.has(String(value.code)));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      isNewVoucher && key === "id" ? expect.any(Number) : likeness(part),
    ]),
  );
}

let template: TestTemplate;
let token: string;
beforeAll(async () => {
  template = await createTestTemplate(async ({ db }) => {
    token = await importSample(createHarness(db).deps);
  });
});
afterAll(() => template?.close());

it("there is one for each operation", () => {
  expect(Object.keys(examples).sort()).toEqual(documentedOperations.map(({ name }) => name).sort());
});

it.each(documentedOperations)("the example of $name answers as written", async ({ name }) => {
  const house = await openHouse(await createTestDatabase({ template }));
  try {
    const first = before[name];
    const made = first ? await call(house, first, token) : {};
    const { otp } = made;
    const date = name === "transactions.cancel" ? await dayOfSale(house) : undefined;
    const answer = await call(house, name, token, {
      ...(otp === undefined ? {} : { otp }),
      ...(date === undefined ? {} : { date }),
    });
    expect(answer).toEqual(likeness(examples[name]?.answer));
  } finally {
    await house.close();
  }
});

/** The business day of the sale that was made first. */
async function dayOfSale({ core }: AnyHouse): Promise<string | undefined> {
  const [sale] = await core.db.select().from(schema.transactions);
  return sale?.businessDay;
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
  const [status, body] = await house.ask(operation, input, { token });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Body;
}
