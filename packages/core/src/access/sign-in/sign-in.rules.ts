import { networkOf } from "./network.rules.ts";

/** A sign-in with a password: the person, the address, and the known device, if any. */
export type SignInTry = {
  readonly email: string;
  readonly address: string;
  readonly deviceId: string | null;
};

/** Wrong passwords in a row before the first wait, and the longest wait in seconds. */
type Slowing = { readonly free: number; readonly longest: number };

/** Limits the tries for one person from one address, or from one known device. */
const fromOnePlace: Slowing = { free: 10, longest: 60 };
/**
 * Limits the tries for one person without a known device, summed over all addresses, to slow down guessing
 * from many addresses. The wait is short, because the person with the right password waits too.
 */
const fromEverywhere: Slowing = { free: 20, longest: 10 };

/** The key under which sign-ins are counted, and the waits that the count causes. */
export type SignInCount = Slowing & { readonly key: string };

/**
 * Returns the counts to which a sign-in adds. A known device has its own count, so guesses from other places
 * never delay it.
 */
export function countsOf(
  fingerprint: (text: string) => string,
  { email, address, deviceId }: SignInTry,
): readonly SignInCount[] {
  const person = email.toLowerCase();
  const keyOf = (place: string) => `sign-in ${fingerprint(`${person} ${place}`)}`;
  if (deviceId !== null) return [{ key: keyOf(`device ${deviceId}`), ...fromOnePlace }];
  return [
    { key: keyOf(`address ${networkOf(address)}`), ...fromOnePlace },
    { key: keyOf("everywhere"), ...fromEverywhere },
  ];
}
