import type { CoreDeps, Merchant, Scope } from "@stampbook/core/context";
import { createHarness, type Given } from "@stampbook/core/testing";
import type { OpenDb } from "@stampbook/db";
import type { FastifyInstance } from "fastify";
import { type AppSettings, createApp } from "../src/app.ts";
import { expectDocumented } from "./open-api.ts";

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
export function houseOf(
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

export const authorize = (token: string | undefined) =>
  token === undefined ? {} : { authorization: `Token ${token}` };

const json = { "content-type": "application/json" };
