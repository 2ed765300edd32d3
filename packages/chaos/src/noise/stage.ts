import { openOwnHarness } from "@stampbook/core/testing";
import { openClient as openDatabaseClient } from "@stampbook/db/testing";
import { openClient } from "../load/open-client.ts";
import type { LoadResult } from "../load/types.ts";
import { openApis } from "../traffic/start-api.ts";
import { openTown, type Shop } from "../traffic/town.ts";
import { rewards } from "./town-menu.ts";

/** Calls per second of the measured merchant. */
export const QUIET = 40;

export type Stage = {
  readonly port: number;
  /** The process of the API. */
  readonly pid: number;
  readonly given: Awaited<ReturnType<typeof openOwnHarness>>["given"];
  readonly quiet: Shop;
  readonly noisy: Shop;
  readonly sql: ReturnType<typeof openDatabaseClient>;
  /** Sends the menu's calls at a fixed rate, for the seconds of the run. Returns the measured times. */
  readonly measure: (menu: ReturnType<typeof rewards>, perSecond: number) => Promise<LoadResult>;
  /** Sends like `measure`, from another process at the same time. */
  readonly disturb: Stage["measure"];
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
  const sql = openDatabaseClient(harness.open.url);
  const apis = openApis(harness.open.url);
  const [one, other] = [openClient(), openClient()];
  try {
    const { shops } = await openTown(harness, { vouchers: 1, pinHolders: 0 });
    const [quiet, noisy] = shops;
    if (!quiet || !noisy) throw new Error("A town has more than one shop.");
    const { port, pid } = await apis.start();
    const by = (client: typeof one) => (menu: ReturnType<typeof rewards>, perSecond: number) =>
      client.send({ port, menu, first: 0, perSecond, seconds });
    // the first run is slow, so it is not measured
    await by(one)(rewards(quiet), QUIET);
    const { given } = harness;
    return await run({ port, pid, given, quiet, noisy, sql, measure: by(one), disturb: by(other) });
  } finally {
    await Promise.all([one.close(), other.close()]);
    await apis.stop();
    await sql.end();
    await harness.close();
  }
}
