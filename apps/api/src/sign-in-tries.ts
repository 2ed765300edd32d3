import { forgetSignIns, reserveSignIn, type SignInTry } from "@stampbook/core/access";
import type { CoreDeps } from "@stampbook/core/context";
import { parseCookies } from "better-auth/cookies";
import { type DeviceCookie, knownDevices } from "./known-device.ts";
import { ADDRESS_HEADER } from "./staff-auth-settings.ts";

/** What a call of the sign-in looks like to its hooks. */
type Call = {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Headers | undefined;
};

/** Slows wrong passwords of staff down, by address and by person, and lets known devices past. */
export function signInTries(core: CoreDeps, secureCookies: boolean) {
  const devices = knownDevices(core, secureCookies);

  function read({ path, body, headers }: Call): SignInTry | null {
    if (path !== "/sign-in/email" || typeof body !== "object" || !body || !("email" in body))
      return null;
    if (typeof body.email !== "string") return null;
    const email = body.email.slice(0, 255);
    const deviceId = devices.idOf(email, parseCookies(headers?.get("cookie") ?? ""));
    return { email, deviceId, address: headers?.get(ADDRESS_HEADER) ?? "" };
  }

  return {
    /** Seconds to wait before a password is looked at; null where it may be now, and for other calls. */
    begin: async (call: Call): Promise<number | null> => {
      const signIn = read(call);
      return signIn && reserveSignIn(core, signIn);
    },
    /** After the right password: forgets the wrong ones. Returns the cookie by which the device is known. */
    succeed: async (call: Call): Promise<DeviceCookie | null> => {
      const signIn = read(call);
      if (!signIn) return null;
      await forgetSignIns(core, signIn);
      return devices.cookieOf(signIn.email, signIn.deviceId);
    },
  };
}
