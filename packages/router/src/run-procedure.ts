import { getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import type { z } from "zod";

/**
 * Called when a call begins. The returned function is called when it ends: with the error that the caller
 * gets, or null, and with the input that its schema has read; undefined if it was not read.
 */
export type OnCall = (procedure: string) => (error: TRPCError | null, input: unknown) => void;

/** A call as tRPC passes it to a procedure. */
type ProcedureCall<Context> = {
  readonly ctx: Context;
  readonly path: string;
  readonly signal: AbortSignal | undefined;
  readonly getRawInput: () => Promise<unknown>;
};

/** The parts of a procedure. tRPC's types leave out most of them. */
type Definition<Meta> = {
  readonly meta?: Meta;
  /** At most one schema. */
  readonly inputs: readonly z.ZodType[];
  readonly output?: z.ZodType;
  readonly resolver: (call: Readonly<Record<string, unknown>>) => unknown;
};

/** The function that tRPC's `experimental_caller` takes. */
type Run = (options: { readonly args: unknown[]; readonly _def: unknown }) => Promise<unknown>;

type Procedure<Added> = {
  readonly schema: z.ZodType;
  readonly path: string;
  readonly added: Added;
};

/** The steps that procedures of one kind share. */
export type Steps<Context, Meta, Added> = {
  /** Checks the caller. Returns properties that the resolver finds in `ctx`, besides those of `Context`. */
  readonly open: (ctx: Context, meta: Meta | undefined, path: string) => Added | Promise<Added>;
  /** Changes the sent input before the procedure's schema reads it. */
  readonly prepare?: (sent: unknown, procedure: Procedure<Added>) => unknown;
  /** Calls `read`, by which the procedure's schema reads the input. */
  readonly around?: <Input>(added: Added, read: () => Input) => Input;
  readonly showError: (error: TRPCError, ctx: Context, meta: Meta | undefined) => TRPCError;
};

/**
 * Runs procedures in place of tRPC's chain of middlewares: opens the procedure, reads and parses its input,
 * resolves it, and parses the output. Each of tRPC's middlewares copies the call twice. tRPC also parses with
 * promises, for which zod does not use its compiled parsers.
 */
export function runProcedure<
  Context extends { readonly onCall?: OnCall },
  Meta,
  Added extends object,
>({
  open,
  prepare = (sent) => sent,
  around = (_, read) => read(),
  showError,
}: Steps<Context, Meta, Added>): Run {
  return async ({ args, _def }) => {
    const { ctx, path, signal, getRawInput } = args[0] as ProcedureCall<Context>;
    const { meta, inputs, output, resolver } = _def as Definition<Meta>;
    const onEnd = ctx.onCall?.(path);
    let input: unknown;
    try {
      const added = await open(ctx, meta, path);
      const opened = { ...ctx, ...added };
      // a procedure without input does not read the body
      const [schema] = inputs;
      const sent = schema && prepare(await getRawInput(), { schema, path, added });
      input = schema && around(added, () => parseInput(schema, sent));
      const result = await resolver({ ctx: opened, input, path, signal });
      const shown = output ? parseOutput(output, result) : result;
      onEnd?.(null, input);
      return shown;
    } catch (cause) {
      const error = showError(getTRPCErrorFromUnknown(cause), ctx, meta);
      onEnd?.(error, input);
      throw error;
    }
  };
}

function parseInput(schema: z.ZodType, sent: unknown): unknown {
  try {
    return schema.parse(sent);
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", cause });
  }
}

function parseOutput(schema: z.ZodType, result: unknown): unknown {
  try {
    return schema.parse(result);
  } catch (cause) {
    const message = "Output validation failed";
    throw new TRPCError({ code: "INTERNAL_SERVER_ERROR", message, cause });
  }
}
