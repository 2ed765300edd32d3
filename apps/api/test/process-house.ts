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
 * Opens the API as separate processes that run the bundle of `npm start`, over HTTP. Calls alternate
 * between the processes. Tests that need what the environment cannot set (a rate, a clock, limits of
 * connections) use `openHouse`.
 *
 * @param address the database's address for the processes; by default the database's own
 */
export async function openProcessHouse(
  database: TestDatabase,
  { address = database.url, replicas = 1 } = {},
): Promise<OpenHouse<AnyHouse>> {
  const { deps: core, given } = createHarness(database.db);
  const servers = Array.from({ length: replicas }, () =>
    startServer({
      // in production no demo is loaded
      NODE_ENV: "production",
      REQUIRE_HTTPS: "false",
      // all connections come from loopback, so tests set the client's address in X-Forwarded-For
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
        // the path is sent unchanged; a parsed URL would be normalized
        path,
        headers: {
          ...authorize(token),
          // without a length the body of a GET would be read as the next request on the connection
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

/**
 * Opens three replicas that share a PgBouncer in transaction mode. PgBouncer has fewer connections to the
 * server than the replicas have to PgBouncer.
 */
export async function openPooledHouse(): Promise<OpenHouse<AnyHouse>> {
  const database = await createTestDatabase();
  const pooler = await startPgbouncer(database.url, { default_pool_size: 10 });
  return openProcessHouse(
    // the pooler's connections must end before the database is dropped
    { ...database, close: () => pooler.stop().then(database.close) },
    { address: pooler.url, replicas: 3 },
  );
}

/** The client's address in calls that name none. */
const someAddress = "203.0.113.250";
