import { countTokenTry, isTokenInMessageAccepted, networkOf } from "@stampbook/core/access";
import type { Caller, CoreDeps } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { withoutCaller } from "@stampbook/db";
import type { Callers } from "./callers.ts";
import { ordinaryBody, smallBody } from "./rest/body.ts";
import type { Message } from "./rest/message.ts";

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
export type MessageClues = Pick<Message, "readToken"> & { readonly address: string };

/** Less than a second, so that a changed setting takes effect within a second. */
const REMEMBERED_MS = 800;

/** How many networks without a try left are remembered. */
const MOST_SPENT = 10_000;

const anonymous: Caller = { kind: "anonymous" };

/**
 * Identifies callers by a token in the query or the body, for merchants that accept it there. While no
 * merchant does, messages are not read. After 60 wrong tokens, or bodies without one, in a minute from one
 * IPv4 address or one network of IPv6, refuses with `too_many_attempts`. A right token in this process's
 * cache still passes, in a small body. Interface 2, section 1.
 */
export function createTokenInMessage(deps: CoreDeps, options: TokenInMessageOptions) {
  const { callers, onError, now = () => performance.now() } = options;
  /**
   * Tries that are being looked up, by address and token. Parallel calls with the same token count as one try
   * if the token is right.
   */
  const underWay = new Map<string, Promise<Caller>>();
  /** Until when networks have no try left, by the clock `now`. */
  const spentUntil = new Map<string, number>();
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

  const isSpent = (address: string) => (spentUntil.get(networkOf(address)) ?? 0) > now();

  async function countTry(address: string) {
    return countTokenTry(deps, address).catch((error: unknown) => {
      const waitS = error instanceof Failure ? error.refusal.retryAfter : undefined;
      if (waitS !== undefined) {
        if (spentUntil.size >= MOST_SPENT) spentUntil.clear();
        spentUntil.set(networkOf(address), now() + 1_000 * waitS);
      }
      throw error;
    });
  }

  /** Counts the try before the look-up, so that parallel guesses cannot exceed the limit. */
  async function tryToken(address: string, secret: string): Promise<Caller> {
    const { giveBack } = await countTry(address);
    const caller = await lookUp(secret);
    if (caller !== anonymous) giveBack().catch(onError);
    return caller;
  }

  async function identify({ address, readToken }: MessageClues): Promise<Caller> {
    if (!(await isInUse())) return anonymous;
    const { token, hasBody } = isSpent(address)
      ? await readToken(smallBody).catch(async (error: unknown) => {
          // a large body is refused for the tries of its network, not for its size
          await countTry(address);
          throw error;
        })
      : await readToken(ordinaryBody);
    const secret = typeof token === "string" && /^[\x21-\x7e]{1,255}$/.test(token) ? token : null;
    if (secret === null) {
      if (token !== null || hasBody) await countTry(address);
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
    if (caller === anonymous) await countTry(address);
    return caller;
  }

  return { identify };
}
