import { networkOf } from "./network.rules.ts";

/** A sign-in with a password: whose, from where, and from which device that signed in before, if any. */
export type SignInTry = {
  readonly email: string;
  readonly address: string;
  readonly deviceId: string | null;
};

/** Wrong passwords in a row that are not slowed, and the longest wait after more, in seconds. */
type Slowing = { readonly free: number; readonly longest: number };

/** From one address, and from one known device. */
const fromOnePlace: Slowing = { free: 10, longest: 60 };
/** From all unknown places together: bounds guesses by many addresses, and is over soon for who is right. */
const fromEverywhere: Slowing = { free: 20, longest: 10 };

/** A count of sign-ins under a key, and how it slows the next one. */
export type SignInCount = Slowing & { readonly key: string };

/**
 * What a person's sign-in counts in. A known device has a count of its own, so that guesses from
 * elsewhere never keep it out.
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
