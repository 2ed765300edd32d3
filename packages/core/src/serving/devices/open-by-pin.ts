import type { CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import { recordSecurityEvent, type SecurityEvent } from "../../foundation/security-events/index.ts";
import { needsSignIn, noDevice, PIN_TRIES, readDeviceKey, wrongStaffPin } from "./device.rules.ts";
import { releasePinTry, reservePinTry, settlePinTry } from "./tries.sql.ts";
import type { DeviceOrigin, PinGrant } from "./types.ts";

/** A person who enters their PIN on a shared device. */
type PinEntry = {
  /** The device's cookie. */
  readonly cookie: string | undefined;
  readonly userId: string;
  readonly pin: Secret;
};

/**
 * Checks a person's PIN on a shared device. Returns the data to which the new session is bound. The try is
 * counted before the PIN is checked, so parallel tries of all processes never exceed the limit. After a crash
 * the try stays counted. Throws `permission_denied` (no such device), `pin_blocked`, `invalid_pin` and
 * `overloaded`.
 */
export function openByPin(
  deps: CoreDeps,
  { cookie, userId, pin }: PinEntry,
  origin: DeviceOrigin,
): Promise<PinGrant> {
  const key = readDeviceKey(cookie);
  if (!key) throw new Failure(noDevice);
  const { db, secrets, clockOffsetMs: offsetMs } = deps;
  const { merchantId, id: deviceId } = key;
  const secretHash = secrets.hashToken(key.secret);
  const parameters = { merchantId, deviceId, secretHash, userId, offsetMs };
  const record = (event: Pick<SecurityEvent, "what" | "result">) =>
    recordSecurityEvent(deps, {
      ...event,
      merchantId,
      actor: `staff:${userId}`,
      origin,
      subject: `device ${deviceId}`,
      details: { method: "pin" },
    });
  return secrets.onPlace(async () => {
    const { hasDevice, pin: kept, tries } = await reservePinTry(db, parameters);
    if (!hasDevice) throw new Failure(noDevice);
    if (!kept) {
      await secrets.verifyNothing("placed");
      throw new Failure(wrongStaffPin(null));
    }
    if (tries === null) {
      await record({ what: "sign-in", result: "refused" });
      throw new Failure(needsSignIn);
    }
    const owner = { merchantId, userId };
    const isRight = await secrets
      .verifyPin(kept.verifier, owner, pin.reveal(), "placed")
      .catch(async (error: unknown) => {
        // the hash waited too long in the queue and was refused, so the PIN was not checked
        if (error instanceof Failure) await releasePinTry(db, parameters);
        throw error;
      });
    // the event comes first, so that no session is opened without an event
    await record({ what: "sign-in", result: isRight ? "done" : "failed" });
    if (!isRight) {
      if (tries >= PIN_TRIES) await record({ what: "staff-pin-closed", result: "done" });
      throw new Failure(wrongStaffPin(PIN_TRIES - tries));
    }
    await settlePinTry(db, parameters);
    return { merchantId, deviceId, userId, pinId: kept.id };
  });
}
