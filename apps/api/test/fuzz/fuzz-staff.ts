import { runAudit } from "@stampbook/core/audit";
import { createTestDatabase } from "@stampbook/db/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type House, openHouse } from "../harness.ts";
import { ORIGIN } from "../staff/desk.ts";
import { fill } from "./blanks.ts";
import { bodiesOf, write } from "./bodies.ts";
import { type Amount, AT_A_TIME, leaks, REPORTS } from "./fuzz.ts";
import { requiredMembers } from "./required-body.ts";
import { type StaffCall, staffAuthEndpoints, staffProcedures } from "./staff-calls.ts";
import { openStaffSupplies } from "./staff-supplies.ts";
import { createTally, leaveReport } from "./tally.ts";

/** The documented statuses. 302 is a redirect of better-auth, as after a link in an email. */
const documented = [200, 302, 400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 503];

/**
 * Sends valid, changed and malformed bodies to each procedure of the console except streams, and to each
 * endpoint of better-auth.
 */
export function fuzzStaff({ requests = 0, leastOfEach }: Amount) {
  describe("whatever staff's browser sends", () => {
    const house = {} as House & { close?: () => Promise<void> };
    const tally = createTally("staff");
    let calls: readonly StaffCall[] = [];
    let left = 0;
    let least = leastOfEach;
    let addresses = 0;
    beforeAll(async () => {
      const rate = { perSecond: 1_000_000, burst: 1_000_000 };
      Object.assign(house, await openHouse(await createTestDatabase(), { rate }));
      calls = [...staffProcedures, ...(await staffAuthEndpoints(house))];
      least = Math.max(leastOfEach, Math.ceil(requests / calls.length / 4));
      left = requests - least * calls.length;
    });
    afterAll(async () => {
      if (REPORTS) leaveReport(REPORTS, "staff", tally.report());
      await house.close?.();
    });

    async function send(call: StaffCall, payload: string, cookie: string): Promise<Answer> {
      const asQuery = call.method === "GET";
      const at = addresses++;
      return house.send({
        method: call.method,
        path: asQuery ? `${call.path}?${queryOf(call, payload)}` : call.path,
        headers: { origin: ORIGIN, cookie, "content-type": "application/json" },
        payload: asQuery ? undefined : payload,
        // each call has another address, so that no rate limit refuses it
        from: `10.${(at >> 16) % 256}.${(at >> 8) % 256}.${at % 256}`,
      });
    }

    async function check(call: StaffCall) {
      const { fills, cookie, restore } = await openStaffSupplies(house);
      const base = requiredMembers(call.input, new Set(Object.keys(fills)));
      const property = fc.asyncProperty(bodiesOf(call.input, base), async (body) => {
        const payload = fill(body, fills);
        const [status, answer] = await send(call, payload, cookie);
        tally.count(call.name, status);
        expect(documented, `${status} to ${payload}`).toContain(status);
        expect(saidBy(answer), `said to ${payload}`).not.toMatch(leaks);
        await restore();
      });
      const run = (numRuns: number, examples: [string][] = []) =>
        fc.assert(property, { numRuns, examples });
      await run(least, [[write(base)], ["{"]]);
      const [head] = await house.send({ method: "HEAD", path: call.path, headers: { cookie } });
      expect(documented, `${head} to HEAD`).toContain(head);
      while (left > 0) {
        left -= AT_A_TIME;
        await run(AT_A_TIME);
      }
    }

    it(
      "T50 (T47, T49): every call of the console answers as documented, never with a fault of its own",
      async () => {
        tally.begin();
        const waiting = [...calls];
        const findings: string[] = [];
        const work = async () => {
          for (let call = waiting.shift(); call; call = waiting.shift())
            await check(call).catch((error: unknown) => {
              findings.push(`${call?.name}: ${String(error).slice(0, 2_000)}`);
              tally.note(`${call?.name}`);
            });
        };
        await Promise.all(Array.from({ length: 12 }, work));
        expect(findings).toEqual([]);
        const reached = calls.filter(({ name }) => tally.answersOf(name)["200"]);
        expect(reached.length).toBeGreaterThan(calls.length / 2);
      },
      60 * 60_000,
    );

    it("T50: leaves the books as they were, and no error in the log", async () => {
      expect(await runAudit(house.core.db)).toEqual([]);
      const errors = house.log.filter((line) => {
        const { level, err } = JSON.parse(line);
        return level >= 50 && err;
      });
      expect(errors).toEqual([]);
    });
  });
}

/** The query of a call: a procedure's input as one text, an endpoint's members as separate parameters. */
function queryOf({ path }: StaffCall, payload: string): string {
  if (path.startsWith("/trpc/")) return `input=${encodeURIComponent(payload)}`;
  try {
    const members = Object.entries(JSON.parse(payload) as Readonly<Record<string, unknown>>);
    const texts = members.map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    return new URLSearchParams(texts).toString();
  } catch {
    return encodeURIComponent(payload);
  }
}

/** The messages of an answer. If the answer has a stack trace, adds a text that `leaks` matches. */
function saidBy(answer: unknown): string {
  const { error, message } = (answer ?? {}) as {
    error?: { message?: unknown; data?: object };
    message?: unknown;
  };
  const stack = error?.data && "stack" in error.data ? "at stack (" : "";
  return [error?.message, message, stack].filter((each) => typeof each === "string").join("\n");
}
