import { throughput } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { byPgbench } from "../contestants/pgbench.ts";
import { startRedeemingRival } from "../contestants/rival.ts";
import { callOf } from "../load/call-of.ts";
import { LEARNING_CALLS, learnStatement } from "../product/learn-statement.ts";
import { oneCall } from "../rivals/one-call/index.ts";
import { findProgram } from "../stage/find-program.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, roomFor } from "../stage/shop.ts";
import type { Scenario, Settings } from "../types.ts";
import { type Work, works } from "../works/index.ts";

/** The first redemption id of each rival, far above the service's own. */
const ids = { pgbench: 10e12, handwritten: 20e12, interactive: 30e12 };

/** From this many connections on, batches are large, so the wanted ratio to pgbench is higher. */
const MANY = 128;

/**
 * A redemption over REST, compared with one statement per call (by pgbench, and over HTTP), and with an ORM.
 */
export const redeeming: readonly Scenario[] = works.map((work) => ({
  name: work.name,
  title: `${work.name} over REST: pgbench with one statement a call, node:http by hand with it, an ORM's transaction`,
  group: "usual",
  open: (settings) => open(work, settings),
}));

async function open(work: Work, { connections, customers }: Settings) {
  const shop = await openShop({ customers, settings: roomFor(connections) });
  const { statements } = await learnStatement(shop, work);
  const template = oneCall[work.name];
  const program = await findProgram(shop.stage, "pgbench");
  if (!program) console.error("No pgbench on this machine: its ratio is left out.");
  const rival = (kind: "handwritten" | "interactive") =>
    startRedeemingRival(shop, { kind, work: work.name, template, firstRedemption: ids[kind] });
  const handwritten = await rival("handwritten");
  const interactive = await rival("interactive");
  let answered = LEARNING_CALLS;
  const count = (calls: number) => {
    answered += calls;
  };
  const http = (name: string, server: { port: number; pid: number }) =>
    overHttp(shop, {
      name,
      server,
      connections,
      supply: work.supply ?? "none",
      call: (n) => callOf(shop, work, n),
      fresh: redemptionId,
      count,
    });
  return {
    contestants: [
      http("stampbook", shop.api),
      ...(program
        ? [byPgbench(shop, work, { program, template, firstRedemption: ids.pgbench, count })]
        : []),
      http("handwritten", handwritten),
      http("interactive", interactive),
    ],
    comparisons: [
      ...(program ? [throughput("pgbench", connections >= MANY ? 1.2 : 1)] : []),
      throughput("handwritten", 1.3),
      throughput("interactive", 5),
    ],
    figures: () => [{ name: "statements a call", value: statements, unit: "x" as const }],
    prove: () => proveRows(shop.stage, answered),
    close: async () => {
      await Promise.all([handwritten.stop(), interactive.stop()]);
      await shop.close();
    },
  };
}
