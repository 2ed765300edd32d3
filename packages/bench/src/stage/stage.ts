import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CoreDeps } from "@stampbook/core/context";
import { createSecrets } from "@stampbook/core/secrets";
import { createBatcher } from "@stampbook/core/writing";
import { connect, createIds } from "@stampbook/db";
import { openClient, type RunningPostgres, startPostgres } from "@stampbook/db/testing";
import { type RunningNode, startNode } from "./start-node.ts";

/** A new database server with an empty migrated database, and access to it. */
export type Stage = {
  readonly postgres: RunningPostgres;
  readonly url: string;
  readonly core: CoreDeps;
  /** For the bench's own queries. */
  readonly sql: ReturnType<typeof openClient>;
  /** For logs and configurations; removed with the stage. */
  readonly directory: string;
  /** Starts the service as production does. */
  readonly startApi: (settings?: Readonly<Record<string, string>>) => Promise<RunningNode>;
  readonly close: () => Promise<void>;
};

const SECRET_KEY = "the bench's own secret key, which protects nothing";
/** The file that production runs. */
export const bundle = fileURLToPath(
  new URL("../../../../apps/api/dist/server.js", import.meta.url),
);

/** Node options, as in the API's start script. */
export const asStarted = ["--max-semi-space-size=16"];

/** The settings of a small server: a quarter of its memory as buffers, and no checkpoint within a run. */
const settings = {
  shared_buffers: "1GB",
  effective_cache_size: "4GB",
  maintenance_work_mem: "256MB",
  max_wal_size: "8GB",
  checkpoint_timeout: "30min",
  random_page_cost: 1.1,
  effective_io_concurrency: 100,
  track_io_timing: "off",
};

export async function openStage(): Promise<Stage> {
  const postgres = await startPostgres({ durable: true, settings });
  // removed with the server, even if this process is killed
  const directory = join(postgres.directory, "bench");
  mkdirSync(directory);
  const { url } = postgres;
  // `isPatient`: without time limits, because the audit of a large database takes longer than a call may
  // take, and many tokens are issued at the same time
  const open = await connect({ url }, { connections: 4, isPatient: true });
  const secrets = createSecrets({ current: SECRET_KEY, old: [] });
  const { db } = open;
  const writing = createBatcher(db);
  const core = { db, ids: createIds(db), secrets, writing, clockOffsetMs: 0 };
  const sql = openClient(url, 2);
  let started = 0;
  return {
    postgres,
    url,
    core,
    sql,
    directory,
    startApi: (settings = {}) =>
      startNode({
        file: bundle,
        options: asStarted,
        log: join(directory, `api-${++started}.log`),
        env: {
          ...{ NODE_ENV: "production", DATABASE_URL: url, SECRET_KEY },
          API_PORT: "0",
          // the load generator sends `X-Forwarded-Proto: https`, which the API accepts only from a listed
          // address
          TRUSTED_PROXIES: "127.0.0.1",
          ...settings,
        },
      }),
    close: async () => {
      await Promise.all([open.close(), sql.end()]);
      await postgres.stop();
    },
  };
}
