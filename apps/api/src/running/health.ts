import { setTimeout as sleep } from "node:timers/promises";
import type { CoreDeps } from "@stampbook/core/context";
import { type DatabaseLoad, type OpenDb, takesWrites, withoutCaller } from "@stampbook/db";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { refuseOtherMethods } from "../rest/methods.ts";
import { plain } from "../rest/replies.ts";
import { version } from "../version.ts";
import { createPoolWatch, type PoolWatchOptions } from "./pool-watch.ts";

const PATIENCE_MS = 2_000;
/** How long the answer of the write probe is reused, by any number of requests. */
const REMEMBERED_MS = 1_000;

export type HealthOptions = Omit<PoolWatchOptions, "log"> & {
  readonly isDraining: () => boolean;
};

/**
 * `/health` answers 503 only if restarting the process would help, else 200 with the version. `/ready`
 * answers 503 while the process shuts down, and while the database takes no writes or does not answer. Both
 * are also served over plain HTTP.
 */
export function mountHealth(app: FastifyInstance, options: HealthOptions) {
  const { db, isDraining, load } = options;
  const config = { plainHttp: true };
  const watch = createPoolWatch({ ...options, log: app.log });
  const isWritable = createWriteProbe(db, app.log);

  app.get("/health", { config }, async (_request, reply) => {
    watch.look();
    if (!watch.isDead()) return { status: "ok", version };
    return reply.code(503).send(plain(503, "The connections to the database are dead.").body);
  });
  app.get("/ready", { config }, async (_request, reply) => {
    const no = (says: string) =>
      reply.code(503).header("retry-after", "1").send(plain(503, says).body);
    if (isDraining()) return no("The process is shutting down.");
    const found = await Promise.race([
      isWritable(),
      sleep(PATIENCE_MS, "late" as const, { ref: false }),
    ]);
    if (found === "writable") return { status: "ok" };
    // The probe waits for a connection, but other calls are answered: the process is busy, and the database
    // is available.
    if (found !== "read-only" && isAnswered(load())) return { status: "ok" };
    return no(
      found === "read-only" ? "The database takes no writes." : "The database does not answer.",
    );
  });
  for (const path of ["/health", "/ready"]) refuseOtherMethods(app, path, ["GET"], config);
}

/** The state of the database connections. */
export type PoolState = Pick<HealthOptions, "load" | "askAnew"> & Pick<OpenDb, "waitedMs">;

/** A pool that reports no trouble, for apps that are started without one, such as in tests. */
export const wellPool: PoolState = {
  load: () => ({
    running: 0,
    waiting: 0,
    sinceAnswerMs: null,
    failingForMs: 0,
    waits: 0,
    waitedMs: 0,
  }),
  waitedMs: () => 0,
  askAnew: () => Promise.reject(new Error("nobody knows the database's address")),
};

const isAnswered = ({ waiting, sinceAnswerMs }: DatabaseLoad) =>
  waiting > 0 && sinceAnswerMs !== null && sinceAnswerMs < REMEMBERED_MS;

type Writable = "writable" | "read-only" | "away";

/**
 * Returns a function that asks whether the database accepts writes, at most once a second and one query at a
 * time.
 */
function createWriteProbe(db: CoreDeps["db"], log: FastifyBaseLogger) {
  let asked: { readonly since: number; readonly answer: Promise<Writable> } | undefined;
  let isUnderWay = false;

  async function ask(): Promise<Writable> {
    isUnderWay = true;
    try {
      return (await withoutCaller(() => takesWrites(db))) ? "writable" : "read-only";
    } catch (error) {
      log.warn(error, "the database does not answer");
      return "away";
    } finally {
      isUnderWay = false;
    }
  }

  return () => {
    if (!asked || (!isUnderWay && performance.now() - asked.since >= REMEMBERED_MS))
      asked = { since: performance.now(), answer: ask() };
    return asked.answer;
  };
}
