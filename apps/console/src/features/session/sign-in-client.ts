"use client";
import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { twoFactorClient } from "better-auth/client/plugins";

/** Sign-in by better-auth, through the console's own origin. Only the sign-in page loads it. */
export const signInClient = createAuthClient({
  basePath: "/staff-auth",
  plugins: [twoFactorClient(), passkeyClient()],
});
