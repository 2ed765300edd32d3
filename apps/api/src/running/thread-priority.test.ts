import { execFileSync } from "node:child_process";
import { getPriority } from "node:os";
import { expect, it } from "vitest";

/** Runs in a new process that has used only its main thread, like the service just after its start. */
const script = `
  import { readdirSync, readFileSync } from "node:fs";
  import { getPriority } from "node:os";
  import { letHashesGiveWay } from ${JSON.stringify(new URL("./thread-priority.ts", import.meta.url).href)};
  await letHashesGiveWay();
  const priorities = {};
  for (const thread of readdirSync("/proc/self/task"))
    (priorities[readFileSync("/proc/self/task/" + thread + "/comm", "utf8").trim()] ??= []).push(
      getPriority(Number(thread)),
    );
  console.log(JSON.stringify({ own: getPriority(), pool: priorities["libuv-worker"] }));
`;

it.runIf(process.platform === "linux")("lets the pool's threads give way, and no other", () => {
  const told = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  const { own, pool } = JSON.parse(told) as { own: number; pool: number[] };
  const less = Math.min(19, own + 10);
  expect(pool).toEqual([less, less, less, less]);
  expect(own).toBe(getPriority());
});
