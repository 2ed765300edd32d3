import { Failure } from "@stampbook/core/failures";
import { withoutParameters } from "@stampbook/db";
import type { TRPCError } from "@trpc/server";
import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from "fastify";
import { destination, type LogFn } from "pino";

type Logger = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

export type LogOptions = {
  readonly level: string;
  /** Where lines go; standard output where it is left out. */
  readonly stream?: { readonly write: (line: string) => void };
};

/**
 * Standard output, a few lines at a time: a write of its own for each line takes an eighth of a
 * redemption's time. What waits is written four times a second, and when the process ends.
 */
export function bufferedOutput() {
  return destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 250 });
}

/** Secrets of customers and callers, wherever somebody may log an object that holds one. */
const secrets = [
  "authorization",
  "cookie",
  "pin",
  "confirm_pin",
  "current_pin",
  "new_pin",
  "confirm_new_pin",
  "otp",
  "password",
  "old_password",
  "new_password",
  "confirm_new_password",
  "token",
];

/** The log: JSON lines, secrets struck out, never a body, never an address's query. */
export function logging({ level, stream }: LogOptions): Logger {
  return {
    level,
    redact: secrets.flatMap((key) => [key, `*.${key}`]),
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({
        method,
        path: url.split("?", 1)[0],
        remoteAddress: ip,
      }),
      err: describeError,
    },
    hooks: { logMethod: withoutQueries },
    ...(stream && { stream }),
  };
}

/** An error that comes alone is its line's text too, before any serializer has seen it. */
function withoutQueries(this: unknown, line: [unknown, ...unknown[]], write: LogFn) {
  const [first, ...rest] = line;
  Reflect.apply(write, this, [first instanceof Error ? withoutParameters(first) : first, ...rest]);
}

/**
 * Notes a call that failed through no fault of the caller's: the error behind it, which the answer
 * says nothing of.
 */
export function logFailure(log: FastifyBaseLogger, error: TRPCError, procedure = "") {
  const level = { INTERNAL_SERVER_ERROR: "error", SERVICE_UNAVAILABLE: "warn" } as const;
  if (!(error.code in level)) return;
  let behind: Error = error;
  while (/^(TRPCError|ShownAs)$/.test(behind.name) && behind.cause instanceof Error)
    behind = behind.cause;
  // too busy, say: a refusal of ours, which the call's own line tells. A flood of them is no news each
  if (behind instanceof Failure) return;
  if (error.code === "SERVICE_UNAVAILABLE") return logOverload(log, behind, procedure);
  log[level[error.code as keyof typeof level]](behind, procedure);
}

const EVERY_MS = 1_000;
let lastOverload = Number.NEGATIVE_INFINITY;
let unsaid = 0;

/** While the database is away every call fails alike: one line a second says so, and how many others did. */
function logOverload(log: FastifyBaseLogger, behind: Error, procedure: string) {
  const now = performance.now();
  if (now - lastOverload < EVERY_MS) {
    unsaid++;
    return;
  }
  log.warn({ err: behind, ...(unsaid && { alike: unsaid }) }, procedure);
  lastOverload = now;
  unsaid = 0;
}

type Described = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: Described;
};

/**
 * An error with its causes. Of what drivers hang on their errors only names are kept: details,
 * parameters and queries hold customers' data. Drizzle's own hold them in the message, and are
 * told as their cause.
 */
export function describeError(failure: Error): Described {
  const told = withoutParameters(failure);
  const error = told instanceof Error ? told : failure;
  const { code, constraint_name: constraint } = error as Error & Record<string, unknown>;
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? "",
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
