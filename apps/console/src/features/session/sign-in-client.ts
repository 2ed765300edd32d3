"use client";
import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { twoFactorClient } from "better-auth/client/plugins";

/** Sign-in by better-auth, through the console's own origin. Only the sign-in page loads it. */
export const signInClient = createAuthClient({
  basePath: "/staff-auth",
  plugins: [twoFactorClient(), passkeyClient()],
});

/** Gives the password once more in this session: for five minutes passkeys can be added and removed. */
export function confirmPassword(password: string) {
  return signInClient.$fetch<{ status: boolean }>("/verify-password", {
    method: "POST",
    body: { password },
  });
}
