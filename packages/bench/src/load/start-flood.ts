import { setTimeout as sleep } from "node:timers/promises";
import { type Call, openConnection } from "./connection.ts";

/** The number of answers by status. */
export type Flooded = Readonly<Record<number, number>>;

/**
 * More than the number of calls that the service handles at once. The service refuses further calls
 * immediately, so a connection is usually free and the flood keeps its rate.
 */
const CONNECTIONS = 200;
const TICK_MS = 2;

/**
 * Sends calls at a fixed rate, regardless of their answers. Leaves a call out if all connections are busy.
 * `stop` ends the flood and returns the number of answers by status.
 */
export async function startFlood(options: {
  readonly port: number;
  readonly perSecond: number;
  readonly next: () => Call;
}): Promise<{ readonly stop: () => Promise<Flooded> }> {
  const idle = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openConnection(options.port)),
  );
  const answered: Record<number, number> = {};
  const underWay = new Set<Promise<void>>();
  const from = performance.now();
  let isOver = false;
  let sent = 0;

  async function one() {
    const connection = idle.pop();
    if (!connection) return;
    const { status } = await connection.send(options.next());
    answered[status] = (answered[status] ?? 0) + 1;
    idle.push(connection);
  }

  async function keepPace() {
    while (!isOver) {
      const due = ((performance.now() - from) / 1_000) * options.perSecond;
      for (; sent < due; sent++) {
        const call = one();
        underWay.add(call);
        call.finally(() => underWay.delete(call));
      }
      await sleep(TICK_MS);
    }
  }

  const pace = keepPace();
  return {
    stop: async () => {
      isOver = true;
      await pace;
      await Promise.all(underWay);
      for (const connection of idle) connection.close();
      return answered;
    },
  };
}
