import { slowest } from "../comparisons.ts";
import { headersOf, TILLS } from "../load/call-of.ts";
import type { Call } from "../load/connection.ts";
import { openProbe } from "../load/open-probe.ts";
import { runLoad } from "../load/run-load.ts";
import { startFlood } from "../load/start-flood.ts";
import { latencyOf } from "../numbers.ts";
import { hashPasswords } from "../stage/passwords.ts";
import { openShop, type Shop } from "../stage/shop.ts";
import { emailOf } from "../stage/things.ts";
import type { Contestant, Figure, Scenario } from "../types.ts";

const CUSTOMERS = 20_000;
/** The rate of the flood, as a multiple of the rate at which the service checks passwords. */
const TIMES = 10;
/** The till of the probe. The flood's calls are made by other tills. */
const PROBE = 0;

/** The effect of a flood of wrong passwords on other callers. */
export const flood: Scenario = {
  name: "ping-under-flood",
  title: "ping while wrong passwords come in at 10 times what the hash queue takes: ping alone",
  group: "usual",
  open: async ({ seconds }) => {
    const shop = await openShop({ customers: CUSTOMERS });
    await hashPasswords(shop.stage, CUSTOMERS, "correct horse battery");
    let guess = 0;
    const next = () => {
      guess++;
      return {
        path: "/api/auth/validate-password",
        headers: headersOf(shop, 1 + (guess % (TILLS - 1))),
        body: JSON.stringify({ user: emailOf(1 + (guess % CUSTOMERS)), password: "wrong horse" }),
      };
    };
    const taken = await takenBy(shop, seconds, next);
    const ping = { path: "/api/ping", headers: headersOf(shop, PROBE), body: "{}" };
    const probe = openProbe({ port: shop.api.port, call: ping, pauseMs: 4 });
    const refused: number[] = [];

    const probing = (name: string, flooded: boolean): Contestant => ({
      name,
      run: async (turn) => {
        const perSecond = taken * TIMES;
        const flood = flooded
          ? await startFlood({ port: shop.api.port, perSecond, next })
          : undefined;
        const { took, faults } = await probe.run(turn * 2);
        const answers = await flood?.stop();
        if (answers) refused.push(answers[503] ?? 0);
        return {
          calls: took.length,
          perSecond: took.length / (turn * 2),
          latency: latencyOf(took),
          cpu: { server: null, database: null },
          generator: null,
          faults,
        };
      },
    });
    return {
      contestants: [probing("alone", false), probing("under the flood", true)],
      comparisons: [slowest("p99", "p99", { ours: "under the flood", rival: "alone", atMost: 5 })],
      figures: (): Figure[] => [
        { name: "wrong passwords taken a second", value: taken, unit: "x" },
        { name: "refused with 503 in each turn, at least", value: Math.min(...refused), unit: "x" },
      ],
      prove: async () => (Math.min(...refused) > 0 ? [] : ["nothing was refused: it was no flood"]),
      close: async () => {
        await probe.close();
        await shop.close();
      },
    };
  },
};

/** Sends wrong passwords over 8 connections. Returns how many of them the service checks per second. */
async function takenBy(shop: Shop, seconds: number, next: () => Call) {
  let looked = 0;
  const { seconds: lasted } = await runLoad({
    ports: [shop.api.port],
    connections: 8,
    seconds,
    next,
    judge: ({ status }) => {
      if (status === 400) looked++;
      return undefined;
    },
  });
  return looked / lasted;
}
