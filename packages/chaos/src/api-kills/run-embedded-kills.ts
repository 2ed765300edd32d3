import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningNode } from "@stampbook/bench/stage";
import { harnessOn } from "@stampbook/core/testing";
import { embeddedServerOf, openEmbeddedDatabase } from "@stampbook/db/testing";
import { type CampaignReport, runCampaign } from "../traffic/campaign.ts";
import { openApis } from "../traffic/start-api.ts";
import { openTown } from "../traffic/town.ts";

export type EmbeddedKillsReport = CampaignReport & { readonly kills: number };

const TILLS = 8;
const VOUCHERS_A_KILL = 600;
/** The longest pause between a restart and the next kill. */
const BETWEEN_MS = 1_000;

/**
 * Kills the API with SIGKILL while tills work on the embedded database, in every second round together with
 * all processes of the database server, and starts it again. No acknowledged write may be lost or doubled,
 * and no server may be left behind.
 */
export async function runEmbeddedKills(times: number): Promise<EmbeddedKillsReport> {
  const directory = join(mkdtempSync(join(tmpdir(), "stampbook-chaos-")), "data");
  const open = async () => harnessOn(await openEmbeddedDatabase(directory));
  const filled = await open();
  const vouchers = VOUCHERS_A_KILL * (times + 5);
  const town = await openTown(filled, { vouchers, pinHolders: 0 });
  await filled.close();
  const apis = openApis("");
  const start = () => apis.start({ NODE_ENV: "", STAMPBOOK_DATA: directory });
  const left: string[] = [];
  let judge: typeof filled | undefined;
  try {
    let api: RunningNode = await start();
    const report = await runCampaign({
      town,
      tills: TILLS,
      doors: [() => api],
      calmSeconds: 1,
      // the API still runs, so this uses its server
      judgeBy: async () => {
        judge = await open();
        return judge;
      },
      disturb: async () => {
        for (let kill = 0; kill < times; kill++) {
          await sleep(BETWEEN_MS * Math.random());
          const server = embeddedServerOf(directory);
          if (kill % 2) killAll(server);
          await api.kill9();
          api = await start();
          if (isRunning(server)) left.push(`server ${server} of the killed API still runs`);
        }
      },
    });
    await judge?.close();
    const server = embeddedServerOf(directory);
    await apis.stop();
    if (isRunning(server)) left.push(`server ${server} still runs after the API has stopped`);
    return { ...report, kills: times, faults: [...report.faults, ...left] };
  } finally {
    await apis.stop();
    rmSync(join(directory, ".."), { recursive: true, force: true });
  }
}

/** Kills a server and its children at once, as a loss of power does. */
function killAll(server: number) {
  const children = ps("-o", "pid=", "--ppid", String(server)).split("\n").map(Number);
  for (const pid of [server, ...children].filter(Boolean)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it has ended meanwhile
    }
  }
}

/** Whether a process runs. One that has ended may stay in the table until its parent notices. */
function isRunning(pid: number): boolean {
  return !/^Z?$/.test(ps("-o", "stat=", "-p", String(pid)).trim().slice(0, 1));
}

function ps(...args: readonly string[]): string {
  try {
    return execFileSync("ps", args, { encoding: "utf8" });
  } catch {
    return "";
  }
}
