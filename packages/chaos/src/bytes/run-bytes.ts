import { setTimeout as sleep } from "node:timers/promises";
import { openConnection } from "@stampbook/bench/load";
import { cpuOf } from "@stampbook/bench/stage";
import { attack, attacksBy } from "./attacks.ts";
import { type Figures, onStage, type Stage } from "./stage.ts";

/** How many times as long a merchant may wait beside costly requests as alone, or beside small ones. */
export const MOST_TIMES = 2;

export type BytesReport = {
  readonly figures: readonly Figures[];
  /** What other callers were answered beside each attack, such as `sign-in 401`. */
  readonly doors: readonly string[];
  readonly faults: readonly string[];
};

/** Answers of a service that takes calls: a stranger's wrong sign-in, invalid booking, unseen token. */
const open = ["sign-in 401", "booking 400", "unseen token 200"];

/**
 * Measures a merchant's pings alone, and beside each kind of costly requests. Meanwhile a stranger signs in
 * and books, and a token calls that the process has not seen.
 */
export function runBytes(seconds: number): Promise<BytesReport> {
  return onStage(seconds, async (stage) => {
    const { noisy, given, port, pid, measure } = stage;
    await given.merchant({ acceptTokenInMessage: true });
    const alone = await measure("alone");
    const figures = [alone];
    const doors: string[] = [];
    let yardstick = alone.p50;
    const faults: string[] = [];
    for (const [at, costly] of attacksBy(noisy).entries()) {
      const before = cpuOf(pid) ?? 0;
      const [found, { statuses }, answers] = await Promise.all([
        measure(costly.name),
        attack({ ...costly, port, seconds }),
        tryDoors(stage, noisy.tokens[(at + 1) % noisy.tokens.length] ?? "", seconds),
      ]);
      figures.push(found);
      const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0);
      const cost = ((cpuOf(pid) ?? 0) - before) / 1_000 / Math.max(1, sent);
      const own = `${JSON.stringify(statuses)}, ${cost.toFixed(2)} ms of the processor each`;
      doors.push(`${costly.name}: ${answers.join(", ")}; its own ${own}`);
      if (costly.isControl) yardstick = Math.max(alone.p50, found.p50);
      else if (found.p50 > MOST_TIMES * yardstick)
        faults.push(`${costly.name}: p50 ${(found.p50 / yardstick).toFixed(1)} times as long`);
      if (costly.isHalf && answers.join() !== open.join())
        faults.push(`${costly.name}: ${answers.join(", ")}`);
    }
    return { figures, doors, faults };
  });
}

/** Calls in the middle of an attack. */
async function tryDoors({ port }: Stage, token: string, seconds: number): Promise<string[]> {
  await sleep((seconds * 1_000) / 2);
  const connection = await openConnection(port);
  const headers = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.77",
    Origin: "http://127.0.0.1:3000",
  };
  const post = async (path: string, body: object, more = {}) => {
    const call = { path, headers: { ...headers, ...more }, body: JSON.stringify(body) };
    return (await connection.send(call)).status;
  };
  const signIn = { email: "nobody@example.com", password: "a wrong password" };
  const answers = [
    `sign-in ${await post("/staff-auth/sign-in/email", signIn)}`,
    `booking ${await post("/api/bookings/add", {})}`,
    `unseen token ${await post("/api/ping", {}, { Authorization: `Token ${token}` })}`,
  ];
  connection.close();
  return answers;
}
