import { openOwnHarness } from "@stampbook/core/testing";
import { openClient, quantile } from "../load/open-client.ts";
import type { LoadResult } from "../load/types.ts";
import { openApis } from "../traffic/start-api.ts";
import { openTown, type Shop } from "../traffic/town.ts";

/** Pings per second of the measured merchant. */
const QUIET = 40;

/**
 * Results of the pings beside one kind of costly requests. Times are in milliseconds, and only of calls
 * answered with 200.
 */
export type Figures = {
  readonly phase: string;
  readonly statuses: LoadResult["statuses"];
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
};

export type Stage = {
  readonly port: number;
  /** The process of the API. */
  readonly pid: number;
  readonly given: Awaited<ReturnType<typeof openOwnHarness>>["given"];
  readonly noisy: Shop;
  /** Sends the quiet merchant's pings at a fixed rate, for the seconds of the run. */
  readonly measure: (phase: string) => Promise<Figures>;
};

/**
 * Starts an API process with a database of its own and two of its merchants, and runs `run` with them. Ends
 * all afterwards.
 */
export async function onStage<Result>(
  seconds: number,
  run: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const harness = await openOwnHarness();
  const apis = openApis(harness.open.url);
  const client = openClient();
  try {
    const { shops } = await openTown(harness, { vouchers: 1, pinHolders: 0 });
    const [quiet, noisy] = shops;
    if (!quiet || !noisy) throw new Error("A town has more than one shop.");
    const { port, pid } = await apis.start();
    const { tokens, customers } = quiet;
    const calls = [{ path: "/api/ping", body: "{}" }];
    const menu = { tokens, users: customers.map(({ email }) => email), calls };
    const measure = async (phase: string) => {
      const sent = { port, menu, first: 0, perSecond: QUIET, seconds };
      const { statuses, took } = await client.send(sent);
      const at = (part: number) => quantile(took[200], part);
      return { phase, statuses, p50: at(0.5), p99: at(0.99), longest: at(1) };
    };
    // the first run is slow, so it is not measured
    await measure("warm-up");
    return await run({ port, pid, given: harness.given, noisy, measure });
  } finally {
    await client.close();
    await apis.stop();
    await harness.close();
  }
}
