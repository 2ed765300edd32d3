import { readDatabase, readKeyUse, runAudit } from "@stampbook/core/audit";
import { createSecrets, type Secrets } from "@stampbook/core/secrets";
import { analyze, connect, type Db, lookAtContents, lookAtDatabase } from "@stampbook/db";
import type { Env } from "../../env.ts";
import { findMissingKeys } from "../../running/check-keys.ts";
import { secretKeysOf } from "../../secret-key.ts";
import { version } from "../../version.ts";
import { keysOf } from "../doctor/look-into-tables.ts";
import type { Finding } from "../finding.ts";

/** The most broken invariants that are listed. */
const SHOWN = 10;

/**
 * Checks a restored copy: its migrations, rows, keys and ledgers. A copy of an earlier version is migrated. If a
 * copy is not ours, or a newer version's, makes no further check.
 */
export async function lookIntoCopy(
  env: Env,
  { url }: { readonly url: string },
  tell: (finding: Finding) => void,
): Promise<void> {
  const migrations = await broughtUpToDate(url);
  tell(migrations);
  if (!migrations.ok) return;
  const open = await connect({ url }, { connections: 2, isPatient: true, migrate: false });
  try {
    // without statistics the audit of a large copy takes far longer
    await analyze(open.db);
    tell(await rowsOf(open.db));
    tell(await lookAtKeys(env, open.db, createSecrets(secretKeysOf(env))));
    tell(await audited(open.db));
  } finally {
    await open.close();
  }
}

async function broughtUpToDate(url: string): Promise<Finding> {
  const of = "migrations";
  const applied: string[] = [];
  const before = await lookAt(url);
  if (!before.isMigrated)
    return {
      ok: false,
      of,
      says: "there are no tables of Stampbook with their history: dump the whole database, also its schema drizzle",
    };
  if (before.newer)
    return {
      ok: false,
      of,
      says: `${before.newer} newer than version ${version}: the dump is of a newer version; check it with that one`,
    };
  if (!before.missing.length) return { ok: true, of, says: "those of this version" };
  const since = performance.now();
  const open = await connect(
    { url },
    { connections: 1, isPatient: true, onMigrated: (names) => applied.push(...names) },
  );
  await open.close();
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  const says = `the dump is of an earlier version; the copy was migrated in ${seconds} s (${applied.length}, up to ${applied.at(-1)}), as the first start on it does`;
  return { ok: true, of, says };
}

async function lookAt(url: string) {
  const open = await connect({ url }, { connections: 1, isPatient: true, migrate: false });
  try {
    return await lookAtDatabase(open.db);
  } finally {
    await open.close();
  }
}

async function rowsOf(db: Db): Promise<Finding> {
  const of = "rows";
  const found = await lookAtContents(db);
  const counts = (["merchants", "customers", "sales", "redemptions"] as const)
    .map((kind) => `${kind}: ${found[kind].toLocaleString("en")}`)
    .join(", ");
  if (!found.merchants || found.newest === null || found.newestS === null)
    return { ok: false, of, says: `${counts}. Is this the dump of your database?` };
  const newest = `${found.newest.slice(0, 19)}Z`;
  return {
    ok: true,
    of,
    says: `${counts}\nThe newest row is of ${newest}, ${ageOf(found.newestS)} ago: what tills did later is not in the dump.`,
  };
}

function ageOf(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60
    ? `${Math.round(minutes / 60)} h`
    : `${Math.round(minutes / 60 / 24)} days`;
}

/** Whether the settings have the keys with which PINs, one-time passwords and authenticators were made. */
async function lookAtKeys(env: Env, db: Db, secrets: Secrets): Promise<Finding> {
  const of = "keys";
  const own = secrets.keyIds.join(", ");
  const [use, missing] = [await readKeyUse(db), await findMissingKeys({ db, secrets })];
  const lost = use.oneTimePasswords.filter(({ keyId }) => !secrets.keyIds.includes(keyId));
  const says = [
    ...missing.says,
    ...lost.map(
      ({ keyId, rows }) =>
        `${rows} one-time password(s) made with a key that is not set (${keyId})`,
    ),
  ];
  if (says.length) {
    const keyIds = [...missing.keyIds, ...lost.map(({ keyId }) => keyId)];
    const finding = keysOf(env, { says, keyIds });
    return { ...finding, says: `${finding.says}\nThese settings have ${own}.` };
  }
  const [pins, passwords, authenticators] = [
    use.pins,
    use.oneTimePasswords,
    use.authenticators,
  ].map((made) => made.reduce((sum, { rows }) => sum + rows, 0));
  if (!pins && !passwords && !authenticators)
    return {
      ok: true,
      of,
      says: `nothing in the dump needs a key, so nothing shows whether ${own} is the right one`,
    };
  return {
    ok: true,
    of,
    says: `${pins} PINs, ${passwords} one-time passwords and ${authenticators} authenticators can be checked with ${own}`,
  };
}

async function audited(db: Db): Promise<Finding> {
  const of = "audit";
  const { merchants } = await readDatabase(db);
  const broken: string[] = [];
  for (const { id } of merchants)
    for (const { invariant, detail } of await runAudit(db, id))
      broken.push(`merchant ${id}: ${invariant}: ${detail}`);
  if (!broken.length)
    return { ok: true, of, says: "stamps, values and uses agree with their ledgers" };
  const more = broken.length > SHOWN ? [`and ${broken.length - SHOWN} more`] : [];
  const says = `${broken.length} broken; was it so when the dump was made? Run stampbook audit there`;
  return { ok: false, of, says: [says, ...broken.slice(0, SHOWN), ...more].join("\n") };
}
