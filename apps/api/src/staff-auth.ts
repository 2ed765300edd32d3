import type { CoreDeps } from "@stampbook/core/context";
import { openOnce } from "@stampbook/core/open-once";
import { type ConsoleOrigins, originsOf } from "./staff-auth-origins.ts";
import type { StaffAuthSettings } from "./staff-auth-settings.ts";
import { resign, unsign } from "./staff-cookie.ts";

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
  const [current = "", ...old] = core.secrets.keysFor("staff auth").map(({ key }) => key);
  // a third of all that the process loads, and a process that serves tills alone needs none of it
  const open = openOnce(async () => {
    const { openBetterAuth } = await import("./better-auth.ts");
    const auth = openBetterAuth(core, settings, origins);
    await auth.context;
    return auth;
  });

  return {
    handle: async (request) => {
      const headers = new Headers(request.headers);
      const cookie = headers.get("cookie");
      if (cookie && old.length) headers.set("cookie", resign(cookie, current, old));
      return (await open()).handler(new Request(request, { headers }));
    },
    origins,
    sessionTokenOf: async (cookie) => {
      if (!cookie) return null;
      const { context, parseCookies } = await open();
      const { authCookies } = await context;
      const value = parseCookies(cookie).get(authCookies.sessionToken.name);
      return value === undefined ? null : unsign(value, [current, ...old]);
    },
  };
}
