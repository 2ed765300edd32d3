import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { guardless, rowsOf, runFor, whileItWaits } from "../../testing/index.ts";
import { openLevels } from "./set-level.cases.ts";
import { levelsGiven } from "./set-level.ts";

// closes the database without an audit: a statement without its guard leaves wrong rows
const t = harnessOfFile({ isAudited: false });

const { statement } = levelsGiven;

async function setting() {
  const { merchant, call } = await openLevels(t);
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  const changes = async () => [...((await t.rows(merchant)).get("levelChanges")?.values() ?? [])];
  return { merchant, call, run, changes };
}

const fromSeen = guardless(statement)(
  /(?<=, )ms\.level as level_before/,
  "(select (s.membership->>'level')::int from seen s) as level_before",
);
test.each([
  ["the history has the level that it had then", statement, 300],
  ["without the look under the lock it has the one before", fromSeen, 100],
])("the member is raised, and then lowered: %s", async (_, one, levelBefore) => {
  const { merchant, call, run, changes } = await setting();
  const only = await call({ call: { upgradeOnly: false } });
  const raised = rowsOf("memberships", "level = 300");
  const running = () => run(one, [only], "wait");
  expect(await whileItWaits(t, merchant.id, raised, running)).toEqual([true]);
  expect(await changes()).toMatchObject([{ levelBefore, levelAfter: 200 }]);
});

const always = guardless(statement)(
  / and \(s\.level, s\.end_date\) is distinct from \(s\.level_before, s\.level_until\)/,
);
test.each([
  ["nothing is written", statement, 1],
  ["without the guard the history has it twice", always, 2],
])("a member who has the level until the same day: %s", async (_, one, count) => {
  const { merchant, call, run, changes } = await setting();
  const first = await call({ call: { endDate: "2100-01-01" } });
  expect(await run(one, [first])).toEqual([true]);
  const second = await call({ call: { endDate: "2100-01-01" } }, first);
  expect(await run(one, [second])).toEqual([true]);
  expect(await changes()).toHaveLength(count);
  expect((await t.rows(merchant)).get("auditEntries")?.size).toBe(count);
});
