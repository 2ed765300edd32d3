import type { Writable } from "node:stream";
import type { CoreDeps } from "@stampbook/core/context";
import { createSecrets } from "@stampbook/core/secrets";
import { connect, createIds } from "@stampbook/db";
import type { Env } from "../env.ts";
import { secretKeysOf } from "../secret-key.ts";

/** What a command works with. */
export type CommandContext = {
  /** Reads the settings; throws where they make no sense. */
  readonly env: () => Env;
  readonly out: Writable;
  readonly err: Writable & { readonly isTTY?: boolean };
};

/** Does its work or throws, and tells the exit status. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** Opens the database that the settings name, and closes it whatever happens. */
export async function withDatabase<Result>(
  env: Env,
  work: (deps: CoreDeps) => Promise<Result>,
): Promise<Result> {
  const secrets = createSecrets(secretKeysOf(env));
  const { databaseUrl, dataDirectory } = env;
  const open = await connect(databaseUrl ? { url: databaseUrl } : { directory: dataDirectory }, {
    connections: 2,
    isPatient: true,
  });
  try {
    return await work({ db: open.db, ids: createIds(open.db), secrets, clockOffsetMs: 0 });
  } finally {
    await open.close();
  }
}
