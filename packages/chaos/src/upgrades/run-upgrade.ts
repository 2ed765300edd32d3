import { harnessOn } from "@stampbook/core/testing";
import { connect } from "@stampbook/db";
import { createEmptyTestDatabase, openClient } from "@stampbook/db/testing";
import { type CampaignReport, runCampaign, serveMore } from "../traffic/campaign.ts";
import { openApis } from "../traffic/start-api.ts";
import { importTown } from "./import-town.ts";
import { type Previous, thisVersion } from "./previous.ts";

export type UpgradeOptions = {
  readonly tills?: number;
  /** How many orders the tills serve in each of the stages. */
  readonly ordersEach: number;
  /** A further change of the tables, beside this version's migrations. */
  readonly change?: string;
};

/** The old version alone, on the new tables, both, and the new one alone. */
export const STAGES = 4;
/** How long a process that was stopped goes on to answer, so that its callers can leave it. */
const SHUTDOWN_DELAY_MS = "1000";

/**
 * Upgrades a database as `docs/operating/upgrading.md` says, while tills work: the previous version alone on
 * its own tables, then on this version's, then both versions, then this version alone. Stops a stage early if
 * a till has seen a fault.
 */
export async function runUpgrade(
  previous: Previous,
  { tills = 6, ordersEach, change = "" }: UpgradeOptions,
): Promise<CampaignReport> {
  const { url, close } = await createEmptyTestDatabase();
  const before = openApis(url, { file: previous.server });
  const after = openApis(url, { file: thisVersion.server });
  let judge: Awaited<ReturnType<typeof openJudge>> | undefined;
  try {
    await previous.run(url, "migrate");
    const town = await importTown(previous, url, { vouchers: 3 * ordersEach });
    const old = await before.start({ SHUTDOWN_DELAY_MS });
    let doors = [old, old];
    return await runCampaign({
      ...{ town, tills, calmSeconds: 0, giveUpMs: change ? 2_000 : 20_000 },
      doors: [() => doors[0] ?? old, () => doors[1] ?? old],
      judgeBy: async () => {
        judge = await openJudge(url);
        return judge;
      },
      disturb: async (journal) => {
        await serveMore(journal, ordersEach);
        await thisVersion.run(url, "migrate");
        if (change) await changeTables(url, change);
        await serveMore(journal, ordersEach);
        const next = await after.start();
        doors = [old, next];
        await serveMore(journal, ordersEach);
        doors = [next, next];
        await old.stop();
        await serveMore(journal, ordersEach);
      },
    });
  } finally {
    await Promise.all([before.stop(), after.stop()]);
    await judge?.open.close();
    await close();
  }
}

async function changeTables(url: string, change: string) {
  const client = openClient(url);
  await client.unsafe(change);
  await client.end();
}

async function openJudge(url: string) {
  return harnessOn({ ...(await connect({ url }, { connections: 2, isPatient: true })), url });
}
