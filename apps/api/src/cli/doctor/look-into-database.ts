import {
  connect,
  type DatabaseLook,
  type DatabaseTexts,
  hasEmbeddedDatabase,
  lookAtDatabase,
  lookAtReplication,
  lookAtServerSettings,
  lookAtTexts,
  problemOfTexts,
} from "@stampbook/db";
import type { Env } from "../../env.ts";
import { version } from "../../version.ts";
import { explain } from "../explain.ts";
import type { Finding } from "../finding.ts";
import { sayReplication } from "./look-at-replication.ts";
import { lookAtEncryption, lookAtHosts, lookAtRoute } from "./look-at-route.ts";
import { lookAtDisk, lookAtPool, lookAtSettings, lookAtStandby } from "./look-at-server.ts";
import { lookIntoTables } from "./look-into-tables.ts";

const TOLERATED_MS = 2_000;
const OLDEST_SERVER = 15;

/** Checks the database and its contents, and changes nothing. */
export async function lookIntoDatabase(env: Env): Promise<Finding[]> {
  const { database } = env;
  if ("directory" in database) return lookInside(env);
  const hosts = [...(await lookAtHosts(database.url)), ...lookAtEncryption(database.url)];
  return [...hosts, ...(await lookInside(env))];
}

async function lookInside(env: Env): Promise<Finding[]> {
  const { database } = env;
  try {
    if ("directory" in database && !hasEmbeddedDatabase(database.directory))
      return [{ ok: true, of: "database", says: "none yet: the first start creates it" }];
    const open = await connect(database, { ...env.pool, connections: 1, migrate: false });
    try {
      const before = Date.now();
      const look = await lookAtDatabase(open.db);
      const difference = Date.parse(look.now) - (before + Date.now()) / 2;
      const found = [
        versionOf(look),
        ...lookAtRoute(open.route, look.role),
        lookAtSettings(env, await lookAtServerSettings(open.db)),
        ...("url" in database
          ? [
              lookAtPool(env, look),
              sayReplication(await lookAtReplication(open.db)),
              ...(await lookAtStandby(env, open.db)),
            ]
          : [await lookAtDisk(database.directory)]),
        migrations(look),
        clock(difference),
        ...(look.major >= OLDEST_SERVER ? [textsOf(await lookAtTexts(open.db))] : []),
      ];
      // if migrations are missing, tables may be missing, so their contents are not checked
      return look.missing.length ? found : [...found, ...(await lookIntoTables(open.db, env))];
    } finally {
      await open.close();
    }
  } catch (error) {
    return [{ ok: false, of: "database", says: explain(error) }];
  }
}

/** Whether the server is new enough. */
export function versionOf({ version, major }: Pick<DatabaseLook, "version" | "major">): Finding {
  const ok = major >= OLDEST_SERVER;
  const why = ok ? "" : `: ${OLDEST_SERVER} or newer is needed`;
  return { ok, of: "database", says: `PostgreSQL ${version}${why}` };
}

/** Whether the database's encoding and sort order can be relied on. */
export function textsOf(texts: DatabaseTexts): Finding {
  const problem = problemOfTexts(texts);
  const says = problem ?? `${texts.encoding}, locale ${texts.locale}`;
  return { ok: problem === null, of: "texts", says };
}

/** Compares the applied migrations with those of this version. */
export function migrations({ missing, newer }: Pick<DatabaseLook, "missing" | "newer">): Finding {
  const of = "migrations";
  if (newer) {
    const says = `${newer} newer than version ${version}: run the doctor of the version that the API runs`;
    return { ok: true, of, says };
  }
  if (!missing.length) return { ok: true, of, says: "current" };
  const last = missing.at(-1);
  const says = `${missing.length} not applied, up to ${last}: the next start of the API applies them`;
  return { ok: false, of, says };
}

function clock(difference: number): Finding {
  const seconds = `${(Math.abs(difference) / 1_000).toFixed(1)} s apart`;
  return Math.abs(difference) <= TOLERATED_MS
    ? { ok: true, of: "clock", says: `this machine and the database are ${seconds}` }
    : {
        ok: false,
        of: "clock",
        says: `this machine and the database are ${seconds}: the database's time decides, so set its clock by NTP, and this one's`,
      };
}
