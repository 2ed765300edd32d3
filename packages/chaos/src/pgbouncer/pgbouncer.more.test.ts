import { hasPgbouncer } from "@stampbook/db/testing";
import { describe, expect, it } from "vitest";
import { races } from "../races/index.ts";
import { runPgbouncer } from "./run-pgbouncer.ts";

// The long version is a command: npm run chaos -- pgbouncer --seconds 20

/** The names of the races that this test runs. The command runs all races. */
const some = ["the same voucher", "the same last value", "the same last stamps", "the same cancel"];

describe.skipIf(!hasPgbouncer())("PgBouncer in transaction mode", () => {
  it("F5: three replicas start by its plain address and serve while /ready is polled, and races are won once", async () => {
    const report = await runPgbouncer({
      seconds: 4,
      races: races.filter(({ name }) => some.includes(name)),
      rounds: 1,
      clients: 20,
    });
    expect(report.faults).toEqual([]);
    expect(report.raced).toBe(some.length);
    expect(report.ready[200]).toBeGreaterThan(3);
    // a low bound: even an overloaded machine serves about 95 orders
    expect(report.orders).toBeGreaterThan(10);
  });
});
