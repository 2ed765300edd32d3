import { Agent, request } from "node:http";
import type { CoreDeps, Merchant, Scope } from "@stampbook/core/context";
import { createHarness, type Given, harnessKey } from "@stampbook/core/testing";
import type { OpenDb } from "@stampbook/db";
import {
  createEmbeddedTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from "@stampbook/db/testing";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe } from "vitest";
import { type AppSettings, createApp } from "../src/app.ts";
import { expectDocumented } from "./open-api.ts";
import { startServer } from "./server-process.ts";

/** The API over a database of its own. */
export type AnyHouse = {
  /** Where it listens. */
  readonly url: () => Promise<string>;
  readonly core: CoreDeps;
  readonly given: Given;
  /** Lines of the log, as they were written. */
  readonly log: readonly string[];
  /** A token's secret. */
  readonly tokenOf: (merchant: Merchant, limits?: TokenLimits) => Promise<string>;
  readonly post: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;
  readonly send: (call: Call) => Promise<Answer>;
  /** As `send`, with the body as it came. */
  readonly sendRaw: (call: Call) => Promise<RawAnswer>;
};
/** Where the API runs in this very process, and so with whatever settings. */
export type House = AnyHouse & { readonly app: FastifyInstance };
export type OpenHouse<Kind extends AnyHouse = House> = Kind & {
  readonly close: () => Promise<void>;
};

export type TokenLimits = { readonly scopes?: Scope[]; readonly stores?: number[] };
export type CallOptions = {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Call = CallOptions & {
  readonly method: string;
  readonly path: string;
  /** As it is; `post` writes JSON. */
  readonly payload?: string | Buffer | undefined;
  /** The address that the connection comes from; loopback where it is left out. */
  readonly from?: string;
};
/** Status, body (parsed where it is JSON), headers. */
export type Answer = [
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>>,
];

/** Status, text of the body, headers. */
export type RawAnswer = [status: number, body: string, headers: Answer[2]];

/** Opens the house in this process; `close` drops its database. */
export async function openHouse(
  open: OpenDb,
  settings: Partial<AppSettings> = {},
): Promise<OpenHouse> {
  const { deps: core, given } = createHarness(open.db);
  const log: string[] = [];
  const app = createApp(core, {
    requireHttps: false,
    trustedProxies: [],
    log: { level: "info", stream: { write: (line) => log.push(line) } },
    ...settings,
  });
  await app.ready();

  let listening: Promise<string> | undefined;
  const url = () => {
    listening ??= app.listen({ host: "127.0.0.1", port: 0 });
    return listening;
  };
  const sendRaw = async ({ method, path, token, headers, payload, from }: Call) => {
    const reply = await app.inject({
      method: method as "POST",
      url: path,
      headers: { ...authorize(token), ...headers },
      ...(payload === undefined ? {} : { payload }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    });
    return [reply.statusCode, reply.body, reply.headers as Answer[2]] as RawAnswer;
  };
  const close = async () => {
    await app.close();
    await open.close();
  };
  return { app, url, log, close, ...houseOf(core, given, sendRaw) };
}

/** What both kinds of houses share. */
function houseOf(
  core: CoreDeps,
  given: Given,
  sendRaw: AnyHouse["sendRaw"],
): Omit<AnyHouse, "url" | "log"> {
  const send = async (call: Call): Promise<Answer> => {
    const [status, text, headers] = await sendRaw(call);
    const isJson = String(headers["content-type"]).startsWith("application/json");
    const answer: Answer = [status, isJson && text ? JSON.parse(text) : text, headers];
    expectDocumented(call.method, call.path, answer);
    return answer;
  };
  return {
    core,
    given,
    send,
    sendRaw,
    post: (path, body, { token, headers } = {}) =>
      send({
        method: "POST",
        path,
        token,
        headers: body === undefined ? { ...headers } : { ...json, ...headers },
        payload: body === undefined ? undefined : JSON.stringify(body),
      }),
    tokenOf: async (merchant, limits = {}) => {
      const secret = core.secrets.newTokenSecret();
      await given.token(merchant, { secret, hash: core.secrets.hashToken(secret), ...limits });
      return secret;
    },
  };
}

const authorize = (token: string | undefined) =>
  token === undefined ? {} : { authorization: `Token ${token}` };

/**
 * Opens the house in a process of its own: the bundle that `npm start` starts, over HTTP. What its
 * settings cannot say (a rate, a clock, limits of connections) takes `openHouse`.
 */
export async function openProcessHouse(database: TestDatabase): Promise<OpenHouse<AnyHouse>> {
  const { deps: core, given } = createHarness(database.db);
  const server = startServer({
    // in production there is no demo to load
    NODE_ENV: "production",
    REQUIRE_HTTPS: "false",
    // what it hears is said by a proxy, for on loopback no call comes from elsewhere
    TRUSTED_PROXIES: "127.0.0.1",
    SHUTDOWN_DELAY_MS: "0",
    DATABASE_URL: database.url,
    SECRET_KEY: harnessKey,
  });
  const address = await server.address();
  const agent = new Agent({ keepAlive: true });
  const sendRaw = ({ method, path, token, headers, payload, from = someAddress }: Call) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const told = [headers?.["x-forwarded-for"], from].filter((each) => each !== undefined);
      const sent = request(`${address}/`, {
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
    url: async () => address,
    get log() {
      return server.said().split("\n");
    },
    close: async () => {
      agent.destroy();
      server.child.kill("SIGTERM");
      const code = await server.ended;
      await database.close();
      if (code !== 0) throw new Error(`The process ended with ${code}: ${server.said()}`);
    },
    ...houseOf(core, given, sendRaw),
  };
}

/** Where calls come from that do not say it. */
const someAddress = "203.0.113.250";

const json = { "content-type": "application/json" };

/** Both databases that the product runs on; on PostgreSQL what ships, on PGlite its sources. */
const houses = {
  PostgreSQL: async () => openProcessHouse(await createTestDatabase()),
  PGlite: async () => openHouse(await createEmbeddedTestDatabase()),
};

/** The same tests over both databases. The house is there once the first test runs. */
export function contract(name: string, tests: (house: AnyHouse) => void) {
  describe.each(Object.entries(houses))(`${name}, on %s`, (_, open) =>
    inHouse<AnyHouse>(open, tests),
  );
}

/** The same for what only a house in this process can have: its settings, its app, its clock. */
export function contractInProcess(
  name: string,
  tests: (house: House) => void,
  settings: Partial<AppSettings> = {},
) {
  const databases = { PostgreSQL: createTestDatabase, PGlite: createEmbeddedTestDatabase };
  describe.each(Object.entries(databases))(`${name}, on %s`, (_, createDatabase) =>
    inHouse(async () => openHouse(await createDatabase(), settings), tests),
  );
}

function inHouse<Kind extends AnyHouse>(
  open: () => Promise<OpenHouse<Kind>>,
  tests: (house: Kind) => void,
) {
  let opened: OpenHouse<Kind> | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  // members are looked up when a test runs, as the house is only then there
  tests(
    new Proxy({} as Kind, {
      get: (_, name) => Reflect.get(opened ?? {}, name, opened),
    }),
  );
}
