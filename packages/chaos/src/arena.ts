import type { CoreDeps } from "@stampbook/core/context";
import { createHarness, type OpenHarness, openOwnHarness } from "@stampbook/core/testing";
import { connect } from "@stampbook/db";
import { openClient, patience } from "@stampbook/db/testing";

/** A database for races, and simulated API processes, each with its own pool of connections. */
export type Arena = {
  /** Creates and reads rows, outside the processes. */
  readonly harness: OpenHarness;
  /** The dependencies of each simulated process: its own connections and its own blocks of ids. */
  readonly processes: readonly CoreDeps[];
  /** Closes all connections and drops the database. Returns how many deadlocks PostgreSQL detected. */
  readonly close: () => Promise<{ readonly deadlocks: number }>;
};

const PROCESSES = 4;

/**
 * Opens a database and its processes. `through` changes the address that the processes use, for example to
 * that of a pooler.
 */
export async function openArena(through = (url: string) => url): Promise<Arena> {
  const harness = await openOwnHarness();
  const { url } = harness.open;
  await noticeDeadlocks(url);
  const pools = await Promise.all(
    Array.from({ length: PROCESSES }, () => connect({ url: through(url) }, patience)),
  );
  return {
    harness,
    processes: pools.map(({ db }) => createHarness(db).deps),
    close: async () => {
      // a connection reports its statistics when it ends
      await Promise.all(pools.map((pool) => pool.close()));
      const deadlocks = await countDeadlocks(url);
      await harness.open.close();
      return { deadlocks };
    },
  };
}

/**
 * Shortens deadlock_timeout to 20 ms. With the default of 1,000 ms, PostgreSQL would detect a deadlock only
 * shortly before the product's lock_timeout of 1,100 ms.
 */
async function noticeDeadlocks(url: string): Promise<void> {
  const sql = openClient(url);
  try {
    const name = new URL(url).pathname.slice(1);
    await sql`alter database ${sql(name)} set deadlock_timeout = '20ms'`;
  } finally {
    await sql.end();
  }
}

async function countDeadlocks(url: string): Promise<number> {
  const sql = openClient(url);
  try {
    const [row] = await sql<{ deadlocks: string }[]>`
      select deadlocks from pg_stat_database where datname = current_database()`;
    return Number(row?.deadlocks);
  } finally {
    await sql.end();
  }
}
