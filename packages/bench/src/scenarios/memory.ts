import { overHttp, redemptionId } from "../contestants/http.ts";
import { startRivalProgram } from "../contestants/rival.ts";
import { callOf } from "../load/call-of.ts";
import { memoryOf } from "../stage/processes.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop } from "../stage/shop.ts";
import type { Figure, Scenario } from "../types.ts";
import { redeemVoucher } from "../works/index.ts";

const MIB = 1024 * 1024;

/** The service's memory under load, compared with Node's bare server. */
export const memory: Scenario = {
  name: "memory",
  title: "memory of the API under load: of a bare node:http server",
  group: "usual",
  open: async ({ connections, customers }) => {
    const shop = await openShop({ customers });
    const bare = await startRivalProgram(shop, "bare-http", {});
    let answered = 0;
    const contestant = (name: string, server: { port: number; pid: number }, ours: boolean) =>
      overHttp(shop, {
        name,
        server,
        connections,
        supply: ours ? "plain" : "none",
        call: (n) => callOf(shop, redeemVoucher, n),
        ...(ours
          ? {
              fresh: redemptionId,
              count: (calls: number) => {
                answered += calls;
              },
            }
          : {}),
      });
    const figures = (): Figure[] => {
      const [ours, rival] = [memoryOf(shop.api.pid), memoryOf(bare.pid)];
      if (!ours || !rival) return [];
      const mib = (bytes: number) => bytes / MIB;
      return [
        { name: "API under load", value: mib(ours.now), unit: "MB" },
        { name: "API at most, while it started too", value: mib(ours.most), unit: "MB" },
        { name: "bare server under load", value: mib(rival.now), unit: "MB" },
        {
          name: "more than bare",
          value: mib(ours.now - rival.now),
          unit: "MB",
          goal: { atMost: 150 },
        },
      ];
    };
    return {
      contestants: [contestant("stampbook", shop.api, true), contestant("bare", bare, false)],
      comparisons: [],
      figures,
      prove: () => proveRows(shop.stage, answered),
      close: async () => {
        await bare.stop();
        await shop.close();
      },
    };
  },
};
