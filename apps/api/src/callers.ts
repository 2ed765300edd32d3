import { identifyToken, noteTokenUse, type TokenCaller } from "@stampbook/core/access";
import type { Caller, CoreDeps } from "@stampbook/core/context";

/** Tells who stands behind an `Authorization` header. */
export type Callers = {
  readonly identify: (authorization: string | undefined) => Promise<Caller>;
};

export type CallersOptions = {
  /** Told when a use could not be noted; nothing waits for it. */
  readonly onError: (error: unknown) => void;
};

/** Less than a second: a revocation is seen within one. */
const REMEMBERED_MS = 800;
const NOTED_EVERY_MS = 60_000;
/** Bounds what a flood of made-up tokens can take of the memory. */
const MOST_REMEMBERED = 10_000;
const LONGEST_SECRET = 255;

const anonymous: Caller = { kind: "anonymous" };

type Remembered = { readonly since: number; readonly caller: Promise<Caller> };

/** Looks tokens up, and remembers the answer, yes or no, for a moment. */
export function createCallers(deps: CoreDeps, { onError }: CallersOptions): Callers {
  const remembered = new Map<string, Remembered>();
  const noted = new Map<string, number>();

  async function lookUp(secret: string): Promise<Caller> {
    const caller = await identifyToken(deps, secret);
    if (caller) note(caller);
    return caller ?? anonymous;
  }

  function note(caller: TokenCaller) {
    const token = `${caller.merchant.id} ${caller.tokenId}`;
    const now = performance.now();
    if (now - (noted.get(token) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    bound(noted);
    noted.set(token, now);
    noteTokenUse(deps, caller).catch(onError);
  }

  return {
    identify: async (authorization) => {
      const secret = secretOf(authorization);
      if (!secret) return anonymous;
      const now = performance.now();
      const known = remembered.get(secret);
      if (known && now - known.since < REMEMBERED_MS) return known.caller;
      const caller = lookUp(secret);
      remembered.delete(secret);
      bound(remembered);
      remembered.set(secret, { since: now, caller });
      // what could not be looked up is asked again
      caller.catch(() => {
        if (remembered.get(secret)?.caller === caller) remembered.delete(secret);
      });
      return caller;
    },
  };
}

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
