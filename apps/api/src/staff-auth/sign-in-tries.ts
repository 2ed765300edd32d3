import { forgetSignIns, reserveSignIn, type SignInTry } from "@stampbook/core/access";
import type { CoreDeps } from "@stampbook/core/context";
import { parseCookies } from "better-auth/cookies";
import { type DeviceCookie, knownDevices } from "./known-device.ts";
import { ADDRESS_HEADER } from "./settings.ts";

/** The parts of a sign-in call that its hooks read. */
type Call = {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Headers | undefined;
};

/**
 * Slows down wrong staff passwords. Each person has one count for each network that the tries come from, and
 * one for all networks together. Wrong passwords from a known device are counted for the device instead.
 */
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
    /**
     * The seconds to wait before the password is checked. Null if there is no wait, or if the call is not a
     * sign-in.
     */
    begin: async (call: Call): Promise<number | null> => {
      const signIn = read(call);
      return signIn && reserveSignIn(core, signIn);
    },
    /**
     * To be called after the right password. Clears the count, and returns the cookie that identifies the
     * device. Null if the call is not a sign-in.
     */
    succeed: async (call: Call): Promise<DeviceCookie | null> => {
      const signIn = read(call);
      if (!signIn) return null;
      await forgetSignIns(core, signIn);
      return devices.cookieOf(signIn.email, signIn.deviceId);
    },
  };
}
