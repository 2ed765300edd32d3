import { createHmac, timingSafeEqual } from "node:crypto";
import type { CoreDeps } from "@stampbook/core/context";
import type { BetterAuth } from "./better-auth.ts";
import { type ConsoleOrigins, originsOf } from "./staff-auth-origins.ts";
import type { StaffAuthSettings } from "./staff-auth-settings.ts";

/** Sign-in of staff: sessions, second factors, passkeys. */
export type StaffAuth = {
  readonly handle: (request: Request) => Promise<Response>;
  /** The token of the session that a cookie header carries with our signature; null without one. */
  readonly sessionTokenOf: (cookie: string | undefined) => Promise<string | null>;
  readonly origins: ConsoleOrigins;
};

/** Opens the sign-in over the service's own tables. */
export function createStaffAuth(core: CoreDeps, settings: StaffAuthSettings): StaffAuth {
  const origins = originsOf(settings.publicUrl);
  let opened: Promise<BetterAuth> | undefined;
  // a third of all that the process loads, and a process that serves tills alone needs none of it
  const open = () => {
    opened ??= import("./better-auth.ts").then(({ openBetterAuth }) =>
      openBetterAuth(core, settings, origins),
    );
    return opened;
  };

  return {
    handle: async (request) => (await open()).handler(request),
    origins,
    sessionTokenOf: async (cookie) => {
      if (!cookie) return null;
      const { context, parseCookies } = await open();
      const { authCookies, secret } = await context;
      const value = parseCookies(cookie).get(authCookies.sessionToken.name);
      return value === undefined ? null : unsign(value, secret);
    },
  };
}

/** `<value>.<base64 of its HMAC>`, as better-auth signs its cookies. */
function unsign(signed: string, secret: string): string | null {
  const at = signed.lastIndexOf(".");
  if (at < 1) return null;
  const value = signed.slice(0, at);
  const given = Buffer.from(signed.slice(at + 1), "base64");
  const right = createHmac("sha256", secret).update(value).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? value : null;
}
