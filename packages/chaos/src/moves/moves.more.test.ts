import { expect, it } from "vitest";
import { runMoves } from "./run-moves.ts";

// The long version is a command: npm run chaos -- move --times 20

it("a merchant is moved to another database and back while its tills work: nothing is lost or doubled", async () => {
  const { moved, others, switches, faults } = await runMoves({ times: 3 });
  expect(faults).toEqual([]);
  expect(switches).toHaveLength(4);
  expect(moved.orders).toBeGreaterThan(300);
  expect(others.orders).toBeGreaterThan(300);
  // the merchants that stay are never refused because another one moves
  expect(others.tries).not.toHaveProperty("503");
});
