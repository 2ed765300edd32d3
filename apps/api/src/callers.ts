import type { IncomingHttpHeaders } from "node:http";
import {
  findSessionPerson,
  identifyStaff,
  identifyToken,
  noteStaffSeen,
  noteTokenUse,
} from "@stampbook/core/access";
import type { Caller, CoreDeps } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { withoutCaller } from "@stampbook/db";
import type { Holder } from "./running/admission.ts";
import { comesFromConsole } from "./staff-auth/origins.ts";
import type { StaffAuth } from "./staff-auth/staff-auth.ts";

/** The parts of a request that identify the caller. */
export type CallerClues = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The id of the merchant that the calling page shows, as received. */
  readonly shownMerchant: string | undefined;
};

/** Functions that identify the caller of a request. */
export type Callers = {
  /** Identifies by the `Authorization` header only. */
  readonly identify: (authorization: string | undefined) => Promise<Caller>;
  /** Identifies by a token's secret, without the header. */
  readonly identifySecret: (secret: string) => Promise<Caller>;
  /**
   * Identifies by the `Authorization` header, else by the session of a staff cookie. Refuses the cookie on a
   * call from another site, and from a page that shows another merchant.
   */
  readonly identifyWithSession: (request: CallerClues) => Promise<Caller>;
  /**
   * Returns the id of the person who signed in with the staff cookie, even if they work for no merchant. Null
   * if nobody did. Refuses the cookie on a call from another site.
   */
  readonly personOf: (request: CallerClues) => Promise<string | null>;
  /**
   * Returns the id of the merchant whose token is in the `Authorization` header. Reads only the cache.
   * Returns null if the cache does not name the token's merchant. The cached entry may be too old for
   * `identify`, so the token may be revoked by now.
   */
  readonly merchantOf: (authorization: string | undefined) => number | null;
};

export type CallersOptions = {
  /** Called if the last call of a token or a person could not be stored. No call waits for that write. */
  readonly onError: (error: unknown) => void;
  /** Provides staff sessions. Without it, only tokens identify callers. */
  readonly staff?: Pick<StaffAuth, "sessionTokenOf" | "origins">;
  /** A monotonic clock in milliseconds. Tests set their own. */
  readonly now?: () => number;
};

/** Less than a second, so a revocation takes effect within one second. */
const REMEMBERED_MS = 800;
/** A cached result older than this is refreshed in the background, and no call waits for the refresh. */
const FRESH_MS = 300;
const NOTED_EVERY_MS = 60_000;
/** Limits the memory that a flood of made-up tokens can use. */
const MOST_REMEMBERED = 10_000;
const LONGEST_SECRET = 255;

const anonymous: Caller = { kind: "anonymous" };

type Remembered = {
  readonly since: number;
  readonly caller: Promise<Caller>;
  /** The merchant of the caller; null during the first look-up, and for an unknown token. */
  merchantId: number | null;
  isRenewing?: boolean;
};

/**
 * Creates the functions of `Callers`. The result for a token is cached for `REMEMBERED_MS`, also if the token
 * is unknown.
 */
export function createCallers(
  deps: CoreDeps,
  { onError, staff, now = () => performance.now() }: CallersOptions,
): Callers {
  const remembered = new Map<string, Remembered>();
  const note = createNotes(now, onError);

  /** All calls with this token share the result, so the look-up continues if the first caller disconnects. */
  function lookUp(secret: string): Promise<Caller> {
    return withoutCaller(async () => {
      const caller = await identifyToken(deps, secret);
      if (caller) note(`${caller.merchant.id} ${caller.tokenId}`, () => noteTokenUse(deps, caller));
      return caller ?? anonymous;
    });
  }

  const identify = async (authorization: string | undefined) =>
    identifySecret(secretOf(authorization) ?? "");

  async function identifySecret(secret: string): Promise<Caller> {
    if (!secret) return anonymous;
    const known = remembered.get(secret);
    const age = known ? now() - known.since : Number.POSITIVE_INFINITY;
    if (!known || age >= REMEMBERED_MS) return remember(secret);
    if (age >= FRESH_MS) renew(secret, known);
    return known.caller;
  }

  function remember(secret: string): Promise<Caller> {
    const since = now();
    const caller = lookUp(secret);
    const entry: Remembered = {
      since,
      caller,
      merchantId: remembered.get(secret)?.merchantId ?? null,
    };
    remembered.delete(secret);
    bound(remembered);
    remembered.set(secret, entry);
    caller.then(
      (found) => {
        entry.merchantId = merchantIdOf(found);
      },
      // a failed look-up is not cached
      () => {
        if (remembered.get(secret) === entry) remembered.delete(secret);
      },
    );
    return caller;
  }

  /** Errors are ignored: the next call that misses the cache retries and reports them. */
  function renew(secret: string, known: Remembered) {
    if (known.isRenewing) return;
    known.isRenewing = true;
    const since = now();
    lookUp(secret).then(
      (caller) => {
        if (remembered.get(secret) !== known) return;
        // deleted first, so that the Map lists the new entry last: `bound` removes from the front
        remembered.delete(secret);
        remembered.set(secret, {
          since,
          caller: Promise.resolve(caller),
          merchantId: merchantIdOf(caller),
        });
      },
      () => {
        known.isRenewing = false;
      },
    );
  }

  async function personOf(clues: CallerClues): Promise<string | null> {
    const token = staff && tokenOf(staff, clues);
    return token ? findSessionPerson(deps, token) : null;
  }

  /** Sessions are not cached, so a revoked session is refused at the next call. */
  async function identifyWithSession(clues: CallerClues): Promise<Caller> {
    const { headers, shownMerchant } = clues;
    if (headers.authorization !== undefined || !staff) return identify(headers.authorization);
    const token = tokenOf(staff, clues);
    if (token === null) return anonymous;
    const caller = await identifyStaff(deps, token, shownMerchant);
    if (caller) note(`${caller.merchant.id} ${caller.userId}`, () => noteStaffSeen(deps, caller));
    return caller ?? anonymous;
  }

  function merchantOf(authorization: string | undefined): number | null {
    const secret = secretOf(authorization);
    return (secret && remembered.get(secret)?.merchantId) || null;
  }

  return { identify, identifySecret, identifyWithSession, personOf, merchantOf };
}

/**
 * Returns a function that writes when a token or a person last called, at most once in `NOTED_EVERY_MS`. No call
 * waits for it.
 */
function createNotes(now: () => number, onError: CallersOptions["onError"]) {
  const noted = new Map<string, number>();
  return (who: string, write: () => Promise<void>) => {
    const at = now();
    if (at - (noted.get(who) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    bound(noted);
    noted.set(who, at);
    withoutCaller(write).catch(onError);
  };
}

/**
 * Says whose call it is without a query: the merchant's by `merchantOf`, else a session's if the cookie of one
 * is signed. The session may have ended.
 */
export function holderOf(
  { authorization, cookie }: IncomingHttpHeaders,
  { merchantOf }: Pick<Callers, "merchantOf">,
  { sessionTokenOf }: Pick<StaffAuth, "sessionTokenOf">,
): Holder {
  if (authorization !== undefined) return merchantOf(authorization);
  return sessionTokenOf(cookie) === null ? null : "session";
}

const merchantIdOf = (caller: Caller) => (caller.kind === "anonymous" ? null : caller.merchant.id);

/** Reads the session token from the staff cookie. Null without a cookie. */
function tokenOf(staff: NonNullable<CallersOptions["staff"]>, clues: CallerClues): string | null {
  const token = staff.sessionTokenOf(clues.headers.cookie);
  if (token !== null && !comesFromConsole(staff.origins, clues)) throw new Failure(otherSite);
  return token;
}

const otherSite = {
  code: "permission_denied",
  message: "This call does not come from the console.",
  rule: "a call with a staff session comes from the console's own pages",
} as const;

/** Reads the secret from `Token <secret>` or `Bearer <secret>`. The scheme is case-insensitive. */
function secretOf(authorization: string | undefined): string | undefined {
  if (!authorization || authorization.length > LONGEST_SECRET + "Bearer ".length) return undefined;
  return /^(?:token|bearer) +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
}

/** Removes the oldest entries to make room. */
function bound(map: Map<string, unknown>) {
  for (const key of map.keys()) {
    if (map.size < MOST_REMEMBERED) return;
    map.delete(key);
  }
}
