import type { Refusal } from "../failures.ts";

/**
 * Refuses a confirmation that is neither the customer's name nor the id. The command line uses the id.
 */
export function checkConfirmation(
  confirmation: string,
  { id, name }: { readonly id: number; readonly name: string },
): Refusal | null {
  const typed = confirmation.trim();
  if (typed === name.trim() || typed === String(id)) return null;
  return {
    code: "invalid",
    field: "confirmation",
    message: "This is not the customer's name.",
    rule: "the customer's name is typed as it stands",
  };
}
