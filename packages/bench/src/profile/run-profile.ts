import { overHttp } from "../contestants/http.ts";
import { openShop } from "../stage/shop.ts";
import type { Settings } from "../types.ts";
import { readProfile, type Share } from "./read-profile.ts";
import { beginCounting, type Costly, costliest, counting } from "./statements.ts";
import { trafficOf } from "./traffic.ts";

const MOST = 40;

/**
 * Sends calls of one operation (`name`) to the service, measured for `seconds` times `rounds`. Returns, as
 * lines of text, which packages, functions and SQL statements took the time.
 */
export async function runProfile(
  name: string,
  settings: Settings,
  over: "rest" | "trpc" = "rest",
): Promise<readonly string[]> {
  const shop = await openShop({
    node: (directory) => ["--cpu-prof", `--cpu-prof-dir=${directory}`],
    form: "source",
    database: counting,
  });
  const opened = performance.now();
  try {
    const load = overHttp(shop, {
      name,
      server: shop.api,
      connections: settings.connections,
      ...(await trafficOf(shop, name, over)),
    });
    // the first part is not measured, because Node compiles the code then
    await load.run(settings.seconds);
    await beginCounting(shop.stage);
    const warmMs = shop.api.startedMs + performance.now() - opened;
    const slice = await load.run(settings.seconds * settings.rounds);
    const statements = await costliest(shop.stage);
    await shop.api.stop();
    const busy = readProfile(shop.stage.directory, warmMs);
    return [
      `${name}: ${slice.calls} calls, ${slice.perSecond.toFixed(0)}/s, server ${slice.cpu.server?.toFixed(0)} µs, database ${slice.cpu.database?.toFixed(0)} µs a call`,
      ...slice.faults,
      "",
      "The service by package:",
      ...lines(busy.packages.slice(0, 20)),
      "",
      "The service by function:",
      ...lines(busy.functions.slice(0, MOST)),
      "",
      "The database by statement:",
      ...statements.map(lineOf),
    ];
  } finally {
    await shop.close();
  }
}

function lineOf({ text, calls, plans, planMs, walBytes, ms, share }: Costly): string {
  const each = ((ms * 1_000) / calls).toFixed(0).padStart(6);
  const planning = ((planMs * 1_000) / calls).toFixed(0);
  const wal = (walBytes / calls).toFixed(0);
  return `${percent(share)}  ${each} µs × ${calls}, ${planning} µs of it planning (${plans} plans), ${wal} bytes of WAL: ${text.slice(0, 120)}`;
}

const lines = (shares: readonly Share[]) =>
  shares.map(({ name, share }) => `${percent(share)}  ${name}`);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(7);
