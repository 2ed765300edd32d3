import { isDatabaseError, withoutParameters } from "@stampbook/db";

type Described = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: Described;
};

/**
 * Describes an error and its causes for the log. Drivers attach details, parameters and queries with
 * customers' data to their errors. So of the fields that an error may have besides name, message, stack and
 * cause, only its code and the constraint's name are logged. Drizzle's own errors are described by their
 * cause.
 */
export function describeError(failure: Error): Described {
  const bare = withoutParameters(failure);
  const error = bare instanceof Error ? bare : failure;
  const { code, constraint_name: constraint } = error as Error & Record<string, unknown>;
  const message = messageOf(error);
  return {
    type: error.constructor.name,
    message,
    stack: `${error.name}: ${message}${framesOf(error)}`,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

/**
 * The message without customers' data. In SQLSTATE class 22 the database could not read a value, and its
 * message quotes that value.
 */
function messageOf(error: Error): string {
  return isDatabaseError(error) && error.code.startsWith("22")
    ? "a value that the database does not take"
    : quiet(error.message);
}

/** The stack without its message, because lines of a message can look like stack frames. */
function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const behind = at < 0 ? "" : stack.slice(at + message.length);
  return behind.slice(behind.indexOf("\n"));
}

/** The text without the statement and parameters that drizzle adds to its messages. */
export function quiet<Value>(value: Value): Value | string {
  return typeof value === "string" ? value.replace(/Failed query:[\s\S]*/, "Failed query") : value;
}
