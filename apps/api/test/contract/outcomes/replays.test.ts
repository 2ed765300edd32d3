import { createHarness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { createTestDatabase, createTestTemplate, type TestTemplate } from "@stampbook/db/testing";
import { appRouter, listProcedures } from "@stampbook/router";
import { examples } from "@stampbook/router/documents";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type House, openHouse } from "../../harness.ts";
import { importSample } from "../../sample.ts";

// For each operation that takes a key, the outcome's answer is the answer of the same call with the same key.

const OUTCOMES = { path: "/api/v2/outcomes", method: "GET" };
const keyed = listProcedures(appRouter).filter(
  ({ meta }) => meta.idempotent && meta.rest && !meta.open,
);
const pathOf = new Map(keyed.map(({ name, meta }) => [name, String(meta.rest?.path)]));

let template: TestTemplate;
let token: string;
beforeAll(async () => {
  template = await createTestTemplate(async ({ db }) => {
    token = await importSample(createHarness(db).deps);
  });
});
afterAll(() => template?.close());

it("covers every operation with a key but the guests' own", () => {
  expect(keyed.length).toBeGreaterThan(25);
});

it.each(keyed)("D4: $name", async ({ name }) => {
  const house = await openHouse(await createTestDatabase({ template }));
  try {
    const path = pathOf.get(name) ?? "";
    const before = examples[name]?.after;
    if (before) await call(house, before, "before", examples[before]?.body ?? {});
    const sale = name === "transactions.cancel" ? { date: await dayOfSale(house) } : {};
    const input = { ...examples[name]?.body, ...sale };
    expect(await outcomeOf(house, path)).toEqual({ ...nothing(name), state: "unknown" });
    const first = await call(house, name, "once", input);
    const done = {
      ...nothing(name),
      state: "done",
      created: expect.any(Number),
      kept_until: expect.any(Number),
      answer: first,
    };
    expect(await outcomeOf(house, path)).toEqual(done);
    expect(await outcomeOf(house, name)).toEqual(done);
    expect(await call(house, name, "once", input)).toEqual(first);
  } finally {
    await house.close();
  }
});

const nothing = (operation: string) => ({
  operation,
  created: null,
  kept_until: null,
  answer: null,
});

async function call(house: House, name: string, key: string, body: object) {
  const headers = { "idempotency-key": key };
  const [status, answer] = await house.post(pathOf.get(name) ?? "", body, { token, headers });
  expect([name, status, answer]).toEqual([name, 200, expect.anything()]);
  return answer;
}

async function outcomeOf(house: House, operation: string) {
  const [status, answer] = await house.ask(OUTCOMES, { operation, key: "once" }, { token });
  expect([status, answer]).toEqual([200, expect.anything()]);
  return answer;
}

/** The business day of the sale that was made first. */
async function dayOfSale({ core }: House) {
  const [sale] = await core.db.select().from(schema.transactions);
  return sale?.businessDay;
}
