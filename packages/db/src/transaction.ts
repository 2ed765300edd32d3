import type { Sql, TransactionSql } from "postgres";
import type { Db } from "./types.ts";

/**
 * Runs work that needs several statements to stand or fall together; inside it only the handle that
 * it is given. When the connection dies, this rejects, and what is left of the work reaches nothing.
 */
export function inTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(work);
}

/** The transaction has ended, or its connection is lost; the statement was not sent. */
export class TransactionOver extends Error {
  override readonly name = "TransactionOver";
  constructor() {
    super("This transaction is over: it was committed or rolled back, or its connection was lost.");
  }
}

type Work = (tx: TransactionSql) => unknown;
type Callable = (...args: never[]) => unknown;

/**
 * Makes a client's transactions end with their connection. postgres.js 3.4.9 lets the work of a
 * transaction go on when its connection has died, and sends its next statement, and its COMMIT, on
 * the same connection opened anew: inside the transaction of another request, or into no socket at
 * all, which ends the process.
 */
export function guardTransactions(client: Sql): Sql {
  const begin: (options: string, work: Work) => Promise<unknown> = client.begin;
  const guarded = async (...call: [Work] | [string, Work]) => {
    const [options, work] = call.length === 1 ? ["", call[0]] : call;
    const guard = createGuard();
    try {
      return await begin(options, (tx) => guard.settle(() => work(guard.watch(tx))));
    } finally {
      guard.end();
    }
  };
  return Object.assign(client, { begin: guarded as Sql["begin"] });
}

function createGuard() {
  let over = false;
  let lost = false;

  function notice(error: unknown) {
    if (isLoss(error)) lost = true;
  }

  /** As soon as this settles, the driver sends COMMIT or ROLLBACK: never on a connection that is lost. */
  async function settle(work: () => unknown): Promise<unknown> {
    try {
      const result = await work();
      return over || lost ? await neverSettles() : result;
    } catch (error) {
      // a failure may come from a connection that is only about to be seen as closed
      await nextTurn();
      if (over || lost) return neverSettles();
      throw error;
    }
  }

  function watch(tx: TransactionSql): TransactionSql {
    const send = (call: Callable, args: unknown[]) => {
      if (over || lost) throw new TransactionOver();
      const sent: unknown = Reflect.apply(call, tx, args.map(nested));
      // a tagged query may be a fragment, which listening would send by itself
      if (call !== tx && sent instanceof Promise) sent.catch(notice);
      return sent;
    };
    return new Proxy(tx, {
      apply: (_, __, args) => send(tx, args),
      get: (_, key) => {
        const member: unknown = Reflect.get(tx, key);
        return isCallable(member) ? (...args: unknown[]) => send(member, args) : member;
      },
    });
  }

  /** The work of a savepoint. */
  const nested = (arg: unknown) =>
    isCallable(arg) ? (tx: TransactionSql) => settle(() => arg(watch(tx))) : arg;

  return {
    settle,
    watch,
    end: () => {
      over = true;
    },
  };
}

const neverSettles = () => new Promise<never>(() => {});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Whether an error tells that the connection is gone, by the driver, the socket or the server's farewell. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("syscall" in error) return true;
  if ("severity" in error && error.severity !== "ERROR") return true;
  return "code" in error && String(error.code).startsWith("CONNECTION_");
}

function isCallable(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function";
}
