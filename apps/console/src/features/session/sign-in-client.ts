"use client";
import { passkeyClient } from "@better-auth/passkey/client";
import { createAuthClient } from "better-auth/client";
import { twoFactorClient } from "better-auth/client/plugins";

/** better-auth's client, through the console's own origin. Only the sign-in page loads it. */
export const signInClient = createAuthClient({
  basePath: "/staff-auth",
  plugins: [twoFactorClient(), passkeyClient()],
});

/** Confirms the password in this session, which allows adding and removing passkeys for five minutes. */
export function confirmPassword(password: string) {
  return signInClient.$fetch<{ status: boolean }>("/verify-password", {
    method: "POST",
    body: { password },
  });
}
