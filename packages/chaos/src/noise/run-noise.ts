import { openOwnHarness } from "@stampbook/core/testing";
import { openClient as openDatabaseClient } from "@stampbook/db/testing";
import { openClient } from "../load/open-client.ts";
import type { LoadResult } from "../load/types.ts";
import { openApis } from "../traffic/start-api.ts";
import { openTown, type Shop } from "../traffic/town.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { pings, rewards } from "./town-menu.ts";

/** Calls per second of the measured merchant. */
const QUIET = 40;
/** Calls per second of the noisy merchant: half of what the rate limits of its tokens allow. */
const NOISY = 800;
/** Calls per second of a merchant whose rows are locked, so that each call waits. */
const WAITING = 100;

type Stage = {
  readonly quiet: Shop;
  readonly noisy: Shop;
  readonly sql: ReturnType<typeof openDatabaseClient>;
  /** Sends the menu's calls at a fixed rate, for the seconds of the run. Returns the measured times. */
  readonly measure: (menu: ReturnType<typeof rewards>, perSecond: number) => Promise<LoadResult>;
  /** Sends like `measure`, from another process at the same time. */
  readonly disturb: Stage["measure"];
};

/**
 * Measures one merchant alone, beside a merchant that floods, and beside a merchant whose rows are locked.
 */
export function runNoisyMerchant(seconds: number): Promise<Figures[]> {
  return onStage(seconds, async ({ quiet, noisy, sql, measure, disturb }) => {
    const alone = await measure(rewards(quiet), QUIET);
    const [beside] = await Promise.all([
      measure(rewards(quiet), QUIET),
      disturb(rewards(noisy), NOISY),
    ]);
    const locked = await sql.begin(async (tx) => {
      await tx`select 1 from memberships where merchant_id = ${noisy.id} for update`;
      const [quietly] = await Promise.all([
        measure(rewards(quiet), QUIET),
        disturb(rewards(noisy), WAITING),
      ]);
      return quietly;
    });
    return [
      figuresOf("alone", alone),
      figuresOf("beside a merchant who floods", beside),
      figuresOf("beside a merchant whose rows are locked", locked),
    ];
  });
}

/**
 * Locks the table `redemptions`. Measures pings before and during the lock, redemptions of rewards that wait
 * for the lock, and redemptions of rewards afterwards.
 */
export function runTableLock(seconds: number): Promise<Figures[]> {
  return onStage(seconds, async ({ quiet, noisy, sql, measure, disturb }) => {
    const before = await measure(pings(quiet), QUIET);
    const [during, waiting] = await sql.begin(async (tx) => {
      await tx`lock table redemptions in access exclusive mode`;
      return Promise.all([measure(pings(quiet), QUIET), disturb(rewards(noisy), WAITING)]);
    });
    const after = await measure(rewards(quiet), QUIET);
    return [
      figuresOf("pings before", before),
      figuresOf("pings while the table redemptions is locked", during),
      figuresOf("rewards meanwhile", waiting),
      figuresOf("rewards after", after),
    ];
  });
}

async function onStage(
  seconds: number,
  run: (stage: Stage) => Promise<Figures[]>,
): Promise<Figures[]> {
  const harness = await openOwnHarness();
  const sql = openDatabaseClient(harness.open.url);
  const apis = openApis(harness.open.url);
  const [one, other] = [openClient(), openClient()];
  try {
    const { shops } = await openTown(harness, { vouchers: 1, pinHolders: 0 });
    const [quiet, noisy] = shops;
    if (!quiet || !noisy) throw new Error("A town has more than one shop.");
    const { port } = await apis.start();
    const by = (client: typeof one) => (menu: ReturnType<typeof rewards>, perSecond: number) =>
      client.send({ port, menu, first: 0, perSecond, seconds });
    // the first run is slow, so it is not measured
    await by(one)(rewards(quiet), QUIET);
    return await run({ quiet, noisy, sql, measure: by(one), disturb: by(other) });
  } finally {
    await Promise.all([one.close(), other.close()]);
    await apis.stop();
    await sql.end();
    await harness.close();
  }
}
