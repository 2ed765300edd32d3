import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import type { ConsoleOrigins } from "../staff-auth/origins.ts";

/**
 * Passkeys that are a whole sign-in: the key must have verified its owner by a PIN, a fingerprint or a face.
 * better-auth would also accept a key that anyone can use who has it.
 */
export function verifiedPasskeys({ passkeyDomain, trusted }: ConsoleOrigins) {
  const passkeys = passkey({
    rpID: passkeyDomain,
    rpName: "Stampbook",
    origin: [...trusted],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: async ({ verification }) =>
        requireVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireVerified(verification.authenticationInfo.userVerified),
    },
  });
  return [passkeys, askForVerification] as const;
}

function requireVerified(isVerified: boolean | undefined): void {
  if (isVerified) return;
  throw new APIError("UNAUTHORIZED", {
    code: "PASSKEY_NOT_VERIFIED",
    message: "Use a passkey that asks for a PIN, a fingerprint or a face.",
  });
}

/** Makes browsers ask the key for verification at a sign-in; better-auth has no option for it. */
const askForVerification = {
  id: "stampbook-verified-passkeys",
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === "/passkey/generate-authenticate-options",
        handler: createAuthMiddleware(async (ctx) => {
          const { returned } = ctx.context;
          if (typeof returned !== "object" || !returned || returned instanceof Error) return;
          return ctx.json({ ...returned, userVerification: "required" });
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
