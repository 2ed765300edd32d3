import { getOutcome } from "@stampbook/core/outcomes";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { idempotencyKey } from "../../idempotency.ts";
import type { ListedProcedure } from "../../procedures.ts";
import type { Asker } from "../../replay.ts";
import { checkScope } from "../../scopes.ts";
import { operation } from "../../trpc.ts";
import { Problem, type Reader, required } from "../../wire/reading.ts";
import { secondsOf } from "../../wire/values.ts";

const Answer = z.object({
  state: z
    .enum(["done", "running", "unknown"])
    .describe(
      "`done`: the change is written. `running`: it is being written now. `unknown`: no call of the last seven days wrote this key. The same call with the same key is safe in each.",
    ),
  operation: z.string().describe("The operation, by its procedure's name."),
  created: z
    .int()
    .nullable()
    .describe("When the call was done, in seconds since 1970. Null unless it is done."),
  kept_until: z
    .int()
    .nullable()
    .describe("Until when the answer is kept, in seconds since 1970. Null unless it is done."),
  answer: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The answer of the call. Null unless it is done."),
});

/** Reads the name of an operation with an idempotency key, or its path, with or without a slash behind. */
function nameOfKeyed(keyed: readonly ListedProcedure[]): Reader<string, string> {
  const paths = keyed.map(({ meta }) => String(meta.rest?.path));
  const names = keyed.map(({ name }) => name);
  const expected = new Problem("invalid_choice", `One of ${paths.join(", ")} is expected.`);
  return {
    described: { type: "string", enum: [...paths, ...names] },
    trims: true,
    read: (value) => {
      const text = typeof value === "string" ? value.trim().replace(/(?<=.)\/$/, "") : "";
      const found = keyed.find(({ name, meta }) => name === text || meta.rest?.path === text);
      return found?.name ?? expected;
    },
  };
}

/**
 * Returns the outcome of a call by its idempotency key. The token needs the scope of the operation that was called.
 * Interface D4.
 */
export function byKeyOf(operations: readonly ListedProcedure[]) {
  const keyed = operations.filter(({ meta }) => meta.replays);
  return operation
    .meta({
      summary: "Returns the outcome of a call by its idempotency key (D4)",
      example: {
        after: "transactions.add",
        body: { operation: "/api/v2/transactions/add", key: "example" },
        answer: {
          state: "done",
          operation: "transactions.add",
          created: 1795305600,
          kept_until: 1795910400,
          answer: {
            transaction: { ...sample.transaction, number_of_people: 1, discount: null },
            customer: { ...sample.earner, mobile_phone: "+6281239871234" },
          },
        },
      },
      failures: { too_many_attempts: "key" },
      rest: { path: "/api/v2/outcomes", operationId: "callOutcome", methods: ["GET"] },
    })
    .input(
      z.object({
        operation: required(nameOfKeyed(keyed)).describe(
          "The path that was called, or the procedure's name.",
        ),
        key: required(idempotencyKey).describe("The `Idempotency-Key` of the call."),
      }),
    )
    .output(Answer)
    .query(async ({ ctx, input }) => {
      const core = ctx.coreFor(input);
      const called = keyed.find(({ name }) => name === input.operation);
      if (!called) throw new TypeError("the input names an operation");
      const { name, meta, output } = called;
      const { replays = [], scope } = meta;
      if (scope) checkScope(core.caller, scope);
      const stored = replays.map((each) => each.operation);
      const found = await getOutcome(core, stored, input.key);
      const asked = { operation: name, created: null, kept_until: null, answer: null };
      if (found.state !== "done") return { ...asked, state: found.state };
      const asker: Asker = { core, merchant: ctx.merchant };
      const shown = await replays
        .find((each) => each.operation === found.operation)
        ?.answer(found.outcome, asker);
      return {
        ...asked,
        state: found.state,
        created: secondsOf(found.createdAt),
        kept_until: secondsOf(found.keptUntil),
        answer: output?.parse(shown) as Record<string, unknown>,
      };
    });
}
