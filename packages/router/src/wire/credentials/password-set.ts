import type { PasswordSet as DomainPasswordSet } from "@stampbook/core/password";
import { z } from "zod";

/** The answer of `set-password`: the customer whose password was set. */
export const PasswordSet = z.object({
  status: z.literal("ok"),
  id: z.int(),
  name: z.string(),
  email: z.string(),
});

export function presentPasswordSet({
  id,
  name,
  email,
}: DomainPasswordSet): z.input<typeof PasswordSet> {
  return { status: "ok", id, name, email };
}
