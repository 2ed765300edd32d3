import type { OpenDb } from "@stampbook/db";
import { createEmbeddedTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenHarness, openHarness } from "../testing/index.ts";
import { getJob } from "./get-job.ts";
import { generateCodes } from "./index.ts";
import { workOnJobs } from "./work-on-jobs.ts";

let t: OpenHarness<OpenDb>;
beforeAll(async () => {
  t = await openHarness(createEmbeddedTestDatabase);
});
afterAll(() => t?.close());

test("who calls while codes are made on the embedded database is let in between the batches", async () => {
  const merchant = await t.given.merchant();
  const { id: templateId } = await t.given.template(merchant);
  const ctx = t.as(merchant);
  const wish = { templateId, quantity: 5_000, startDate: null, endDate: null };
  const job = await generateCodes(ctx, wish);
  // each read waits for a turn of the event loop, as a request does
  const seen = new Set<number>();
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      seen.add((await getJob(ctx, job.id)).done);
    }
  };
  const looking = look();
  await workOnJobs(t.deps);
  isOver = true;
  await looking;
  expect(seen.size).toBeGreaterThan(5);
  expect((await getJob(ctx, job.id)).state).toBe("done");
});
