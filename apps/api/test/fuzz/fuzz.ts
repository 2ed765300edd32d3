import { runAudit } from "@stampbook/core/audit";
import { createTestDatabase } from "@stampbook/db/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../harness.ts";
import { documentedOperations, inputOf, pathFor } from "../open-api.ts";
import { type Fills, fill } from "./blanks.ts";
import { bodiesOf, fittingBody } from "./bodies.ts";
import { openSupplies } from "./supplies.ts";
import { createTally, leaveReport } from "./tally.ts";

export const AT_A_TIME = 25;
export const REPORTS = process.env.FUZZ_REPORTS;

/** Text that no answer may contain: stack traces, queries, names of libraries and internals. */
export const leaks =
  /\bat \S+ \(|node_modules|\.ts:\d|select .* from|insert into|update .* set|syntax error|violates|postgres|drizzle|zod|\bstampbook_/i;
/**
 * The documented statuses. A call gets 503 if the hash queue is full, or its hash waited too long, and 413 if
 * its body is larger than the operation allows.
 */
const documented = [200, 400, 404, 409, 413, 429, 503];

/**
 * How many calls to send: in total, and at least to each operation. The first call of an operation succeeds.
 * The next two are refused: a GET whose parameters are all optional ignores a body that is no JSON, but not a
 * page of no rows.
 */
export type Amount = { readonly requests?: number; readonly leastOfEach: number };

/**
 * Sends more or less valid bodies to all operations at once. Each operation gets a minimum, and faster
 * operations get more of the rest.
 */
export function fuzz({ requests = 0, leastOfEach }: Amount) {
  const even = Math.ceil(requests / documentedOperations.length);
  const least = Math.max(leastOfEach, Math.ceil(even / 4));
  describe("whatever is sent", () => {
    const house = {} as House & { close?: () => Promise<void> };
    const tally = createTally("operations");
    let left = requests - least * documentedOperations.length;
    let others: Fills;
    beforeAll(async () => {
      // so high that the rate limit refuses nothing
      const rate = { perSecond: 1_000_000, burst: 1_000_000 };
      Object.assign(house, await openHouse(await createTestDatabase(), { rate }));
      others = (await (await openSupplies(house, "vouchers.deductValue", {}))()).fills;
    });
    afterAll(async () => {
      if (REPORTS) leaveReport(REPORTS, "operations", tally.report());
      await house.close?.();
    });

    it.concurrent.each(documentedOperations)(
      "$name answers as documented, never with a fault of its own",
      async ({ name, method, path, operation }) => {
        tally.begin();
        const supply = await openSupplies(house, name, others);
        const input = inputOf(operation);
        const property = fc.asyncProperty(bodiesOf(input), async (body) => {
          const { token, from, fills } = await supply();
          const payload = fill(body, fills);
          const headers = { "content-type": "application/json" };
          const call = { method, path: pathFor(path, payload), token, from, headers, payload };
          const [status, answer] = await house.send(call);
          tally.count(name, status);
          expect(documented, `${status} to ${payload}`).toContain(status);
          expect(said(answer), `said to ${payload}`).not.toMatch(leaks);
        });
        const send = (numRuns: number, examples: [string][] = []) =>
          fc.assert(property, { numRuns, examples });
        try {
          const known = [fittingBody(input), "{", '{"per_page":0}', '{"reward_code":"."}'];
          const examples = known.map((body): [string] => [body]);
          await send(least, examples);
          while (left > 0) {
            left -= AT_A_TIME;
            await send(AT_A_TIME);
          }
        } catch (error) {
          tally.find(name, error);
        }
      },
      60 * 60_000,
    );

    it.each(documentedOperations)("$name is reached, and refuses", ({ name }) => {
      const statuses = Object.keys(tally.answersOf(name));
      // its only parameter is a part of the path, and a GET ignores a body that it does not need
      const refused = name === "rewards.details" ? "404" : "400";
      const advice = "without a 200 a field lacks a value in `plain-values.ts` or `supplies.ts`";
      expect(statuses, advice).toEqual(expect.arrayContaining(["200", refused]));
    });

    it("leaves everything that the books promise as it was, and no error in the log", async () => {
      expect(await runAudit(house.core.db)).toEqual([]);
      expect(house.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    });
  });
}

/** Returns only `detail` of an answer, because other parts may repeat what the request sent. */
function said(answer: unknown): string {
  const { detail } = answer as { detail?: unknown };
  return typeof detail === "string" ? detail : "";
}
