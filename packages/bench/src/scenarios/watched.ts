import { time } from "../comparisons.ts";
import { overHttp, redemptionId } from "../contestants/http.ts";
import { startRival } from "../contestants/rival.ts";
import { callOf } from "../load/call-of.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, roomFor } from "../stage/shop.ts";
import type { Scenario } from "../types.ts";
import { redeemVoucher } from "../works/index.ts";

/** What it costs to count calls and to trace them: processes of the service with and without, over one database. */
export const watched: Scenario = {
  name: "watched",
  title: "redeem-voucher with metrics, and with traces too: the service without them",
  group: "usual",
  open: async ({ connections, customers }) => {
    const room = roomFor(connections);
    const shop = await openShop({ customers, settings: room });
    const collector = await startRival(shop, "collector");
    const metrics = { ...room, METRICS_PORT: "0" };
    const traces = {
      ...metrics,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      // enough for all calls, so that none is cheaper because its spans are dropped
      OTEL_BSP_MAX_QUEUE_SIZE: "100000",
      OTEL_BSP_SCHEDULE_DELAY: "1000",
    };
    const share = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.05" };
    const servers = [
      await shop.stage.startApi(metrics),
      await shop.stage.startApi({ ...traces, ...share }),
      await shop.stage.startApi(traces),
    ];
    let answered = 0;
    const contestants = [shop.api, ...servers].map((server, at) =>
      overHttp(shop, {
        ...{ name: NAMES[at] ?? "", server, connections },
        supply: "plain",
        call: (n) => callOf(shop, redeemVoucher, n),
        fresh: redemptionId,
        count: (calls) => {
          answered += calls;
        },
      }),
    );
    const [off, ...others] = NAMES;
    return {
      contestants,
      comparisons: others.map((name, at) => time(name, name, off, { atMost: MOST[at] ?? 1 })),
      prove: () => proveRows(shop.stage, answered),
      close: async () => {
        await Promise.all(servers.map((server) => server.stop()));
        await collector.stop();
        await shop.close();
      },
    };
  },
};

const NAMES = ["neither", "metrics", "traces of 5 %", "traces of all"] as const;
/** The most that a call may cost with each of them, compared with a call with neither. */
const MOST = [1.03, 1.06, 1.3];
