"use client";
import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { twoFactorClient } from "better-auth/client/plugins";

/**
 * better-auth's client, through the console's own origin. Loaded only by pages that need it, such as the
 * sign-in and a person's account; others use `tellSignIn`.
 */
export const signInClient = createAuthClient({
  basePath: "/staff-auth",
  plugins: [twoFactorClient(), passkeyClient()],
});

/** Confirms the password in this session. For five minutes, passkeys can then be added and removed. */
export function confirmPassword(password: string) {
  return signInClient.$fetch<{ status: boolean }>("/verify-password", {
    method: "POST",
    body: { password },
  });
}
