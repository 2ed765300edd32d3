import { setTimeout as sleep } from "node:timers/promises";
import type { RunningNode } from "@stampbook/bench/stage";
import { openOwnHarness } from "@stampbook/core/testing";
import { type CampaignReport, runCampaign } from "../traffic/campaign.ts";
import { openApis } from "../traffic/start-api.ts";
import { openTown } from "../traffic/town.ts";
import { openGuesses } from "./guesses.ts";

export type ApiKillsReport = CampaignReport & {
  readonly kills: number;
  /** How many PIN guesses were answered with `invalid_pin`. */
  readonly toldWrong: number;
};

export type ApiKillsOptions = { readonly times: number; readonly tills?: number };

const PROCESSES = 2;
const VOUCHERS_A_KILL = 600;
/** The longest pause between the restart of one process and the kill of the other. */
const BETWEEN_MS = 500;
const GUESSED_AT = 100;

/**
 * Kills processes of the bundled API with SIGKILL and restarts them, while tills work and an attacker
 * guesses PINs. No acknowledged write may be lost or doubled, and every guess must count.
 */
export async function runApiKills({ times, tills = 8 }: ApiKillsOptions): Promise<ApiKillsReport> {
  const harness = await openOwnHarness();
  const apis = openApis(harness.open.url);
  try {
    const town = await openTown(harness, {
      vouchers: VOUCHERS_A_KILL * (times + 5),
      // none: by design, a right PIN counts as wrong if the process is killed before it has checked the PIN
      pinHolders: 0,
    });
    const guesses = await openGuesses(harness, GUESSED_AT);
    const running: RunningNode[] = [];
    for (let at = 0; at < PROCESSES; at++) running.push(await apis.start());
    const doors = running.map((_, at) => () => running[at] as RunningNode);
    const isOver = new AbortController();
    const guessing = guesses.run(doors, isOver.signal);
    const report = await runCampaign({
      town,
      tills,
      doors,
      calmSeconds: 1,
      judgeBy: async () => harness,
      disturb: async () => {
        for (let kills = 0; kills < times; kills++) {
          await sleep(BETWEEN_MS * Math.random());
          const at = kills % PROCESSES;
          await running[at]?.kill9();
          running[at] = await apis.start();
        }
        isOver.abort();
        await guessing;
      },
    });
    const faults = [...report.faults, ...(await guesses.judge())];
    return { ...report, kills: times, toldWrong: guesses.toldWrong(), faults };
  } finally {
    await apis.stop();
    await harness.close();
  }
}
