import { networkOf } from "./network.rules.ts";

/** A sign-in with a password: the person, the address, and the known device, if any. */
export type SignInTry = {
  readonly email: string;
  readonly address: string;
  readonly deviceId: string | null;
};

/** Wrong passwords in a row before the first wait, and the longest wait in seconds. */
type Slowing = { readonly free: number; readonly longest: number };

/** For the tries from one address, or from one known device. */
const fromOnePlace: Slowing = { free: 10, longest: 60 };
/**
 * For all unknown addresses and devices together. It limits distributed guessing. The wait is short, because
 * a person with the right password waits too.
 */
const fromEverywhere: Slowing = { free: 20, longest: 10 };

/** A count of sign-ins under a key, and its effect on the next one. */
export type SignInCount = Slowing & { readonly key: string };

/**
 * The counts of a person's sign-in. A known device has its own count, so that guesses from elsewhere
 * never lock it out.
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
