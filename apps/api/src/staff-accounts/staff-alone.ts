import { maySignIn } from "@stampbook/core/access";
import type { CoreDeps } from "@stampbook/core/context";
import { APIError } from "better-auth/api";

type SessionContext = {
  readonly context: { readonly session: { readonly user: { readonly id: string } } | null };
};

/**
 * Hooks for better-auth that open sessions only for people who work for a merchant, or are invited. Others,
 * such as somebody who was dismissed, get the error for a wrong password. A session that replaces the
 * person's own open session is not checked, for two reasons. A dismissal would have ended the open session.
 * And better-auth replaces it in a transaction, which must not hold its connection while it waits for another
 * one.
 */
export function staffAlone(core: CoreDeps) {
  const before = async ({ userId }: { readonly userId: string }, ctx: SessionContext | null) => {
    const isReplaced = ctx?.context.session?.user.id === userId;
    if (isReplaced || (await maySignIn(core, userId))) return;
    throw new APIError("UNAUTHORIZED", {
      code: "INVALID_EMAIL_OR_PASSWORD",
      message: "Invalid email or password",
    });
  };
  return { session: { create: { before } } };
}
