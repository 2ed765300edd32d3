import { performance } from "node:perf_hooks";
import { latencyOf } from "../numbers.ts";
import type { Latency } from "../types.ts";
import { type Answer, type Call, type Connection, openConnection } from "./connection.ts";

/** The calls to send, and a check of their answers. */
export type Traffic = {
  /** The ports of the service. Connections are spread over them in turn. */
  readonly ports: readonly number[];
  readonly connections: number;
  /** The most seconds that the calls go on. */
  readonly seconds: number;
  /** Ends the calls earlier, once it is true. */
  readonly isOver?: () => boolean;
  /** A fresh call each time; undefined when none is left. */
  readonly next: (connection: number) => Call | undefined;
  /** Describes what is wrong with an answer; undefined if it is right. */
  readonly judge: (answer: Answer, connection: number) => string | undefined;
};

export type Loaded = {
  readonly calls: number;
  readonly seconds: number;
  readonly latency: Latency | null;
  /** How busy this thread was, 0 to 1. */
  readonly generator: number;
  readonly faults: readonly string[];
};

const FAULTS_TOLD = 5;

/**
 * Keeps every connection busy with one call after another, until the time is over, no call is left, five
 * faults have occurred, or a connection is lost. A lost connection and a lack of calls are faults too.
 */
export async function runLoad(traffic: Traffic): Promise<Loaded> {
  const connections = await Promise.all(
    Array.from({ length: traffic.connections }, (_, n) =>
      openConnection(traffic.ports[n % traffic.ports.length] as number),
    ),
  );
  const took: number[] = [];
  const faults: string[] = [];
  const utilization = performance.eventLoopUtilization();
  const from = performance.now();
  const until = from + traffic.seconds * 1_000;

  async function drive(connection: Connection, index: number) {
    while (performance.now() < until && faults.length < FAULTS_TOLD && !traffic.isOver?.()) {
      const call = traffic.next(index);
      if (!call) {
        faults.push("nothing was left to send: the supply was too small for this machine");
        return;
      }
      const sent = performance.now();
      const answer = await connection.send(call);
      took.push(performance.now() - sent);
      const fault = traffic.judge(answer, index);
      if (fault) faults.push(fault);
    }
  }

  try {
    await Promise.all(connections.map(drive));
  } catch (error) {
    faults.push(String(error));
  } finally {
    for (const connection of connections) connection.close();
  }
  return {
    calls: took.length,
    seconds: (performance.now() - from) / 1_000,
    latency: latencyOf(took),
    generator: performance.eventLoopUtilization(utilization).utilization,
    faults,
  };
}
