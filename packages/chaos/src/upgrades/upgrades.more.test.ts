import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  findPrevious,
  missingHistory,
  openPrevious,
  type Previous,
  testOnNewTables,
} from "./previous.ts";
import { runUpgrade } from "./run-upgrade.ts";

// The long version is a command: npm run chaos -- upgrade --count 10000

const commit = findPrevious();
if (!commit) console.warn(missingHistory);

describe.skipIf(!commit)("O4: the previous version on the tables of this one", () => {
  let previous: Previous;
  beforeAll(async () => {
    previous = await openPrevious(commit ?? "");
  });
  afterAll(() => previous?.remove());

  it("is migrated and replaced while tills work, and nothing is lost or doubled", async () => {
    const { faults, tries } = await runUpgrade(previous, { ordersEach: 150 });
    expect(faults).toEqual([]);
    expect(tries).not.toHaveProperty("lost");
    // none on an idle machine; a busy one may make a call wait so long that others are refused
    expect(tries[503] ?? 0).toBeLessThan((tries[200] ?? 0) / 10);
  });

  const change = "alter table promo_codes rename column name to title";
  it("fails if a column that it reads gets another name", async () => {
    const { faults } = await runUpgrade(previous, { ordersEach: 150, change });
    expect(faults.join("\n")).toMatch(/promo code of Shop \d got 500/);
  });

  const examples = "apps/api/test/contract/examples.test.ts";
  const statements = "apps/api/test/statements/statements.test.ts";
  it("answers the example of each operation, and runs every statement", async () => {
    // not what the tests of statements say about the previous version alone
    const pattern = "the example of|are run by every procedure";
    const { failures, passed } = await testOnNewTables(previous, [examples, statements], {
      pattern,
    });
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(60);
  });

  it("does neither if a column that it reads gets another name", async () => {
    const options = { pattern: "the example of", change };
    const { failures } = await testOnNewTables(previous, [examples], options);
    expect(failures.join()).toMatch(/promo_codes/);
  });
});
