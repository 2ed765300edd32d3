import type { IncomingMessage } from "node:http";
import { Failure } from "@stampbook/core/failures";
import type { TRPCError } from "@trpc/server";
import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from "fastify";
import { destination, type LogFn, pino } from "pino";
import { describeError, quiet } from "./describe-error.ts";
import { CLIENT_LEFT, type EndedCall, type EndedRequest } from "./http/call-records.ts";

type Logger = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

export type LogOptions = {
  readonly level: string;
  /** Where lines are written. Default: standard output. */
  readonly stream?: { readonly write: (line: string) => void };
};

/** Returns the id of a request's trace; undefined if it is not traced. */
export type TraceIdOf = (request: IncomingMessage) => string | undefined;

type AddressOf = (request: FastifyRequest) => string;

/** How many bytes may wait to be written. Further lines are dropped, so that memory does not fill up. */
const MOST_WAITING = 8 * 1_048_576;

/**
 * Returns a stream that writes several lines at a time to standard output, because one write per line takes
 * an eighth of a redemption's time. Buffered lines are written four times a second and when the process ends.
 * If a write fails, such as on a full disk, the process continues, and each flush tries again.
 */
export function bufferedOutput() {
  const output = destination({
    dest: 1,
    sync: false,
    minLength: 12_288,
    periodicFlush: 250,
    maxLength: MOST_WAITING,
  });
  let isStuck = false;
  // without a listener, an error would end the process
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (!isStuck) console.error(`The log cannot be written, and is tried again: ${error.code}`);
    isStuck = true;
  });
  output.on("write", () => {
    isStuck = false;
  });
  // pino's own `exit` listener runs next: its flush would retry without end while writes fail
  process.prependListener("exit", () => {
    if (isStuck) output.destroy();
  });
  return output;
}

/**
 * Names of fields with secrets of customers and callers. They are redacted in a logged object and in the
 * objects that are its members, but not in deeper ones.
 */
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

/**
 * Configures the log: JSON lines without secrets, bodies or query strings. `addressOf` returns the client's
 * address, also for calls that the console forwards.
 */
export function logging({ level, stream }: LogOptions, addressOf: AddressOf): Logger {
  return {
    level,
    redact: secrets.flatMap((key) => [key, `*.${key}`]),
    serializers: { req: requestIn(addressOf), err: describeError },
    hooks: { logMethod: withoutValues },
    ...(stream && { stream }),
  };
}

/**
 * Returns a function that logs a line for an ended request, at the level `error` if an unexpected error was
 * answered, else `info`. Besides pino's own fields, the line contains only those of `EndedRequest` and
 * `requestIn`, and the id of the trace, if there is one: no header, body or query. So it needs neither `redact`
 * nor `withoutValues`.
 */
export function callLog(
  { level, stream }: LogOptions,
  addressOf: AddressOf,
  traceIdOf: TraceIdOf = () => undefined,
) {
  const log = pino({ level, serializers: { req: requestIn(addressOf) } }, stream);
  return (request: FastifyRequest, { status, ms, calls, ...who }: EndedRequest) => {
    const text = status === CLIENT_LEFT ? "ended before its answer" : "answered";
    const traceId = traceIdOf(request.raw);
    const isUnexpected = [status, ...calls.map((call) => call.status)].includes(500);
    log[isUnexpected ? "error" : "info"](
      {
        reqId: request.id,
        ...(traceId !== undefined && { traceId }),
        req: request,
        ...who,
        ...(calls.length > 1 ? { calls: calls.map(inLog) } : calls[0] && inLog(calls[0])),
        status,
        ms: Math.round(ms),
      },
      text,
    );
  };
}

const inLog = ({ began: _, ...call }: EndedCall) => ({ ...call, ms: Math.round(call.ms) });

/**
 * A request's logger. It is made when the request first logs something, because most requests log nothing.
 */
export function lazyChild(
  logger: FastifyBaseLogger,
  options: () => Parameters<FastifyBaseLogger["child"]>,
): FastifyBaseLogger {
  let made: FastifyBaseLogger | undefined;
  const own = () => {
    made ??= logger.child(...options());
    return made;
  };
  const write =
    (level: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent") =>
    (...line: unknown[]) =>
      Reflect.apply(own()[level], own(), line);
  return {
    level: logger.level,
    fatal: write("fatal"),
    error: write("error"),
    warn: write("warn"),
    info: write("info"),
    debug: write("debug"),
    trace: write("trace"),
    silent: write("silent"),
    child: (...further) => own().child(...further),
  };
}

/** Describes a request for the log: its method, its path without the query, and the client's address. */
const requestIn = (addressOf: AddressOf) => (request: FastifyRequest) => ({
  method: request.method,
  path: request.url.split("?", 1)[0],
  remoteAddress: addressOf(request),
});

/**
 * Prepares a line's arguments before pino reads them: replaces errors by descriptions, and removes failed
 * statements from texts.
 */
function withoutValues(this: unknown, line: [unknown, ...unknown[]], write: LogFn) {
  const [first, ...rest] = line;
  const own = quietLine(first);
  const said = rest.map((each) => (each instanceof Error ? describeError(each) : quiet(each)));
  // if a line has no text, pino uses the error's message as its text
  if (!rest.length && isObject(own) && own.err instanceof Error)
    said.push(describeError(own.err).message);
  Reflect.apply(write, this, [own, ...said]);
}

function quietLine(first: unknown): unknown {
  if (first instanceof Error) return { err: first };
  if (!isObject(first)) return quiet(first);
  const members = Object.entries(first).map(([key, value]) => [
    key,
    // `err` stays an error here, because pino's serializer describes it
    value instanceof Error && key !== "err" ? describeError(value) : quiet(value),
  ]);
  return Object.fromEntries(members);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/**
 * Logs the underlying error of a call that failed through no fault of its caller. The response says
 * nothing about that error.
 */
export function logFailure(log: FastifyBaseLogger, error: TRPCError, procedure = "") {
  const level = { INTERNAL_SERVER_ERROR: "error", SERVICE_UNAVAILABLE: "warn" } as const;
  if (!(error.code in level)) return;
  let behind: Error = error;
  while (/^(TRPCError|ShownAs)$/.test(behind.name) && behind.cause instanceof Error)
    behind = behind.cause;
  // Our own refusal, such as "too busy", is not logged: the line of the call already shows it.
  if (behind instanceof Failure) return;
  if (error.code === "SERVICE_UNAVAILABLE") return logOverload(log, behind, procedure);
  log[level[error.code as keyof typeof level]](behind, procedure);
}

const EVERY_MS = 1_000;
let lastOverload = Number.NEGATIVE_INFINITY;
let unsaid = 0;

/** The SQLSTATE of a statement that found the database's disk full. */
const DISK_FULL = "53100";

/**
 * Logs at most one line a second while the database is too busy or unavailable: an error if its disk is full,
 * which ends only if somebody makes room. `alike` is the number of failed calls that were not logged since
 * the last line.
 */
function logOverload(log: FastifyBaseLogger, behind: Error, procedure: string) {
  const now = performance.now();
  if (now - lastOverload < EVERY_MS) {
    unsaid++;
    return;
  }
  const level = "code" in behind && behind.code === DISK_FULL ? "error" : "warn";
  log[level]({ err: behind, ...(unsaid && { alike: unsaid }) }, procedure);
  lastOverload = now;
  unsaid = 0;
}
