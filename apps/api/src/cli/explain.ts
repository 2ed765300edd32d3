import { Failure } from "@stampbook/core/failures";
import { DatabaseInUse, isDatabaseError } from "@stampbook/db";
import { BadSettings } from "../env.ts";
import { isOverload } from "../overload.ts";
import { Refused } from "./usage.ts";

/** A failure in words for who ran the command: a line for each problem, never a secret. */
export function explain(error: unknown): string {
  if (error instanceof Refused || error instanceof BadSettings || error instanceof DatabaseInUse)
    return error.message;
  if (error instanceof Failure) return `${error.message}.`;
  if (!(error instanceof Error)) return "Something failed that is no error.";
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" && path) return `There is no file ${path}.`;
  if (code === "EISDIR") return "That is a directory, not a file.";
  if (code === "EACCES" && path) return `${path} may not be read by this user.`;
  if (isOverload(error))
    return `The database does not answer: ${error.message}. Is DATABASE_URL right, and the server up?`;
  if (isDatabaseError(error)) return `The database refused: ${error.message} (${error.code}).`;
  return error.message;
}
