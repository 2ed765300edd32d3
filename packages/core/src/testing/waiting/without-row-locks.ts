import { PgSelectBase } from "drizzle-orm/pg-core";

/**
 * Runs work whose transactions read rows without locking them, although they ask for it. Shows what their locks
 * are for. Nothing else of the process may lock rows by drizzle's queries meanwhile.
 */
export async function withoutRowLocks<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = PgSelectBase.prototype.for;
  PgSelectBase.prototype.for = function () {
    return this as never;
  };
  try {
    return await work();
  } finally {
    PgSelectBase.prototype.for = lock;
  }
}
