import { connect } from "@stampbook/db";
import { createTestDatabase, patience } from "@stampbook/db/testing";
import { appRouter } from "@stampbook/router";
import { expect } from "vitest";
import { type Answer, type Call, type House, openHouse } from "../harness.ts";
import { callOf, documentedOperations, documentedPath } from "../open-api.ts";

/** All procedures of the router, with their types. */
export const procedures = new Map(
  Object.entries(
    appRouter._def.procedures as unknown as Readonly<
      Record<string, { readonly _def: { readonly type: string } }>
    >,
  ).map(([name, { _def }]) => [name, _def.type]),
);

const operationAt = new Map(documentedOperations.map(({ name, path }) => [path, name]));

/**
 * A tour calls everything that the product can do, on a database of its own, and records the SQL statements
 * that run.
 */
export type Tour = {
  /** The API. Its `given` writes rows over other connections, so that those statements are not recorded. */
  readonly house: House;
  /**
   * The dependencies of the core's functions on the product's own connections, whose statements are recorded.
   */
  readonly core: House["core"];
  readonly url: string;
  /** The texts of all statements that the product has run. */
  readonly texts: ReadonlySet<string>;
  /** The name of each named statement, by its text. */
  readonly names: ReadonlyMap<string, string>;
  /** The procedures that were called with success. */
  readonly called: Set<string>;
  readonly close: () => Promise<void>;
};

/** Opens the product, and records the statements that it runs. */
export async function openTour(): Promise<Tour> {
  const texts = new Set<string>();
  const database = await createTestDatabase();
  const recorded = await connect(
    { url: database.url },
    { ...patience, onStatement: (text) => texts.add(text) },
  );
  const { names, restore } = recordNames(recorded.db);
  const rate = { perSecond: 1_000_000, burst: 1_000_000 };
  const product = await openHouse(recorded, { rate });
  const quiet = await openHouse(database);
  const called = new Set<string>();
  const sendRaw = async (call: Call) => {
    const answer = await product.sendRaw(call);
    if (answer[0] === 200) called.add(procedureOf(call.path));
    return answer;
  };
  const send = async (call: Call) => {
    const answer = await product.send(call);
    if (answer[0] === 200) called.add(procedureOf(call.path));
    return answer;
  };
  const ask: House["ask"] = (operation, input, { token, headers } = {}) =>
    send({
      ...callOf(operation, input),
      token,
      headers: { "content-type": "application/json", ...headers },
    });
  const post: House["post"] = (path, body, { token, headers } = {}) =>
    send({
      method: "POST",
      path,
      token,
      payload: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  return {
    house: {
      ...quiet,
      app: product.app,
      url: product.url,
      log: product.log,
      send,
      sendRaw,
      ask,
      post,
    },
    core: product.core,
    url: database.url,
    texts,
    names,
    called,
    close: async () => {
      restore();
      await product.close();
      await quiet.close();
    },
  };
}

function procedureOf(path: string): string {
  const documented = documentedPath(path);
  return operationAt.get(documented) ?? documented.replace("/trpc/", "");
}

type Session = {
  prepareQuery: (query: { readonly sql: string }, fields: unknown, name?: string) => unknown;
};

/** Records the name that each statement is prepared with. `restore` ends the recording. */
function recordNames(db: House["core"]["db"]) {
  const names = new Map<string, string>();
  // the sessions of transactions have the same prototype, so their statements are recorded too
  const sessions = Object.getPrototypeOf(db._.session) as Session;
  const { prepareQuery } = sessions;
  sessions.prepareQuery = function (this: Session, ...call) {
    const [{ sql }, , name] = call;
    if (name) names.set(sql, name);
    return prepareQuery.apply(this, call);
  };
  const restore = () => {
    sessions.prepareQuery = prepareQuery;
  };
  return { names, restore };
}

/** Returns the data of a tRPC answer. Fails unless the answer is a success. */
export function done<Data>(what: string, [status, body]: Answer): Data {
  expect([what, status, status === 200 ? "" : body]).toEqual([what, 200, ""]);
  return (body as { result?: { data: Data } }).result?.data as Data;
}
