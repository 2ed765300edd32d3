import { expect, it } from "vitest";
import { runVanishing } from "./run-vanishing.ts";

// The long version is a command: npm run chaos -- primary-vanishes --seconds 20

it("F2, F6: the primary's packets are dropped: calls are refused, and answered once it or a promoted standby is there", async () => {
  const { network, outages } = await runVanishing({
    seconds: 1,
    calmSeconds: 1,
    tills: 6,
    settings: { STATEMENT_TIMEOUT_MS: "2000", REQUEST_DEADLINE_MS: "3000" },
  });
  console.log(`The primary vanished by ${network}.`);
  expect(outages.flatMap(({ faults }) => faults)).toEqual([]);
  expect(outages.map(({ name }) => name)).toEqual([
    "the primary comes back",
    "a standby is promoted",
  ]);
  for (const { refused, orders } of outages) {
    expect(refused).toBeGreaterThanOrEqual(6);
    expect(orders).toBeGreaterThan(30);
  }
});
