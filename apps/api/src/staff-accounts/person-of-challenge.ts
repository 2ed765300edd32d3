import type { createAuthMiddleware } from "better-auth/api";

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * The id of the person whose right password was just entered, and who must now enter a code. Null if the
 * browser has no such unfinished sign-in.
 */
export async function personOfChallenge(ctx: Call): Promise<string | null> {
  const { name } = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!challenge) return null;
  const kept = await ctx.context.internalAdapter.findVerificationValue(challenge);
  return kept?.value ?? null;
}
