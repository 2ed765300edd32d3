import { existsSync } from "node:fs";
import type { Writable } from "node:stream";
import type { CoreDeps } from "@stampbook/core/context";
import { createSecrets } from "@stampbook/core/secrets";
import { type ConnectOptions, connect, createIds, lookAtDatabase } from "@stampbook/db";
import type { Env } from "../env.ts";
import { secretKeysOf } from "../secret-key.ts";
import { Refused } from "./usage.ts";

/** What a command works with. */
export type CommandContext = {
  /** Reads the settings; throws where they make no sense. */
  readonly env: () => Env;
  readonly out: Writable;
  readonly err: Writable & { readonly isTTY?: boolean };
};

/** Does its work or throws, and tells the exit status. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** Opens the database that the settings name, migrated, and closes it whatever happens. */
export function withDatabase<Result>(
  env: Env,
  { err }: Pick<CommandContext, "err">,
  work: (deps: CoreDeps) => Promise<Result>,
): Promise<Result> {
  return withOpen(env, { onWait: (says) => err.write(`${says}\n`) }, work);
}

/** For commands that only read: the same as it is, or a refusal that names what it lacks. */
export function withDatabaseAsItIs<Result>(
  env: Env,
  work: (deps: CoreDeps) => Promise<Result>,
): Promise<Result> {
  const { database } = env;
  if ("directory" in database && !existsSync(database.directory))
    throw new Refused("There is no database yet: the first start makes it.");
  return withOpen(env, { migrate: false }, async (deps) => {
    const { missing } = await lookAtDatabase(deps.db);
    if (missing.length)
      throw new Refused(
        `The database lacks migrations: ${missing.join(", ")}.`,
        "The next start of the API applies them; this command only reads.",
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
    return await work({ db: open.db, ids: createIds(open.db), secrets, clockOffsetMs: 0 });
  } finally {
    await open.close();
  }
}
