import { connect, type OpenDb, schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { createHarness, refusalOf } from "../../testing/index.ts";
import { countCallFromAddress } from "../index.ts";

const t = harnessOfFile({ isOwn: true });
let other: OpenDb;
/** Two processes that share one database. */
let processes: CoreDeps[];
beforeAll(async () => {
  other = await connect({ url: t.open.url }, { isPatient: true });
  processes = [t.deps, createHarness(other.db).deps];
});
afterAll(() => other?.close());

const minutes = 60_000;
const after = (ms: number): CoreDeps => ({ ...t.deps, clockOffsetMs: ms });

/**
 * Sends calls at once, alternating between the processes. Returns how many passed, and the refusals of
 * the others.
 */
async function burst(calls: number, call: (deps: CoreDeps) => Promise<void>) {
  const settled = await Promise.allSettled(
    Array.from({ length: calls }, (_, at) => call(processes[at % 2] ?? t.deps)),
  );
  const reasons = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  for (const reason of reasons) expect(reason).toBeInstanceOf(Failure);
  return { passed: calls - reasons.length, refusals: reasons.map(({ refusal }) => refusal) };
}

describe("from an address", () => {
  const from = (address: string) => (deps: CoreDeps) =>
    countCallFromAddress(deps, address, "bookings");

  test("30 calls in a minute pass, through however many processes", async () => {
    const { passed, refusals } = await burst(90, from("203.0.113.1"));
    expect(passed).toBe(30);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: "too_many_attempts", expected: "at most 30" });
      expect(refusal.retryAfter).toBeGreaterThanOrEqual(1);
      expect(refusal.retryAfter).toBeLessThanOrEqual(60);
    }
  });

  test("more would, were the count read before it is written", async () => {
    const rows = () =>
      t.db.select().from(schema.addressCounters).where(eq(schema.addressCounters.subject, "naive"));
    await t.db
      .insert(schema.addressCounters)
      .values({ subject: "naive", count: 0, windowStart: new Date().toISOString() });
    const seen = await Promise.all(Array.from({ length: 90 }, rows));
    const written = seen.map(async ([row]) => {
      const count = (row?.count ?? 0) + 1;
      await t.db
        .update(schema.addressCounters)
        .set({ count })
        .where(eq(schema.addressCounters.subject, "naive"));
      return count <= 30;
    });
    expect((await Promise.all(written)).filter((passes) => passes)).toHaveLength(90);
    expect(await rows()).toMatchObject([{ count: 1 }]);
  });

  test("what is refused is counted too, and the next minute begins anew", async () => {
    const call = from("203.0.113.2");
    await burst(40, call);
    expect((await refusalOf(call(after(0.9 * minutes)))).found).toBe("41");
    await call(after(1.1 * minutes));
    for (let calls = 1; calls < 30; calls++) await call(after(1.1 * minutes));
    expect((await refusalOf(call(after(1.2 * minutes)))).found).toBe("31");
  });

  test("another address is not its fault", async () => {
    await burst(31, from("203.0.113.3"));
    await expect(countCallFromAddress(t.deps, "203.0.113.4", "bookings")).resolves.toBeUndefined();
  });

  test("all addresses of a network of IPv6 count together", async () => {
    const addresses = Array.from({ length: 40 }, (_, at) => `2001:db8:1:2::${at.toString(16)}`);
    let at = 0;
    const { passed } = await burst(40, (deps) =>
      countCallFromAddress(deps, addresses[at++] ?? "", "bookings"),
    );
    expect(passed).toBe(30);
    await countCallFromAddress(t.deps, "2001:db8:1:3::1", "bookings");
  });

  test("no address is kept", async () => {
    await countCallFromAddress(t.deps, "203.0.113.5", "bookings");
    const rows = await t.db.select().from(schema.addressCounters);
    expect(JSON.stringify(rows)).not.toContain("203.0.113");
    for (const { subject } of rows.filter((row) => row.subject !== "naive"))
      expect(subject).toMatch(/^[0-9a-f]{64}$/);
  });

  test("old counts are forgotten as new ones come, two by two", async () => {
    const rows = async () => (await t.db.select().from(schema.addressCounters)).length;
    for (let at = 0; at < 6; at++)
      await countCallFromAddress(t.deps, `198.51.100.${at}`, "bookings");
    const before = await rows();
    await countCallFromAddress(after(9 * minutes), "192.0.2.1", "bookings");
    expect(await rows()).toBe(before + 1);
    await countCallFromAddress(after(30 * minutes), "192.0.2.2", "bookings");
    expect(await rows()).toBe(before);
    await burst(before, (deps) =>
      countCallFromAddress({ ...deps, clockOffsetMs: 30 * minutes }, "192.0.2.2", "bookings").catch(
        () => {},
      ),
    );
    expect(await rows()).toBe(1);
  });
});
