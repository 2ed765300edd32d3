import { workOnResets } from "@stampbook/core/accounts";
import type { CoreDeps } from "@stampbook/core/context";
import { openOnce } from "@stampbook/core/open-once";
import { createAfterAnswer } from "../staff-accounts/after-answer.ts";
import { cookieIn, cookiePrefix, resign, unsign } from "./cookie.ts";
import { type ConsoleOrigins, originsOf } from "./origins.ts";
import { recordRefusedSignIns } from "./refusals.ts";
import { STAFF_AUTH_PATH, type StaffAuthSettings } from "./settings.ts";

/** Staff sign-in: sessions, second factors, passkeys. */
export type StaffAuth = {
  /** Answers a request. `call` is the object by which `answered` finds the request's work. */
  readonly handle: (request: Request, call: object) => Promise<Response>;
  /** Starts the work that waited for this call's response to be sent. */
  readonly answered: (call: object) => void;
  /** The session token in a cookie header, if we have signed it; else null. It may have ended. */
  readonly sessionTokenOf: (cookie: string | undefined) => string | null;
  readonly origins: ConsoleOrigins;
  /** Resolves when this process has finished all work that started after responses. */
  readonly workDone: () => Promise<void>;
};

/** Opens the staff sign-in on the service's own tables. */
export function createStaffAuth(core: CoreDeps, settings: StaffAuthSettings): StaffAuth {
  const origins = originsOf(settings.publicUrl);
  const [current = "", ...old] = core.secrets.keysFor("staff auth").map(({ key }) => key);
  const later = createAfterAnswer((error) =>
    settings.log.warn(error, "staff auth: work after an answer stopped"),
  );
  // Loaded with the first request. better-auth is a third of the loaded code, and a process that serves only
  // tills does not need it.
  const open = openOnce(async () => {
    const { openBetterAuth } = await import("./better-auth.ts");
    const auth = openBetterAuth(core, settings, origins, later.later);
    await auth.context;
    return auth;
  });

  // only an error's name is logged, because its message may quote the address
  const sendResets = async () =>
    workOnResets(core, (await open()).sendResetLink, (error) =>
      settings.log.warn(`staff auth: a reset link was not sent: ${nameOf(error)}`),
    );
  const refused = recordRefusedSignIns(core, settings.log);
  const sessionCookie = `${cookiePrefix(settings.secureCookies)}.session_token`;

  return {
    workDone: later.done,
    answered: later.begin,
    handle: async (request, call) =>
      later.answer(call, async () => {
        const headers = new Headers(request.headers);
        const cookie = headers.get("cookie");
        if (cookie && old.length) headers.set("cookie", resign(cookie, current, old));
        // cloned first, because the handler reads the body
        const signIn = isSignIn(request) ? request.clone() : null;
        const response = await (await open()).handler(new Request(request, { headers }));
        if (signIn && response.status === 429) later.later(() => refused(signIn, response.headers));
        if (response.ok && isResetRequest(request)) later.later(sendResets);
        return response;
      }),
    origins,
    sessionTokenOf: (cookie) => {
      const value = cookie && cookieIn(cookie, sessionCookie);
      return value ? unsign(value, [current, ...old]) : null;
    },
  };
}

const isResetRequest = (request: Request) => isOf(request, "/request-password-reset");
const isSignIn = (request: Request) => isOf(request, "/sign-in/email");
const isOf = ({ url }: Request, path: string) => new URL(url).pathname === STAFF_AUTH_PATH + path;

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);
