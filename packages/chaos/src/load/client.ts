// A separate process that sends calls at a fixed rate, even while earlier calls are not answered. Real tills
// do not slow down when the service does. They also have their own processors, so the process asks for the
// highest priority.
import { setPriority } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, type Connection, openConnection } from "@stampbook/bench/load";
import type { LoadOrder, LoadResult } from "./types.ts";

const TICK_MS = 1;
/** The time after which a till hangs up. */
const PATIENCE_MS = 5_000;
/** Below the limit of open files on most systems. Calls without a free connection count as `unsent`. */
const MOST_CONNECTIONS = 4_000;
const FAULTS_TOLD = 5;
const RETRY_AFTER = /\r\nretry-after: \d/i;

try {
  setPriority(-20);
} catch {
  // not allowed: the client runs at normal priority
}

process.on("message", async (order: LoadOrder) => process.send?.(await send(order)));
process.on("disconnect", () => process.exit());

async function send(order: LoadOrder): Promise<LoadResult> {
  const { port, perSecond, seconds, patienceMs = PATIENCE_MS } = order;
  const idle: Connection[] = [];
  const underWay = new Set<Promise<void>>();
  const took: LoadResult["took"] = { 200: [], 503: [] };
  const statuses: Record<string, number> = {};
  const faults = new Set<string>();
  let open = 0;

  const count = (name: string) => {
    statuses[name] = (statuses[name] ?? 0) + 1;
  };
  const due = async (call: Call, dueAt: number) => {
    const connection = idle.pop() ?? (await another());
    if (!connection) return count("unsent");
    let isLate = false;
    const late = setTimeout(
      () => {
        isLate = true;
        connection.close();
      },
      Math.max(1, dueAt + patienceMs - performance.now()),
    );
    try {
      const { status, head, body } = await connection.send(call);
      count(String(status));
      if (status === 200 || status === 503) took[status].push(performance.now() - dueAt);
      else if (faults.size < FAULTS_TOLD) faults.add(`${status} ${body}`);
      if (status === 503 && !RETRY_AFTER.test(head)) faults.add("a 503 without Retry-After");
    } catch {
      count(isLate ? "hung up" : "lost");
    } finally {
      clearTimeout(late);
      if (connection.isOpen()) idle.push(connection);
      else open--;
    }
  };
  const another = async () => {
    if (open >= MOST_CONNECTIONS) return undefined;
    open++;
    try {
      return await openConnection(port);
    } catch {
      open--;
      return undefined;
    }
  };

  const utilization = performance.eventLoopUtilization();
  const from = performance.now();
  let sent = 0;
  for (let now = from; now < from + seconds * 1_000; now = performance.now()) {
    const until = Math.min(((now - from) / 1_000) * perSecond, perSecond * seconds);
    for (; sent < until; sent++) {
      const call = due(callOf(order, sent), from + (sent / perSecond) * 1_000);
      underWay.add(call);
      call.finally(() => underWay.delete(call));
    }
    await sleep(TICK_MS);
  }
  const { utilization: busy } = performance.eventLoopUtilization(utilization);
  await Promise.all(underWay);
  for (const connection of idle) connection.close();
  return { sent, seconds, statuses, took, busy, faults: [...faults] };
}

/** Builds the call with number `first + k`. In its body, `$n` becomes the number, and `$user` a customer. */
function callOf({ menu, first }: LoadOrder, k: number): Call {
  const { calls, tokens, users } = menu;
  const { path = "", body = "" } = calls[k % calls.length] ?? {};
  const n = first + k;
  return {
    path,
    headers: {
      Authorization: `Token ${tokens[k % tokens.length]}`,
      "X-Forwarded-Proto": "https",
    },
    body: body.replace("$n", String(n)).replace("$user", users[n % users.length] ?? ""),
  };
}
