import { runAudit } from "@stampbook/core/audit";
import { harnessOn, type OpenHarness } from "@stampbook/core/testing";
import { CannotMove, confirmMove, connect, type Move, moveBack, moveMerchant } from "@stampbook/db";
import { type RunningPostgres, startPostgres } from "@stampbook/db/testing";
import { type CampaignReport, runCampaign, serveMore } from "../traffic/campaign.ts";
import { type Apis, openApis } from "../traffic/start-api.ts";
import { openTown } from "../traffic/town.ts";

/** One switch of the merchant from an installation to another. */
export type Switched = {
  /** For how many milliseconds its calls were stopped. */
  readonly stoppedMs: number;
  /** The longest time in milliseconds for which its tills got no 200 around the switch. */
  readonly unansweredMs: number;
};

export type MovesReport = {
  /** The merchant that is moved, and those that stay. */
  readonly moved: CampaignReport;
  readonly others: CampaignReport;
  readonly switches: readonly Switched[];
  /** How often a stop was called off, because it would have lasted too long, and the move was run again. */
  readonly calledOff: number;
  readonly faults: readonly string[];
};

export type MovesOptions = { readonly times: number; readonly tills?: number };

type Cell = {
  readonly server: RunningPostgres;
  readonly harness: OpenHarness;
  readonly apis: Apis;
  readonly api: Awaited<ReturnType<Apis["start"]>>;
};

/** Each move is confirmed, but each third one is taken back. */
const BACK_EACH = 3;
const ORDERS_BETWEEN = 60;
const VOUCHERS_A_MOVE = 400;
const PAUSE_MS = 2_000;
/** Longer than the deadline of a call. */
const DRAIN_MS = 12_000;

/**
 * Moves one merchant between two installations while its tills work, which follow it, and while the tills of
 * other merchants work at the first one. Then compares what all tills were answered with the tables.
 */
export async function runMoves({ times, tills = 6 }: MovesOptions): Promise<MovesReport> {
  const cells = await Promise.all([openCell(), openCell()]);
  const [home, away] = cells;
  try {
    const town = await openTown(home.harness, {
      vouchers: VOUCHERS_A_MOVE * (times + 2),
      // a PIN that is being checked at the stop counts as a wrong try, and three of them block it
      pinHolders: 0,
    });
    const [shop, ...rest] = town.shops;
    if (!shop) throw new Error("The town has no shop.");
    let [at, next] = [home, away];
    const switches: Switched[] = [];
    let calledOff = 0;
    const moving = runCampaign({
      town: { shops: [shop] },
      tills,
      doors: [() => at.api],
      calmSeconds: 1,
      judgeBy: async () => at.harness,
      disturb: async (journal) => {
        const switched = async (by: typeof moveMerchant, move: Move) => {
          const since = performance.now();
          const { pauseMs } = await by(move).catch((error: unknown) => {
            if (!(error instanceof CannotMove) || calledOff++ > times) throw error;
            return by(move);
          });
          await serveMore(journal, ORDERS_BETWEEN);
          const answers = journal.answered.map((answer) => answer.at).filter((ms) => ms > since);
          const gaps = answers.map((ms, n) => ms - (answers[n - 1] ?? since));
          switches.push({ stoppedMs: pauseMs ?? Number.NaN, unansweredMs: Math.max(...gaps) });
        };
        // the tills follow at once, as a back that has switched still deletes rows
        const onStep = (says: string) => {
          if (says.startsWith("Switched")) [at, next] = [next, at];
        };
        for (let move = 1; move <= times && !journal.faults.size; move++) {
          const it = { ...moveOf(shop.id, at, next), onStep };
          await switched(moveMerchant, it);
          if (move % BACK_EACH === 0) await switched(moveBack, it);
          else await confirmMove(it);
          await serveMore(journal, ORDERS_BETWEEN);
        }
      },
    });
    const staying = runCampaign({
      town: { shops: rest },
      tills,
      doors: [() => home.api],
      calmSeconds: 1,
      judgeBy: async () => home.harness,
      disturb: () => moving.then(() => {}),
    });
    const [moved, others] = await Promise.all([moving, staying]);
    return { moved, others, switches, calledOff, faults: [...moved.faults, ...others.faults] };
  } finally {
    await Promise.all(cells.map(closeCell));
  }
}

async function openCell(): Promise<Cell> {
  const server = await startPostgres({ settings: { wal_level: "logical" } });
  const open = await connect({ url: server.url }, { connections: 4, isPatient: true });
  const harness = await harnessOn({ ...open, url: server.url });
  const apis = openApis(server.url);
  return { server, harness, apis, api: await apis.start() };
}

async function closeCell({ server, harness, apis }: Cell) {
  await apis.stop();
  await harness.open.close();
  await server.stop();
}

const moveOf = (merchantId: number, from: Cell, to: Cell): Move => ({
  merchantId,
  from: from.server.url,
  to: to.server.url,
  address: `http://127.0.0.1:${to.api.port}`,
  pauseMs: PAUSE_MS,
  drainMs: DRAIN_MS,
  audit: async (url) => {
    const { harness } = url === from.server.url ? from : to;
    const broken = await runAudit(harness.db, merchantId);
    return broken.map(({ invariant, detail }) => `${invariant}: ${detail}`);
  },
  checkKeys: async () => [],
  onStep: () => {},
});
