import type { ListedProcedure } from "../procedures.ts";
import { renameAliases } from "./aliases.ts";

/** Whether sent input has every parameter that the operation requires. Their values may be wrong. */
export function hasRequired({ name, inputs }: ListedProcedure, sent: unknown): boolean {
  const [schema] = inputs;
  if (!schema) return true;
  const { error } = schema.safeParse(renameAliases(sent, schema, name));
  const isMissing = (issue: NonNullable<typeof error>["issues"][number]) =>
    issue.code === "custom" && issue.params?.code === "required";
  return !error?.issues.some(isMissing);
}
