import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { claimCode } from "./index.ts";

const ROUNDS = 20;
const AT_ONCE = 8;

const t = harnessOfFile({ isOwn: true });
beforeAll(async () => {
  await t.deps.db
    .insert(schema.staffUsers)
    .values({ id: "u1", name: "Rina", email: "rina@example.com" });
  await t.deps.db
    .insert(schema.staffTwoFactors)
    .values({ id: "f1", userId: "u1", secret: "sealed", backupCodes: "sealed" });
});

/**
 * Claims one step `AT_ONCE` times in parallel, in each of `ROUNDS` rounds. Returns how many claims of each
 * round succeeded.
 */
async function race(claim: (step: number) => Promise<boolean>, firstStep: number) {
  const through: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const claims = Array.from({ length: AT_ONCE }, () => claim(firstStep + round));
    through.push((await Promise.all(claims)).filter(Boolean).length);
  }
  return through;
}

it("M4 (T53): lets one of several parallel claims of a step through, and no older step", async () => {
  const claim = (step: number) => claimCode(t.deps, { factorId: "f1", step });
  expect(await race(claim, 1_000)).toEqual(Array(ROUNDS).fill(1));
  expect(await claim(1_000)).toBe(false);
  expect(await claim(1_000 + ROUNDS)).toBe(true);
});

it("M4: the race notices a claim that reads before it writes", async () => {
  const naive = async (step: number) => {
    const { db } = t.deps;
    const [row] = await db.select().from(schema.staffTwoFactors);
    if ((row?.lastUsedStep ?? -1) >= step) return false;
    await db
      .update(schema.staffTwoFactors)
      .set({ lastUsedStep: step })
      .where(eq(schema.staffTwoFactors.id, "f1"));
    return true;
  };
  const through = await race(naive, 5_000);
  expect(Math.max(...through)).toBeGreaterThan(1);
});
