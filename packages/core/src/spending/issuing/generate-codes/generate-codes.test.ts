import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { rowsOf, whileItWaits } from "../../../testing/index.ts";
import { openCodes } from "./generate-codes.cases.ts";
import { codeJobs } from "./generate-codes.ts";

const t = harnessOfFile();

async function setting() {
  const { merchant, call } = await openCodes(t);
  return { merchant, call, place: { merchantId: merchant.id, offsetMs: 0 } };
}

test("a started job has the name of the token that started it, and not of another token", async () => {
  const { merchant, place, call } = await setting();
  const token = (secret: string) =>
    t.given.token(merchant, { secret, hash: `${merchant.id} ${secret}` });
  for (const { id } of [await token("one"), await token("two")]) {
    const only = await call({ call: { actor: `token:${id}` } });
    const createdBy = { kind: "token", id: String(id), name: `Token ${id}` };
    expect(await codeJobs.statement.run(t.db, place, [only], "wait")).toMatchObject([
      { done: { changed: { createdBy } } },
    ]);
  }
});

test.each([
  ["value = 20", { template: { value: "20.00" }, endDate: null }],
  ["validity_days = 1", { startDate: "2099-06-01", endDate: "2099-06-02" }],
])("%s of the template while the call waits: the job has what is new", async (change, task) => {
  const { merchant, place, call } = await setting();
  const template = { validityDays: null };
  const only = await call({ template, call: { startDate: "2099-06-01" } });
  const running = () => codeJobs.statement.run(t.db, place, [only], "wait");
  const changed = rowsOf("voucher_templates", change);
  expect(await whileItWaits(t, merchant.id, changed, running)).toMatchObject([{ isDone: true }]);
  const rows = (await t.rows(merchant)).get("jobs");
  expect(rows?.get(String(only.job))).toMatchObject({ task });
});

test("a template of another merchant with the same id changes nothing", async () => {
  const { place, call } = await setting();
  const only = await call();
  await t.given.template(await t.given.merchant(), { id: only.template });
  expect(await codeJobs.statement.run(t.db, place, [only], "skip")).toMatchObject([
    { isDone: true },
  ]);
});
