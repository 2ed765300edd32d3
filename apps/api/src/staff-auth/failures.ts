import { AsyncLocalStorage } from "node:async_hooks";
import { isOverload, withoutParameters } from "@stampbook/db";

type Callable = (...args: never[]) => unknown;

/** For each request, the first error which says that the database is too busy or unavailable. */
const requests = new AsyncLocalStorage<{ overload?: unknown }>();

/**
 * Wraps better-auth's adapter. For each request, stores the first error which says that the database is busy
 * or unavailable. Removes query parameters from errors.
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

/** Wraps the callback of a transaction, so that the adapter which the callback receives is wrapped too. */
const nested = (arg: unknown) =>
  isCallable(arg) ? (tx: object) => Reflect.apply(arg, undefined, [noteFailures(tx)]) : arg;

function note(error: unknown): never {
  const failure = withoutParameters(error);
  const request = requests.getStore();
  if (request && isOverload(failure)) request.overload ??= failure;
  throw failure;
}

/**
 * Answers one request. If the database fails while better-auth reads a session, better-auth treats the
 * session as missing. So if better-auth refuses after such a failure, the failure is thrown instead.
 */
export function answerOrThrow(answer: () => Promise<Response>): Promise<Response> {
  return requests.run({}, async () => {
    const response = await answer();
    const { overload } = requests.getStore() ?? {};
    if (overload !== undefined && response.status >= 400) throw overload;
    return response;
  });
}

/** For each call of a function from `throwUnsent`, the errors of its mails. */
const calls = new AsyncLocalStorage<unknown[]>();

/** Waits for a mail that better-auth asked for. If it fails, `throwUnsent` throws the error. */
export async function noteUnsent(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    calls.getStore()?.push(error);
    throw error;
  }
}

/**
 * Wraps a call of better-auth that sends a mail. The wrapped call rejects if the mail was not sent, because
 * better-auth only logs that.
 */
export function throwUnsent<Input>(call: (input: Input) => Promise<unknown>) {
  return (input: Input): Promise<void> => {
    const unsent: unknown[] = [];
    return calls.run(unsent, async () => {
      await call(input);
      if (unsent.length > 0) throw unsent[0];
    });
  };
}

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}
