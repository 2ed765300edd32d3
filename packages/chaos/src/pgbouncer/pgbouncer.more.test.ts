import { hasPgbouncer } from "@stampbook/db/testing";
import { describe, expect, it } from "vitest";
import { runPgbouncer } from "./run-pgbouncer.ts";

// The long version is a command: npm run chaos -- pgbouncer --seconds 20

describe.skipIf(!hasPgbouncer())("PgBouncer in transaction mode", () => {
  it("F5: three replicas start by its plain address and serve while /ready is polled, and nothing is spent twice", async () => {
    const report = await runPgbouncer({
      seconds: 4,
      rounds: 1,
      clients: 20,
    });
    expect(report.faults).toEqual([]);
    expect(report.ready[200]).toBeGreaterThan(3);
    // a low bound: even an overloaded machine serves about 95 orders
    expect(report.orders).toBeGreaterThan(10);
  });
});
