import { schema } from "@stampbook/db";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { requestReset, workOnResets } from "./index.ts";

const t = harnessOfFile({ isOwn: true });

test("L1: a request that fails holds up no other, and is worked on again later", async () => {
  const addresses = ["bad@example.com", "rina@example.com", "budi@example.com"];
  for (const email of addresses) await requestReset(t.deps, email);
  const sent: string[] = [];
  const failures: unknown[] = [];
  const failure = new Error("no such template");
  const work = (isMended: boolean, clockOffsetMs: number) =>
    workOnResets(
      { ...t.deps, clockOffsetMs },
      async (email) => {
        if (email === "bad@example.com" && !isMended) throw failure;
        sent.push(email);
      },
      (error) => failures.push(error),
    );
  await work(false, 0);
  expect([sent, failures]).toEqual([addresses.slice(1), [failure]]);
  await work(false, 5_000);
  expect(failures).toHaveLength(1);
  await work(false, 31_000);
  expect(failures).toHaveLength(2);
  await work(true, 90_000);
  expect(sent).toEqual([...addresses.slice(1), "bad@example.com"]);
  expect(await t.db.select().from(schema.staffVerifications)).toEqual([]);
});
