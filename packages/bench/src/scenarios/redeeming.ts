import { throughput } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { startRival } from "../contestants/rival.ts";
import { callOf } from "../load/call-of.ts";
import type { HandwrittenConfig } from "../rivals/handwritten.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, roomFor } from "../stage/shop.ts";
import type { Scenario, Settings } from "../types.ts";
import { type Work, works } from "../works/index.ts";

/** A redemption over REST, compared with one statement per call over plain HTTP. */
export const redeeming: readonly Scenario[] = works.map((work) => ({
  name: work.name,
  title: `${work.name} over REST: node:http by hand with one statement a call`,
  group: "usual",
  open: (settings) => open(work, settings),
}));

async function open(work: Work, { connections, customers }: Settings) {
  const shop = await openShop({ customers, settings: roomFor(connections) });
  const { url } = shop.stage;
  const config: HandwrittenConfig = { url, tokens: shop.tokens, work: work.name };
  const handwritten = await startRival(shop, "handwritten", config);
  let answered = 0;
  const contestant = (name: string, server: { port: number; pid: number }) =>
    overHttp(shop, {
      ...{ name, server, connections },
      supply: work.supply ?? "none",
      call: (n) => callOf(shop, work, n),
      fresh: redemptionId,
      count: (calls) => {
        answered += calls;
      },
    });
  return {
    contestants: [contestant("stampbook", shop.api), contestant("handwritten", handwritten)],
    comparisons: [throughput("handwritten", 1.3)],
    prove: () => proveRows(shop.stage, answered),
    close: async () => {
      await handwritten.stop();
      await shop.close();
    },
  };
}
