import type { Writable } from "node:stream";
import type { CoreDeps } from "@stampbook/core/context";
import { createSecrets } from "@stampbook/core/secrets";
import { type ConnectOptions, connect, hasEmbeddedDatabase, lookAtDatabase } from "@stampbook/db";
import { createCore } from "../core.ts";
import type { Env } from "../env.ts";
import { secretKeysOf } from "../secret-key.ts";
import { Refused } from "./usage.ts";

/** The settings and the output of a command. */
export type CommandContext = {
  /** Reads the settings. Throws if they are invalid. */
  readonly env: () => Env;
  readonly out: Writable;
  readonly err: Writable & { readonly isTTY?: boolean };
};

/** Runs the command and returns the exit status. Throws on failure. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** Opens the database in the settings, applies missing migrations, runs `work`, and closes the database. */
export function withDatabase<Result>(
  env: Env,
  { err }: Pick<CommandContext, "err">,
  work: (deps: CoreDeps) => Promise<Result>,
): Promise<Result> {
  return withOpen(env, { onWait: (says) => err.write(`${says}\n`) }, work);
}

/**
 * Like `withDatabase`, without migrating. Throws `Refused` if the directory in the settings has no embedded
 * database.
 */
export async function withUnmigrated<Result>(
  env: Env,
  work: (deps: CoreDeps) => Promise<Result>,
): Promise<Result> {
  const { database } = env;
  if ("directory" in database && !hasEmbeddedDatabase(database.directory))
    throw new Refused("There is no database yet: the first start creates it.");
  return withOpen(env, { migrate: false }, work);
}

/** Like `withUnmigrated`. Throws `Refused` also if a migration is missing. */
export function withDatabaseAsItIs<Result>(
  env: Env,
  work: (deps: CoreDeps) => Promise<Result>,
): Promise<Result> {
  return withUnmigrated(env, async (deps) => {
    const { missing } = await lookAtDatabase(deps.db);
    if (missing.length)
      throw new Refused(
        `The database lacks migrations: ${missing.join(", ")}.`,
        "Apply them with `stampbook migrate`, or start the API; this command only reads.",
      );
    return work(deps);
  });
}

async function withOpen<Result>(
  env: Env,
  options: ConnectOptions,
  work: (deps: CoreDeps) => Promise<Result>,
): Promise<Result> {
  const secrets = createSecrets(secretKeysOf(env));
  const open = await connect(env.database, { connections: 2, isPatient: true, ...options });
  try {
    return await work(createCore(open, secrets));
  } finally {
    await open.close();
  }
}
