import { describe, expect, test } from "vitest";
import type { CallKey } from "../foundation/writing/key.sql.ts";
import type { BatchStatement, Locks, Statement } from "../foundation/writing/statement.ts";
import { guardless, whileHeld } from "./guards.ts";
import type { OpenHarness } from "./open-harness.ts";

/** A statement whose calls can have a key, and how a test makes and runs such calls. */
export type KeptKey<Call extends CallKey, Seen, Done> = {
  readonly statement: BatchStatement<Call, Seen, Done>;
  /** A table whose rows the statement locks. */
  readonly locks: string;
  /** Makes a merchant. Each `call` makes a call that can be done, always with the same key. */
  readonly setting: () => Promise<{
    readonly merchant: { readonly id: number };
    readonly call: () => Promise<Call>;
    readonly run: (
      statement: Statement<Call, Seen, Done>,
      calls: readonly Call[],
      locks?: Locks,
    ) => Promise<unknown>;
  }>;
};

/** Tests that a call whose key has an outcome waits for no row, and that it waits without the guard. */
export function testKeptKey<Call extends CallKey, Seen, Done>(
  harness: () => OpenHarness,
  { statement, locks, setting }: KeptKey<Call, Seen, Done>,
): void {
  const isNew = / and k\.fingerprint is null(?= as passes)/;
  describe("a call whose key has an outcome", () => {
    test.each([
      ["waits for no row", statement, [false]],
      ["waits without the guard", guardless(statement)(isNew), "waits"],
    ])("%s", async (_, sent, expected) => {
      const { merchant, call, run } = await setting();
      expect(await run(statement, [await call()])).toEqual([true]);
      const again = await call();
      const held = `select 1 from ${locks} where merchant_id = $1 for update`;
      const running = () => run(sent, [again], "wait");
      expect(await whileHeld(harness(), merchant.id, held, running)).toEqual(expected);
    });
  });
}
