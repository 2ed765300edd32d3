import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { letHashesGiveWay } from "./thread-priority.ts";

it.runIf(process.platform === "linux")(
  "lets the pool's threads give way, and no other",
  async () => {
    // the pool starts with its first work
    await readFile("/proc/self/stat");
    const own = getPriority();
    letHashesGiveWay();
    const pool = readdirSync("/proc/self/task").filter((thread) =>
      readFileSync(`/proc/self/task/${thread}/comm`, "utf8").startsWith("libuv-worker"),
    );
    expect(pool.length).toBeGreaterThan(0);
    for (const thread of pool) expect(getPriority(Number(thread))).toBe(Math.max(own, 10));
    expect(getPriority()).toBe(own);
  },
);
