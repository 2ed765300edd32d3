import { readKeyUse } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";
import { isOverload } from "@stampbook/db";
import type { FastifyBaseLogger } from "fastify";
import { BadSettings, type Env } from "../env.ts";

type Made = { readonly keyId: string | number; readonly rows: number };

/** What the database's rows need that this process does not have. */
export type MissingKeys = {
  /** One line for each kind of rows and key that is not set. */
  readonly says: readonly string[];
  /** Whether there are PINs, and this process can check none of them. */
  readonly checksNoPin: boolean;
  /** The ids of the keys of PINs that are not set. */
  readonly keyIds: readonly string[];
};

/** Compares the keys of this process with the keys with which PINs and authenticators were made. */
export async function findMissingKeys({
  db,
  secrets,
}: Pick<CoreDeps, "db" | "secrets">): Promise<MissingKeys> {
  const { pins, authenticators } = await readKeyUse(db);
  const own = secrets.keysFor("staff auth").map(({ id }) => id);
  const lost = pins.filter(({ keyId }) => !secrets.keyIds.includes(keyId));
  const sealed = authenticators.filter(({ keyId }) => !own.includes(keyId));
  const tell = (what: string) => (made: Made) =>
    `${made.rows} ${what} made with a key that is not set (${made.keyId})`;
  return {
    says: [...lost.map(tell("PIN(s)")), ...sealed.map(tell("authenticator(s)"))],
    checksNoPin: lost.length > 0 && lost.length === pins.length,
    keyIds: lost.map(({ keyId }) => keyId),
  };
}

/** What to do about missing keys. */
export const setTheKey =
  "Set the SECRET_KEY that made them, or add it to SECRET_KEYS_OLD: until then they cannot be checked.";

/**
 * Logs the ids of the process's keys, and an error for each key that is missing. In production, throws
 * `BadSettings` if no PIN can be checked, unless the operator has declared the missing keys lost.
 */
export async function checkKeys(
  core: Pick<CoreDeps, "db" | "secrets">,
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">,
  { production, lostKeys }: Pick<Env, "production" | "lostKeys">,
): Promise<void> {
  const { keyIds: own } = core.secrets;
  log.info({ keyIds: own }, "the keys of this process, the current one first");
  const missing = await findMissingKeys(core).catch((error: unknown) => {
    if (!isOverload(error)) throw error;
    log.warn(error, "the keys of PINs were not compared with those of this process");
    return null;
  });
  if (!missing) return;
  const { says, checksNoPin, keyIds } = missing;
  for (const line of says) log.error(`${line}. ${setTheKey}`);
  if (!production || !checksNoPin || keyIds.every((id) => lostKeys.includes(id))) return;
  throw new BadSettings(
    `No PIN can be checked: ${says.join(", ")}, and this process has ${own.join(", ")}. ${setTheKey} If a key is lost for good, set SECRET_KEYS_LOST=${keyIds.join(",")}: the PINs must then be set again.`,
  );
}

const EVERY_MS = 60_000;

/** Returns a function that logs the id of a key which a check needed, at most once a minute for each key. */
export function unknownKeyLog(
  log: Pick<FastifyBaseLogger, "error">,
  now: () => number = () => performance.now(),
) {
  const told = new Map<string, number>();
  return (keyId: string) => {
    const last = told.get(keyId);
    if (last !== undefined && now() - last < EVERY_MS) return;
    told.set(keyId, now());
    log.error({ keyId }, `a secret was not checked, because its key is not set. ${setTheKey}`);
  };
}
