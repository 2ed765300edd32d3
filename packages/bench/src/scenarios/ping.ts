import { throughput } from "../comparisons.ts";
import { overHttp } from "../contestants/http.ts";
import { startRival } from "../contestants/rival.ts";
import { headersOf, TILLS } from "../load/call-of.ts";
import { openShop } from "../stage/shop.ts";
import type { Scenario } from "../types.ts";

/** The cost of the adapter, the token check and the schemas, without database work. */
export const ping: Scenario = {
  name: "ping",
  title: "ping over REST: bare Fastify that parses JSON",
  group: "usual",
  open: async ({ connections }) => {
    const shop = await openShop({ customers: 10 });
    const bare = await startRival(shop, "bare-fastify");
    const contestant = (name: string, server: { port: number; pid: number }) =>
      overHttp(shop, {
        name,
        server,
        connections,
        supply: "none",
        call: (n) => ({ path: "/api/ping", headers: headersOf(shop, n % TILLS), body: "{}" }),
      });
    return {
      contestants: [contestant("stampbook", shop.api), contestant("fastify", bare)],
      comparisons: [throughput("fastify", 0.35)],
      prove: async () => [],
      close: async () => {
        await bare.stop();
        await shop.close();
      },
    };
  },
};
