import { Failure } from "@stampbook/core/failures";
import { isDatabaseError, withoutParameters } from "@stampbook/db";
import { explainStart } from "../explain-start.ts";
import { Refused } from "./usage.ts";

/** Describes a failure to the user of the command: one line per problem, never a secret. */
export function explain(failure: unknown): string {
  const error = withoutParameters(failure);
  const known = explainStart(error);
  if (known !== undefined) return known;
  if (error instanceof Refused) return error.message;
  if (error instanceof Failure) return `${error.message}.`;
  if (!(error instanceof Error)) return "Something failed that is no error.";
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" && path) return `There is no file ${path}.`;
  if (code === "EISDIR") return "That is a directory, not a file.";
  if (code === "EACCES" && path) return `${path} may not be read by this user.`;
  if (isDatabaseError(error)) return `The database refused: ${error.message} (${error.code}).`;
  return error.message;
}
