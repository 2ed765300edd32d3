import { throughput } from "../comparisons.ts";
import { overHttp } from "../contestants/http.ts";
import { startRivalProgram } from "../contestants/rival.ts";
import { headersOf } from "../load/call-of.ts";
import { openConnection } from "../load/connection.ts";
import { clockOf, measureCpu } from "../stage/measure.ts";
import { hashPins } from "../stage/pins.ts";
import { openShop } from "../stage/shop.ts";
import { emailOf, holderOf } from "../stage/things.ts";
import type { Contestant, Scenario } from "../types.ts";

const CUSTOMERS = 64;
const PIN = "482915";

/** Validating a PIN, compared with computing only its hash. Both have the same limit of concurrent hashes. */
export const pinValidate: Scenario = {
  name: "pin-validate",
  title: "pin/validate over REST: argon2 alone on the same cores",
  group: "usual",
  open: async ({ connections }) => {
    const shop = await openShop({ customers: CUSTOMERS });
    await hashPins(shop.stage, CUSTOMERS, PIN);
    const alone = await startRivalProgram(shop, "argon2-alone", {});
    const hashing: Contestant = {
      name: "argon2",
      run: async (seconds) => {
        const connection = await openConnection(alone.port);
        const { told, cpu } = await measureCpu(
          { server: clockOf(alone.pid), database: shop.stage.postgres.pid },
          async () => {
            const body = JSON.stringify({ seconds });
            const answer = await connection.send({ path: "/", headers: {}, body });
            return JSON.parse(answer.body) as { calls: number; seconds: number };
          },
        );
        connection.close();
        const perSecond = told.calls / told.seconds;
        return { calls: told.calls, perSecond, cpu, latency: null, generator: null, faults: [] };
      },
    };
    return {
      contestants: [
        overHttp(shop, {
          name: "stampbook",
          server: shop.api,
          connections,
          supply: "none",
          call: (n) => ({
            path: "/api/pin/validate",
            headers: headersOf(shop, n % 64),
            body: JSON.stringify({ user: emailOf(holderOf(n, CUSTOMERS)), pin: PIN }),
          }),
        }),
        hashing,
      ],
      comparisons: [throughput("argon2", 0.9)],
      prove: async () => [],
      close: async () => {
        await alone.stop();
        await shop.close();
      },
    };
  },
};
