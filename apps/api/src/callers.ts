import type { IncomingHttpHeaders } from "node:http";
import {
  identifyStaff,
  identifyToken,
  noteTokenUse,
  type TokenCaller,
} from "@stampbook/core/access";
import type { Caller, CoreDeps } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { withoutCaller } from "@stampbook/db";
import type { StaffAuth } from "./staff-auth.ts";
import { comesFromConsole } from "./staff-auth-origins.ts";

/** What of a request tells who calls. */
export type CallerClues = {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The id of the merchant that the calling page shows, as it came. */
  readonly shownMerchant: string | undefined;
};

/** Tells who calls. */
export type Callers = {
  /** By an `Authorization` header alone. */
  readonly identify: (authorization: string | undefined) => Promise<Caller>;
  /**
   * By that, else by the session of a staff cookie; refuses the cookie on another site's call, and
   * on that of a page which shows another merchant.
   */
  readonly identifyWithSession: (request: CallerClues) => Promise<Caller>;
};

export type CallersOptions = {
  /** Told when a use could not be noted; nothing waits for it. */
  readonly onError: (error: unknown) => void;
  /** Where sessions come from; without it there are none. */
  readonly staff?: Pick<StaffAuth, "sessionTokenOf" | "origins">;
  /** Milliseconds that only grow; a test's own clock. */
  readonly now?: () => number;
};

/** Less than a second: a revocation is seen within one. */
const REMEMBERED_MS = 800;
/** From then on a call has the answer asked for anew, and waits for none of it. */
const FRESH_MS = 300;
const NOTED_EVERY_MS = 60_000;
/** Bounds what a flood of made-up tokens can take of the memory. */
const MOST_REMEMBERED = 10_000;
const LONGEST_SECRET = 255;

const anonymous: Caller = { kind: "anonymous" };

type Remembered = {
  readonly since: number;
  readonly caller: Promise<Caller>;
  isRenewing?: boolean;
};

/** Looks tokens up, and remembers the answer, yes or no, for a moment. */
export function createCallers(
  deps: CoreDeps,
  { onError, staff, now = () => performance.now() }: CallersOptions,
): Callers {
  const remembered = new Map<string, Remembered>();
  const noted = new Map<string, number>();

  /** The result is shared by all calls with this token, so it goes on if the first of them hangs up. */
  function lookUp(secret: string): Promise<Caller> {
    return withoutCaller(async () => {
      const caller = await identifyToken(deps, secret);
      if (caller) note(caller);
      return caller ?? anonymous;
    });
  }

  function note(caller: TokenCaller) {
    const token = `${caller.merchant.id} ${caller.tokenId}`;
    const at = now();
    if (at - (noted.get(token) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    bound(noted);
    noted.set(token, at);
    noteTokenUse(deps, caller).catch(onError);
  }

  async function identify(authorization: string | undefined): Promise<Caller> {
    const secret = secretOf(authorization);
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
    remembered.delete(secret);
    bound(remembered);
    remembered.set(secret, { since, caller });
    // what could not be looked up is asked again
    caller.catch(() => {
      if (remembered.get(secret)?.caller === caller) remembered.delete(secret);
    });
    return caller;
  }

  /** What fails is not said here: the call that finds nothing remembered asks again, and says it. */
  function renew(secret: string, known: Remembered) {
    if (known.isRenewing) return;
    known.isRenewing = true;
    const since = now();
    lookUp(secret).then(
      (caller) => {
        if (remembered.get(secret) === known)
          remembered.set(secret, { since, caller: Promise.resolve(caller) });
      },
      () => {
        known.isRenewing = false;
      },
    );
  }

  /** Sessions are not remembered: one that is revoked ends with the next call. */
  async function identifyWithSession(clues: CallerClues): Promise<Caller> {
    const { headers, shownMerchant } = clues;
    if (headers.authorization !== undefined || !staff) return identify(headers.authorization);
    const token = await staff.sessionTokenOf(headers.cookie);
    if (token === null) return anonymous;
    if (!comesFromConsole(staff.origins, clues)) throw new Failure(otherSite);
    return (await identifyStaff(deps, token, shownMerchant)) ?? anonymous;
  }

  return { identify, identifyWithSession };
}

const otherSite = {
  code: "permission_denied",
  message: "This call does not come from the console.",
  rule: "a call with a staff session comes from the console's own pages",
} as const;

/** `Token <secret>` or `Bearer <secret>`, the word in any case. */
function secretOf(authorization: string | undefined): string | undefined {
  if (!authorization || authorization.length > LONGEST_SECRET + "Bearer ".length) return undefined;
  return /^(?:token|bearer) +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
}

/** Makes room by forgetting what came first. */
function bound(map: Map<string, unknown>) {
  for (const key of map.keys()) {
    if (map.size < MOST_REMEMBERED) return;
    map.delete(key);
  }
}
