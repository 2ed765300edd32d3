import type { CoreDeps, Merchant, Scope } from "@stampbook/core/context";
import { createHarness, type Given } from "@stampbook/core/testing";
import type { OpenDb } from "@stampbook/db";
import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe } from "vitest";
import { type AppSettings, createApp } from "../src/app.ts";
import { expectDocumented } from "./open-api.ts";

/** The API in process, over a database of its own. */
export type House = {
  readonly app: FastifyInstance;
  readonly core: CoreDeps;
  readonly given: Given;
  /** Lines of the log, as they were written. */
  readonly log: readonly string[];
  /** A token's secret. */
  readonly tokenOf: (merchant: Merchant, limits?: TokenLimits) => Promise<string>;
  readonly post: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;
  readonly send: (call: Call) => Promise<Answer>;
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

/** Opens the house; `close` drops its database. */
export async function openHouse(
  open: OpenDb,
  settings: Partial<AppSettings> = {},
): Promise<House & { readonly close: () => Promise<void> }> {
  const { deps: core, given } = createHarness(open.db);
  const log: string[] = [];
  const app = createApp(core, {
    requireHttps: false,
    trustedProxies: [],
    log: { level: "info", stream: { write: (line) => log.push(line) } },
    ...settings,
  });
  await app.ready();

  const send = async ({ method, path, token, headers, payload, from }: Call): Promise<Answer> => {
    const reply = await app.inject({
      method: method as "POST",
      url: path,
      headers: { ...(token === undefined ? {} : { authorization: `Token ${token}` }), ...headers },
      ...(payload === undefined ? {} : { payload }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    });
    const isJson = String(reply.headers["content-type"]).startsWith("application/json");
    const body: unknown = isJson ? reply.json() : reply.body;
    const answer: Answer = [reply.statusCode, body, reply.headers as Answer[2]];
    expectDocumented(method, path, answer);
    return answer;
  };

  return {
    app,
    core,
    given,
    log,
    send,
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
    close: async () => {
      await app.close();
      await open.close();
    },
  };
}

const json = { "content-type": "application/json" };

/** Both databases that the product runs on. */
const databases = {
  PostgreSQL: () => createTestDatabase(),
  PGlite: () => createEmbeddedTestDatabase(),
};

/** The same tests over both databases. The house is there once the first test runs. */
export function contract(
  name: string,
  tests: (house: House) => void,
  settings?: Partial<AppSettings>,
) {
  describe.each(Object.entries(databases))(`${name}, on %s`, (_, createDatabase) => {
    const house = {} as House & { close?: () => Promise<void> };
    beforeAll(async () => {
      Object.assign(house, await openHouse(await createDatabase(), settings));
    });
    afterAll(() => house.close?.());
    tests(house);
  });
}
