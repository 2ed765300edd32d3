import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgress } from "../../src/cli/import/progress.ts";
import { listener } from "./office.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("where nobody watches, a line now and then, and none for what is done soon", () => {
  const { stream, said } = listener();
  const progress = createProgress(stream);
  const done = progress.start("Writing", 1_000);
  done(100);
  expect(said()).toBe("");
  vi.advanceTimersByTime(11_000);
  done(400);
  done(100);
  progress.stop();
  expect(said()).toBe("Writing: 50 %\n");
});

test("on a terminal a bar", () => {
  const { stream, said } = listener();
  const progress = createProgress(
    Object.assign(stream, { isTTY: true, cursorTo: () => true, clearLine: () => true }),
  );
  const done = progress.start("Checking", 1_000);
  done(1_000);
  progress.stop();
  expect(said()).toContain("Checking");
  expect(said()).toContain("100 %");
});
