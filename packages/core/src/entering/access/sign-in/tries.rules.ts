import { networkOf } from "./network.rules.ts";

/** The secrets of staff that can be guessed. The tries of each are counted apart. */
type TriedSecret = "password" | "code" | "recovery-code";

/** A try of a person's secret: at a sign-in, or in an open session. */
export type SecretTry = {
  readonly secret: TriedSecret;
  readonly email: string;
  readonly address: string;
  /** The open session. Null at a sign-in. */
  readonly sessionId: string | null;
  /** The known device, if any. */
  readonly deviceId: string | null;
};

/** Wrong tries in a row before the first wait, and the longest wait in seconds. */
type Slowing = { readonly free: number; readonly longest: number };

/** Limits the tries for one person from one address, one known device, or one session. */
const fromOnePlace: Slowing = { free: 10, longest: 60 };
/**
 * Limits the tries for one person without a known device, summed over all addresses, to slow down guessing
 * from many addresses. The wait is short, because the person with the right secret waits too. A code has six
 * digits only, so its wait is longer. A recovery code is too long to guess, and must work while others guess.
 */
const fromEverywhere: Readonly<Record<TriedSecret, Slowing | null>> = {
  password: { free: 20, longest: 10 },
  code: { free: 20, longest: 60 },
  "recovery-code": null,
};

/** The key under which tries are counted, and the waits that the count causes. */
export type TryCount = Slowing & { readonly key: string };

/**
 * Returns the counts to which a try adds. A known device and a session have their own counts, so guesses from
 * other places never delay them.
 */
export function countsOf(
  fingerprint: (text: string) => string,
  { secret, email, address, sessionId, deviceId }: SecretTry,
): readonly TryCount[] {
  const keyOf = (place: string) =>
    `${secret} ${fingerprint(`${secret} of ${email.toLowerCase()} ${place}`)}`;
  const own = sessionId === null ? deviceId && `device ${deviceId}` : `session ${sessionId}`;
  if (own !== null) return [{ key: keyOf(own), ...fromOnePlace }];
  const everywhere = fromEverywhere[secret];
  return [
    { key: keyOf(`address ${networkOf(address)}`), ...fromOnePlace },
    ...(everywhere ? [{ key: keyOf("everywhere"), ...everywhere }] : []),
  ];
}
