import { expect, it } from "vitest";
import { runOverload } from "./run-overload.ts";

// The long version is a command: npm run chaos -- overload

it("F3: several times what it can do: calls are refused with 503 and Retry-After, what is done is done once, and it serves on", async () => {
  const { floods, faults } = await runOverload({
    seconds: 2,
    times: [3],
    knee: "capacity",
    customers: 2_000,
    // on a busy machine the client may be too slow to reach the product's limit of 128 calls at once
    most: 8,
  });
  expect(faults).toEqual([]);
  for (const { statuses } of floods) {
    expect(statuses[503]).toBeGreaterThan(0);
    expect(statuses[200]).toBeGreaterThan(0);
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual(["503"]);
  }
});
