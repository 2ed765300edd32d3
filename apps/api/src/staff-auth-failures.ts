import { AsyncLocalStorage } from "node:async_hooks";
import { isOverload, withoutParameters } from "@stampbook/db";

type Callable = (...args: never[]) => unknown;

/** Of each request: the failure of its queries that says "not now", if there was one. */
const requests = new AsyncLocalStorage<{ overload?: unknown }>();

/**
 * Makes better-auth's adapter note for its request that the database was too busy or away, and
 * keeps the parameters of queries out of its errors.
 */
export function noteFailures<Adapter extends object>(adapter: Adapter): Adapter {
  for (const [key, member] of Object.entries(adapter))
    if (isCallable(member)) Reflect.set(adapter, key, watch(member));
  return adapter;
}

function watch(call: Callable): Callable {
  return (...args) => {
    const sent: unknown = Reflect.apply(call, undefined, args.map(nested));
    return sent instanceof Promise ? sent.catch(note) : sent;
  };
}

/** The work of a transaction, which gets an adapter of its own. */
const nested = (arg: unknown) =>
  isCallable(arg) ? (tx: object) => Reflect.apply(arg, undefined, [noteFailures(tx)]) : arg;

function note(error: unknown): never {
  const failure = withoutParameters(error);
  const request = requests.getStore();
  if (request && isOverload(failure)) request.overload ??= failure;
  throw failure;
}

/**
 * Answers one request. better-auth takes a session that could not be read for one that is not
 * there: what it refuses after such a failure is the failure's, and so is thrown.
 */
export function answerOrThrow(answer: () => Promise<Response>): Promise<Response> {
  return requests.run({}, async () => {
    const response = await answer();
    const { overload } = requests.getStore() ?? {};
    if (overload !== undefined && response.status >= 400) throw overload;
    return response;
  });
}

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}
