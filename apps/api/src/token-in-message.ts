import { countTokenTry, isTokenInMessageAccepted } from "@stampbook/core/access";
import type { Caller, CoreDeps } from "@stampbook/core/context";
import { withoutCaller } from "@stampbook/db";
import type { Callers } from "./callers.ts";

export type TokenInMessageOptions = {
  readonly callers: Pick<Callers, "identifySecret" | "merchantOf">;
  /**
   * Called if a right token's try could not be subtracted from the count of tries. Each try is counted before
   * its token is looked up, and a right one is subtracted afterwards. No call waits for that, so only this
   * function gets the error.
   */
  readonly onError: (error: unknown) => void;
  /** A monotonic clock in milliseconds. Tests set their own. */
  readonly now?: () => number;
};

/** The client's address, and a function that reads the token in its message. */
export type MessageClues = {
  readonly address: string;
  /** The token as sent, which may be of any type; null if the message has no token. */
  readonly readToken: () => Promise<unknown>;
};

/** Less than a second, so that a changed setting takes effect within a second. */
const REMEMBERED_MS = 800;

const anonymous: Caller = { kind: "anonymous" };

/**
 * Identifies callers by a token in the query or the body, for merchants that accept it there. While no
 * merchant does, messages are not read. After 60 wrong tokens in a minute from one IPv4 address or one
 * network of IPv6, refuses with `too_many_attempts`. A right token in this process's cache still passes.
 * Interface 2, section 1.
 */
export function createTokenInMessage(deps: CoreDeps, options: TokenInMessageOptions) {
  const { callers, onError, now = () => performance.now() } = options;
  /**
   * Tries that are being looked up, by address and token. Parallel calls with the same token count as one try
   * if the token is right.
   */
  const underWay = new Map<string, Promise<Caller>>();
  let accepted: { readonly since: number; readonly answer: Promise<boolean> } | undefined;

  function isInUse(): Promise<boolean> {
    if (accepted && now() - accepted.since < REMEMBERED_MS) return accepted.answer;
    const answer = withoutCaller(() => isTokenInMessageAccepted(deps));
    const asked = { since: now(), answer };
    accepted = asked;
    // a failed look-up is not cached
    asked.answer.catch(() => {
      if (accepted === asked) accepted = undefined;
    });
    return asked.answer;
  }

  async function lookUp(secret: string): Promise<Caller> {
    const caller = await callers.identifySecret(secret);
    return caller.kind === "token" && caller.isAcceptedInMessage ? caller : anonymous;
  }

  /** Counts the try before the look-up, so that parallel guesses cannot exceed the limit. */
  async function tryToken(address: string, secret: string): Promise<Caller> {
    const { giveBack } = await countTokenTry(deps, address);
    const caller = await lookUp(secret);
    if (caller !== anonymous) giveBack().catch(onError);
    return caller;
  }

  async function identify({ address, readToken }: MessageClues): Promise<Caller> {
    if (!(await isInUse())) return anonymous;
    const token = await readToken();
    if (token === null) return anonymous;
    const secret = typeof token === "string" && /^[\x21-\x7e]{1,255}$/.test(token) ? token : null;
    if (secret === null) {
      await countTokenTry(deps, address);
      return anonymous;
    }
    const key = `${address} ${secret}`;
    const first =
      callers.merchantOf(`Token ${secret}`) !== null ? lookUp(secret) : underWay.get(key);
    if (!first) {
      // parallel calls share this try, so it continues if its first caller disconnects
      const trying = withoutCaller(() => tryToken(address, secret)).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, trying);
      return trying;
    }
    const caller = await first;
    if (caller === anonymous) await countTokenTry(deps, address);
    return caller;
  }

  return { identify };
}
