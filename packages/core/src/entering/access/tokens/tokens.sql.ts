import {
  clockArm,
  type Db,
  insertInto,
  json,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { asc, type Column, eq, sql } from "drizzle-orm";
import type { LimitSettings } from "../../../foundation/caller-limits.rules.ts";
import type { CoreDeps, Merchant, Scope } from "../../../foundation/context.ts";
import { type Moved, moved } from "../moved.sql.ts";
import type { Token } from "./types.ts";

const { apiTokens: tokens } = schema;

const p = sql.placeholder;

const now = sql`(select now from clock)`;

const iso = (column: Column) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The fields of a `Token`, with times in ISO 8601 and UTC. */
const token = {
  id: tokens.id,
  name: tokens.name,
  prefix: tokens.prefix,
  scopes: tokens.scopes,
  stores: sql`nullif(${tokens.stores}, '{}')`,
  state: sql`case when ${tokens.revokedAt} is not null then 'revoked'
    when ${tokens.expiresAt} <= ${now} then 'expired' else 'active' end`,
  expiresAt: iso(tokens.expiresAt),
  revokedAt: iso(tokens.revokedAt),
  lastUsedAt: iso(tokens.lastUsedAt),
  createdAt: iso(tokens.createdAt),
};

/** The access that a live token gives. */
type TokenGrant = {
  readonly id: number;
  readonly scopes: readonly Scope[];
  readonly stores: readonly number[] | null;
  readonly isAcceptedInMessage: boolean;
  readonly merchant: Merchant;
  readonly limits: LimitSettings;
  /** The number of active stores in which the token may act. */
  readonly activeStores: number;
  readonly moved: Moved | null;
};

const liveTokenByHash = statement<TokenGrant | null>(
  "live_token_by_hash",
  { clock: clockArm },
  sql`(select json_build_object(
      'id', t.id, 'scopes', t.scopes, 'stores', nullif(t.stores, '{}'),
      'isAcceptedInMessage', m.accept_token_in_message,
      'merchant', json_build_object(
        'id', m.id, 'name', m.name, 'country', m.country, 'timezone', m.timezone,
        'currency', m.currency),
      'limits', json_build_object('guessesPerMinute', m.guesses_per_minute,
        'blockedPinsPerDay', m.blocked_pins_per_day,
        'customersShownPerMinute', m.customers_shown_per_minute,
        'customersShownPerDay', m.customers_shown_per_day,
        'suggestionsPerMinute', m.suggestions_per_minute),
      'activeStores', (select count(*) from stores s where s.merchant_id = t.merchant_id
        and s.is_active and (t.stores = '{}' or s.id = any (t.stores))),
      'moved', ${moved})
    from clock, api_tokens t
    join merchants m on m.id = t.merchant_id
    left join merchant_moves v on v.merchant_id = t.merchant_id and v.state <> 'open'
    where t.secret_hash = ${p("secretHash")} and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > clock.now))`,
);

/**
 * Reads the access of the live token with this hash. The API caches the result for less than a second, so not
 * every call with a token reads it. Searches the tokens of all merchants, because only the secret identifies
 * the token. Null if no live token has the hash.
 */
export function findLiveToken(db: Db, secretHash: string, offsetMs: number) {
  return run(db, liveTokenByHash, { secretHash, offsetMs });
}

/** The result of `insertToken`. `token` is null if no row was written. */
type TokenInsert = {
  readonly unknownStores: readonly number[];
  readonly token: Token | null;
};

const insertOneToken = statement<TokenInsert | null>(
  "insert_token",
  {
    clock: clockArm,
    input: sql`select m.id as merchant_id, clock.now,
        coalesce(${p("expiresAt")},
          (${p("lastDay")}::date + 1)::timestamp at time zone m.timezone) as expires_at,
        ${p("stores")}::bigint[] as stores
      from merchants m, clock where m.id = ${p("merchantId")}`,
    unknown: sql`select wanted.id from input, unnest(input.stores) as wanted(id)
      where not exists (select 1 from stores s
        where s.merchant_id = input.merchant_id and s.id = wanted.id)`,
    accepted: sql`select * from input
      where not exists (select 1 from unknown) and (expires_at is null or expires_at > now)`,
    counter: sql`insert into id_counters as c (merchant_id, kind, next_id)
      select merchant_id, 'api_tokens', 2 from accepted
      on conflict (merchant_id, kind) do update set next_id = c.next_id + 1
      returning c.next_id - 1 as id`,
    inserted: insertInto(
      tokens,
      {
        id: sql`counter.id`,
        name: p("name"),
        prefix: p("prefix"),
        secretHash: p("secretHash"),
        scopes: p("scopes"),
        stores: sql`accepted.stores`,
        expiresAt: sql`accepted.expires_at`,
      },
      { from: sql`from accepted, counter`, end: sql`returning *` },
    ),
  },
  sql`(select json_build_object(
      'unknownStores', coalesce((select json_agg(id) from unknown), '[]'),
      'token', (select ${json(token)} from inserted as ${tokens}))
    from input)`,
);

/** A token's row to write. */
type TokenRow = {
  readonly merchantId: number;
  readonly name: string;
  readonly prefix: string;
  readonly secretHash: string;
  readonly scopes: readonly string[];
  readonly stores: readonly number[];
  readonly expiresAt: string | null;
  readonly lastDay: string | null;
  readonly offsetMs: number;
};

/**
 * Writes a token, unless one of its stores is unknown or its end is not in the future. Null if the merchant
 * does not exist. The statement itself increments the id counter, because blocks of ids can only be reserved
 * for a merchant that is known to exist.
 */
export function insertToken(db: Db, row: TokenRow) {
  return run(db, insertOneToken, {
    ...row,
    scopes: `{${row.scopes.join(",")}}`,
    stores: `{${row.stores.join(",")}}`,
  });
}

const tokensOfMerchant = statement<readonly Token[]>(
  "tokens_of_merchant",
  { clock: clockArm },
  rowsOf(tokens, { where: [], orderBy: [asc(tokens.id)] }).list(token),
);

/** Returns all tokens of a merchant, active or not, oldest first, without their secrets. */
export function listTokens({ db, clockOffsetMs }: CoreDeps, merchantId: number) {
  return run(db, tokensOfMerchant, { merchantId, offsetMs: clockOffsetMs });
}

const revokeOneToken = statement<Token | null>(
  "revoke_token",
  {
    clock: clockArm,
    revoked: update(
      tokens,
      { revokedAt: sql`coalesce(${tokens.revokedAt}, ${now})` },
      [eq(tokens.id, p("id"))],
      sql`*`,
    ),
  },
  sql`(select ${json(token)} from revoked as ${tokens})`,
);

/**
 * Revokes a token. Every process refuses it within a second, because tokens are cached for less than a second. A
 * token that was revoked before keeps its `revokedAt`. Null if the merchant has no such token.
 */
export function revokeToken(
  { db, clockOffsetMs: offsetMs }: CoreDeps,
  token: { readonly merchantId: number; readonly id: number },
): Promise<Token | null> {
  return run(db, revokeOneToken, { ...token, offsetMs });
}

const noteUse = statement<number | null>(
  "note_token_use",
  {
    clock: clockArm,
    noted: update(
      tokens,
      { lastUsedAt: now },
      [
        eq(tokens.id, p("id")),
        sql`(${tokens.lastUsedAt} is null or ${tokens.lastUsedAt} < ${now} - interval '1 minute')`,
      ],
      sql`id`,
    ),
  },
  sql`(select id from noted)`,
);

/**
 * Records when a token was last used. Writes at most once a minute, so that a busy till causes few writes. Call
 * it after the response is sent.
 */
export async function noteTokenUse(
  { db, clockOffsetMs }: CoreDeps,
  { merchant, tokenId }: { readonly merchant: Merchant; readonly tokenId: number },
): Promise<void> {
  await run(db, noteUse, { merchantId: merchant.id, id: tokenId, offsetMs: clockOffsetMs });
}
