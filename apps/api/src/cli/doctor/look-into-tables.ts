import { type DatabaseState, readDatabase } from "@stampbook/core/audit";
import { listClashingCodes } from "@stampbook/core/catalogue";
import { listClashingIdentifiers } from "@stampbook/core/customers";
import {
  type Channel,
  channels,
  countWaitingMessages,
  type Waiting,
} from "@stampbook/core/messages";
import { createSecrets } from "@stampbook/core/secrets";
import { type Db, lookAtMoves } from "@stampbook/db";
import type { Env } from "../../env.ts";
import { findMissingKeys, type MissingKeys, setTheKey } from "../../running/check-keys.ts";
import { secretKeysOf } from "../../secret-key.ts";
import type { Finding } from "../finding.ts";
import { sayMoves } from "./look-at-moves.ts";

/** Checks what the tables hold. Needs all migrations. */
export async function lookIntoTables(db: Db, env: Env): Promise<Finding[]> {
  const { merchants } = await readDatabase(db);
  return [
    { ok: true, of: "merchants", says: namesOf(merchants) },
    sayMoves(await lookAtMoves(db)),
    outboxOf(env, await countWaitingMessages({ db, clockOffsetMs: 0 })),
    keysOf(env, await findMissingKeys({ db, secrets: createSecrets(secretKeysOf(env)) })),
    accountsOf(env, merchants),
    identifiers(await listClashingIdentifiers({ db })),
    codes(await listClashingCodes({ db })),
    tokensOf(merchants),
    chainsOf(merchants),
  ];
}

/** Whether this process has the keys with which PINs and authenticators were made. */
export function keysOf(
  { lostKeys }: Pick<Env, "lostKeys">,
  { says, keyIds }: Pick<MissingKeys, "says" | "keyIds">,
): Finding {
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

/** Messages are retried for longer, but most arrive within seconds. */
const SLOW_S = 900;

/**
 * Counts waiting messages. It is a problem if the oldest waits for long although its channel is set up, and in
 * production also if the channel is not.
 */
export function outboxOf(
  { delivery, production }: Pick<Env, "delivery" | "production">,
  waiting: Readonly<Record<Channel, Waiting>>,
): Finding {
  const queued = channels.filter((channel) => waiting[channel].count > 0);
  const stuck = queued.filter((channel) => !delivery[channel]);
  const slow = queued.filter((channel) => delivery[channel] && waiting[channel].oldestS > SLOW_S);
  const counts = queued.map((channel) => `${waiting[channel].count} by ${channel}`);
  const oldest = slow.map(
    (channel) => `; the oldest by ${channel} for ${Math.floor(waiting[channel].oldestS / 60)} min`,
  );
  const says = counts.length ? `waiting: ${counts.join(", ")}` : "no messages are waiting";
  const why = stuck.length ? `; nothing is set up to send by ${stuck.join(" and ")}` : "";
  const ok = !slow.length && !(stuck.length && production);
  return { ok, of: "outbox", says: says + oldest.join("") + why };
}
