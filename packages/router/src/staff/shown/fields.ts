import { TRPCError } from "@trpc/server";
import type { z } from "zod";
import { ShownAs } from "../../refusals.ts";

/** Shows wrong inputs of the console's own procedures, each on its field: `lines.2.name`. */
export function showFields(cause: z.ZodError): TRPCError {
  const errors: Record<string, string> = {};
  for (const { path, message } of cause.issues) {
    const field = path.join(".") || "input";
    errors[field] ??= message;
  }
  const [[field, message] = ["input", "Invalid input"]] = Object.entries(errors);
  const shown = new ShownAs({ code: "invalid", field, message, errors }, cause);
  return new TRPCError({ code: "BAD_REQUEST", message, cause: shown });
}
