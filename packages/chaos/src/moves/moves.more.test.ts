import { expect, it } from "vitest";
import { runMoves } from "./run-moves.ts";

// The long version is a command: npm run chaos -- move --times 20

it("a merchant is moved to another database and back while its tills work: nothing is lost or doubled", async () => {
  const { moved, others, switches, faults } = await runMoves({ times: 3 });
  expect(faults).toEqual([]);
  expect(switches).toHaveLength(4);
  expect(moved.orders).toBeGreaterThan(300);
  expect(others.orders).toBeGreaterThan(300);
  // none on an idle machine; a busy one may make a call wait so long that others are refused
  expect(others.tries[503] ?? 0).toBeLessThan((others.tries[200] ?? 0) / 10);
});
