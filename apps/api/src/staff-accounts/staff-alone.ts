import { hasWork } from "@stampbook/core/access";
import type { CoreDeps } from "@stampbook/core/context";
import { APIError } from "better-auth/api";

/**
 * Hooks for better-auth that open sessions only for people who work for a merchant. Others, such as
 * somebody who was dismissed, are refused in the words for a wrong password.
 */
export function staffAlone(core: CoreDeps) {
  const before = async ({ userId }: { readonly userId: string }) => {
    if (await hasWork(core, userId)) return;
    throw new APIError("UNAUTHORIZED", {
      code: "INVALID_EMAIL_OR_PASSWORD",
      message: "Invalid email or password",
    });
  };
  return { session: { create: { before } } };
}
