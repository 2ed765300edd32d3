import { type DatabaseState, readDatabase } from "@stampbook/core/audit";
import { listClashingCodes } from "@stampbook/core/catalogue";
import { listClashingIdentifiers } from "@stampbook/core/customers";
import { type Channel, channels, countWaitingMessages } from "@stampbook/core/messages";
import { createSecrets } from "@stampbook/core/secrets";
import {
  connect,
  type DatabaseLook,
  type DatabaseTexts,
  hasEmbeddedDatabase,
  lookAtDatabase,
  lookAtTexts,
  type OpenDb,
  problemOfTexts,
} from "@stampbook/db";
import type { Env } from "../../env.ts";
import { findMissingKeys, type MissingKeys, setTheKey } from "../../running/check-keys.ts";
import { secretKeysOf } from "../../secret-key.ts";
import { version } from "../../version.ts";
import { explain } from "../explain.ts";
import { lookAtPool } from "./look-at-pool.ts";
import { lookAtEncryption, lookAtHosts, lookAtRoute } from "./look-at-route.ts";
import type { Finding } from "./types.ts";

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
        ...("url" in database ? [lookAtPool(env, look)] : []),
        migrations(look),
        clock(difference),
        ...(look.major >= OLDEST_SERVER ? [textsOf(await lookAtTexts(open.db))] : []),
      ];
      // if migrations are missing, tables may be missing, so their contents are not checked
      return look.missing.length ? found : [...found, ...(await contents(open, env))];
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

async function contents(open: OpenDb, env: Env): Promise<Finding[]> {
  const { merchants } = await readDatabase(open.db);
  return [
    { ok: true, of: "merchants", says: namesOf(merchants) },
    outbox(env, await countWaitingMessages(open)),
    keys(env, await findMissingKeys({ db: open.db, secrets: createSecrets(secretKeysOf(env)) })),
    accountsOf(env, merchants),
    identifiers(await listClashingIdentifiers(open)),
    codes(await listClashingCodes(open)),
    tokensOf(merchants),
    chainsOf(merchants),
  ];
}

/** Whether this process has the keys with which PINs and authenticators were made. */
function keys({ lostKeys }: Env, { says, keyIds }: MissingKeys): Finding {
  const of = "keys";
  if (!says.length) return { ok: true, of, says: "all PINs and authenticators can be checked" };
  const lines = says.join("\n");
  // an authenticator's key has another id
  const isLost = keyIds.length === says.length && keyIds.every((id) => lostKeys.includes(id));
  return isLost
    ? {
        ok: true,
        of,
        says: `${lines}\nThe key is lost (SECRET_KEYS_LOST): they must be set again.`,
      }
    : { ok: false, of, says: `${lines}\n${setTheKey}` };
}

/** Reports several merchants without mail: nothing shows then that an invited person has the address. */
export function accountsOf(
  { delivery }: Pick<Env, "delivery">,
  merchants: DatabaseState["merchants"],
): Finding {
  const of = "accounts of staff";
  const ok = merchants.length < 2 || delivery.email !== null;
  return {
    ok,
    of,
    says: ok
      ? "invitations are mailed, or there is one merchant"
      : "there are several merchants and no mail: an owner gets the link of an invitation, and can make an account with anybody's address; set SMTP_URL",
  };
}

/**
 * Reports up to 10 emails and Member IDs of each merchant that are not stored as they are compared
 * (`listClashingIdentifiers`). Housekeeping stores them so after an upgrade, except those that another customer
 * has in another form, and Member IDs that spell another customer's email or mobile number. A look-up by such
 * an identifier finds the other customer.
 */
function identifiers(clashing: Awaited<ReturnType<typeof listClashingIdentifiers>>): Finding {
  const of = "identifiers";
  if (!clashing.length) return { ok: true, of, says: "none is another customer's too" };
  const names = clashing.map(
    ({ form, merchantId, customerId, value }) =>
      `${form === "email" ? "email" : "Member ID"} ${JSON.stringify(value)} of customer ${customerId} (merchant ${merchantId})`,
  );
  return {
    ok: false,
    of,
    says: `${names.join(", ")}: each is also another customer's in another form, or reads as another customer's email or mobile number, so a look-up finds the other customer; give those that are still listed an hour after an upgrade others, or remove them from one of the two customers`,
  };
}

/** Reports codes that are another row's code too, composed in another way (`listClashingCodes`). */
function codes(clashing: Awaited<ReturnType<typeof listClashingCodes>>): Finding {
  const of = "codes";
  if (!clashing.length) return { ok: true, of, says: "none is another one's too" };
  const names = clashing.map(
    ({ merchantId, kind, code }) => `${JSON.stringify(code)} (${kind}, merchant ${merchantId})`,
  );
  return {
    ok: false,
    of,
    says: `${names.join(", ")}: each is another one's code too, written in another way, so it is not found by its code; give one of the two another code`,
  };
}

/**
 * Reports merchants that accept a token in the query or the body, for older clients. Always ok, because the
 * merchant chose it.
 */
export function tokensOf(merchants: DatabaseState["merchants"]): Finding {
  const of = "tokens";
  const accepting = merchants.filter(({ acceptsTokenInMessage }) => acceptsTokenInMessage);
  if (!accepting.length) return { ok: true, of, says: "accepted in the Authorization header only" };
  return {
    ok: true,
    of,
    says: `also accepted in the query and the body for ${namesOf(accepting)}: proxies may write queries to their logs, so turn it off once these merchants' clients send the header`,
  };
}

const MANY_STORES = 10;

/**
 * Reports merchants with many stores and one token in use. Always ok: the limits grow with the stores, but a
 * stolen token or a flood of one till then stops them all.
 */
export function chainsOf(merchants: DatabaseState["merchants"]): Finding {
  const of = "tokens of chains";
  const sharing = merchants.filter(
    ({ activeStores, tokensInUse }) => activeStores > MANY_STORES && tokensInUse === 1,
  );
  const says = sharing.length
    ? `one token for more than ${MANY_STORES} stores: ${namesOf(sharing)}. Give each store, better each till, a token of its own`
    : "no merchant uses one token for many stores";
  return { ok: true, of, says };
}

function namesOf(merchants: readonly { readonly id: number; readonly name: string }[]): string {
  const SHOWN = 10;
  const names = merchants.slice(0, SHOWN).map(({ id, name }) => `${id} ${name}`);
  if (merchants.length > SHOWN) names.push(`and ${merchants.length - SHOWN} more`);
  return names.join(", ") || "none yet: import one; outside production npm start loads a demo";
}

/** Counts waiting messages. In production, it is a problem if no sender is set up for their channel. */
function outbox(env: Env, waiting: Readonly<Record<Channel, number>>): Finding {
  const queued = channels.filter((channel) => waiting[channel] > 0);
  const stuck = queued.filter((channel) => !env.delivery[channel]);
  const counts = queued.map((channel) => `${waiting[channel]} by ${channel}`);
  const says = counts.length ? `waiting: ${counts.join(", ")}` : "no messages are waiting";
  const why = stuck.length ? `; nothing is set up to send by ${stuck.join(" and ")}` : "";
  return { ok: !stuck.length || !env.production, of: "outbox", says: says + why };
}
