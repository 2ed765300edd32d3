import type { CoreDeps, Merchant, Scope } from "@stampbook/core/context";
import { cheapHashes, createHarness, type Given } from "@stampbook/core/testing";
import type { OpenDb } from "@stampbook/db";
import type { FastifyInstance } from "fastify";
import { type AppSettings, createApp } from "../src/app.ts";
import { callLimits } from "../src/running/limits.ts";
import { callOf, expectDocumented } from "./open-api.ts";

/** A house is the API with its database. The API runs in this process or in separate processes. */
export type AnyHouse = {
  /** The address where the API listens. */
  readonly url: () => Promise<string>;
  readonly core: CoreDeps;
  readonly given: Given;
  /** The lines of the log, as written. */
  readonly log: readonly string[];
  /** Creates a token and returns its secret. */
  readonly tokenOf: (merchant: Merchant, limits?: TokenLimits) => Promise<string>;
  readonly post: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>;
  /**
   * Calls a documented operation with this input. A GET carries plain values in its path and query, others in
   * a body.
   */
  readonly ask: (
    operation: { readonly path: string; readonly method: string },
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ) => Promise<Answer>;
  readonly send: (call: Call) => Promise<Answer>;
  /** Like `send`, but with the body as text. */
  readonly sendRaw: (call: Call) => Promise<RawAnswer>;
};
/** A house in this process, which can have any settings. */
export type House = AnyHouse & { readonly app: FastifyInstance };
export type OpenHouse<Kind extends AnyHouse = House> = Kind & {
  readonly close: () => Promise<void>;
};

export type TokenLimits = { readonly scopes?: readonly Scope[]; readonly stores?: number[] };
export type CallOptions = {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Call = CallOptions & {
  readonly method: string;
  readonly path: string;
  /** The body, which is sent unchanged. `post` makes JSON of its body. */
  readonly payload?: string | Buffer | undefined;
  /**
   * The client's address. Default: loopback if the API runs in this process, else an address of the suite.
   */
  readonly from?: string;
};
/** Status, body (parsed if it is JSON), headers. */
export type Answer = [
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | undefined>>,
];

/** Status, text of the body, headers. */
export type RawAnswer = [status: number, body: string, headers: Answer[2]];

/** Limits so long that no call fails on a busy machine. Tests of the limits set their own. */
const patient = { ...callLimits, longestWaitMs: 120_000, deadlineMs: 120_000 };

/**
 * Opens the API in this process. Its `close` also closes `open`, which drops a test's database. Hashes cost
 * as much as the product's only if `hashes` says so.
 */
export async function openHouse(
  open: OpenDb,
  settings: Partial<AppSettings> = {},
  hashes: "cheap" | "costly" = "cheap",
): Promise<OpenHouse> {
  const { deps: core, given } = createHarness(
    open.db,
    hashes === "cheap" ? { hashCost: cheapHashes } : {},
  );
  const log: string[] = [];
  const app = createApp(core, {
    requireHttps: false,
    trustedProxies: [],
    log: { level: "info", stream: { write: (line) => log.push(line) } },
    calls: patient,
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

/** The members that are the same for a house in this process and one in separate processes. */
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
    ask: (operation, input, { token, headers } = {}) => {
      const call = callOf(operation, input);
      return send({
        ...call,
        token,
        headers: call.payload ? { ...json, ...headers } : { ...headers },
      });
    },
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
