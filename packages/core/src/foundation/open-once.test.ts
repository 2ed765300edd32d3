import { expect, test } from "vitest";
import { openOnce } from "./open-once.ts";

test("what was opened is kept, and what failed is tried again", async () => {
  let tries = 0;
  const use = openOnce(async () => {
    tries += 1;
    if (tries === 1) throw new Error("too many open files");
    return { tries };
  });
  const [first, beside] = await Promise.allSettled([use(), use()]);
  expect([first.status, beside.status, tries]).toEqual(["rejected", "rejected", 1]);
  const opened = await use();
  expect(opened).toEqual({ tries: 2 });
  expect(await use()).toBe(opened);
});
