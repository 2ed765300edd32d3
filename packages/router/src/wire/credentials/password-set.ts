import type { PasswordSet as DomainPasswordSet } from "@stampbook/core/password";
import { z } from "zod";
import { memberId } from "../shown.ts";
import { StatusOk } from "../status.ts";

/** The answer of `set-password`: the customer whose password was set. */
export const PasswordSet = z.object({
  ...StatusOk.shape,
  id: memberId,
  name: z.string().describe("The name of the customer."),
  email: z.string().describe("Empty if the customer has none."),
});

export function presentPasswordSet({
  id,
  name,
  email,
}: DomainPasswordSet): z.input<typeof PasswordSet> {
  return { status: "ok", id, name, email };
}
