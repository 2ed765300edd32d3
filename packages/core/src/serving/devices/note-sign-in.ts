import type { CoreDeps } from "../../foundation/context.ts";
import { readDeviceKey } from "./device.rules.ts";
import { insertSignIn } from "./tries.sql.ts";

/** A sign-in without the PIN, in the browser that has the cookie. */
type SignInOnDevice = {
  readonly cookie: string | undefined;
  readonly userId: string;
  readonly hasUsedFactor: boolean;
};

/**
 * Records that a person has signed in on a shared device without the PIN. If too many wrong PINs had blocked
 * the PIN on the device, the PIN works again. Does nothing if the browser is not enrolled.
 */
export async function noteSignIn(
  deps: CoreDeps,
  { cookie, ...signIn }: SignInOnDevice,
): Promise<void> {
  const key = readDeviceKey(cookie);
  if (!key) return;
  await insertSignIn(deps.db, {
    ...signIn,
    merchantId: key.merchantId,
    deviceId: key.id,
    secretHash: deps.secrets.hashToken(key.secret),
    offsetMs: deps.clockOffsetMs,
  });
}
