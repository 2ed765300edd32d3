import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  type OpenHarness,
  openHarness,
  running,
  together,
  twoProcesses,
} from "../../../testing/index.ts";
import { additions } from "./add-customer.sql.ts";
import { addCustomer, type NewCustomer } from "./add-customer.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

const without = guardless(additions);

const person = { name: "Ani", gender: "", address: "", birthday: null };
const nobody: NewCustomer = { ...person, email: null, mobileNumber: null, memberId: null };

async function setting() {
  const merchant = await t.given.merchant();
  const customers = async () => (await t.rows(merchant)).get("memberships")?.size ?? 0;
  return { merchant, customers };
}

describe("calls of two processes", () => {
  const email = { email: "ani@example.com" };
  test.each([
    ["one customer is added, the others are refused", additions, { done: 1, invalid: 99 }],
    [
      "without the guards the database fails the others",
      without(/ and t\.taken is null| on conflict do nothing(?= returning u\.id)/g),
      { done: 1, 23505: 99 },
    ],
  ])("100 with one email: %s", async (_, statement, answers) => {
    const { merchant, customers } = await setting();
    const processes = twoProcesses(t).map((process) => running(process, statement));
    let calls = 0;
    const counted = await together(processes, 100, (writing) =>
      addCustomer(
        { ...t.as(merchant), writing },
        { ...nobody, ...email, memberId: `A-${++calls}` },
      ),
    );
    expect(counted).toEqual(answers);
    expect(await customers()).toBe(1);
  });

  test.each([
    ["with one key are one customer", true, 1],
    ["without keys are 10 customers", false, 10],
  ])("10 calls %s", async (_, isKeyed, count) => {
    const { merchant, customers } = await setting();
    const counted = await together(twoProcesses(t), 10, (writing) => {
      const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
      return addCustomer({ ...ctx, writing }, nobody);
    });
    expect(counted).toEqual({ done: 10 });
    expect(await customers()).toBe(count);
  });
});
