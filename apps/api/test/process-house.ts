import { Agent, request } from "node:http";
import { createHarness, harnessKey } from "@stampbook/core/testing";
import { createTestDatabase, startPgbouncer, type TestDatabase } from "@stampbook/db/testing";
import {
  type Answer,
  type AnyHouse,
  authorize,
  type Call,
  houseOf,
  type OpenHouse,
  type RawAnswer,
} from "./harness.ts";
import { startServer } from "./server-process.ts";

/**
 * Opens the house in processes of its own: the bundle that `npm start` starts, over HTTP. Calls go to
 * the processes in turn. What settings cannot say (a rate, a clock, limits of connections) takes
 * `openHouse`.
 *
 * @param address where the processes find the database, if not at the database's own address
 */
export async function openProcessHouse(
  database: TestDatabase,
  { address = database.url, replicas = 1 } = {},
): Promise<OpenHouse<AnyHouse>> {
  const { deps: core, given } = createHarness(database.db);
  const servers = Array.from({ length: replicas }, () =>
    startServer({
      // in production there is no demo to load
      NODE_ENV: "production",
      REQUIRE_HTTPS: "false",
      // tests set the client's address in X-Forwarded-For: on loopback all calls come from one address
      TRUSTED_PROXIES: "127.0.0.1",
      SHUTDOWN_DELAY_MS: "0",
      DATABASE_URL: address,
      SECRET_KEY: harnessKey,
    }),
  );
  const addresses = await Promise.all(servers.map((server) => server.address()));
  let calls = 0;
  const agent = new Agent({ keepAlive: true });
  const sendRaw = ({ method, path, token, headers, payload, from = someAddress }: Call) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const told = [headers?.["x-forwarded-for"], from].filter((each) => each !== undefined);
      const sent = request(`${addresses[calls++ % replicas]}/`, {
        agent,
        method,
        // as it is: an address would be written anew
        path,
        headers: {
          ...authorize(token),
          // without a length the body of a GET would be read as the connection's next call
          ...(payload === undefined ? {} : { "content-length": Buffer.byteLength(payload) }),
          ...headers,
          "x-forwarded-for": told.join(", "),
        },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (text) => {
          body += text;
        });
        response.on("end", () =>
          resolve([response.statusCode ?? 0, body, response.headers as Answer[2]]),
        );
      });
      sent.end(payload);
    });
  return {
    url: async () => addresses[0] ?? "",
    get log() {
      return servers.flatMap((server) => server.said().split("\n"));
    },
    close: async () => {
      agent.destroy();
      for (const { child } of servers) child.kill("SIGTERM");
      const codes = await Promise.all(servers.map((server) => server.ended));
      await database.close();
      servers.forEach((server, at) => {
        if (codes[at] !== 0)
          throw new Error(`The process ended with ${codes[at]}: ${server.said()}`);
      });
    },
    ...houseOf(core, given, sendRaw),
  };
}

/** Three replicas that share a PgBouncer in transaction mode, with fewer connections than they have. */
export async function openPooledHouse(): Promise<OpenHouse<AnyHouse>> {
  const database = await createTestDatabase();
  const pooler = await startPgbouncer(database.url, { default_pool_size: 10 });
  return openProcessHouse(
    // the pooler's connections end before the database is dropped
    { ...database, close: () => pooler.stop().then(database.close) },
    { address: pooler.url, replicas: 3 },
  );
}

/** Where calls come from that do not say it. */
const someAddress = "203.0.113.250";
