import { unblockPin } from "@stampbook/core/pin";
import { z } from "zod";
import * as sample from "../../document/sample.ts";
import { operation } from "../../trpc.ts";
import { userRef } from "../../wire/fields.ts";
import { required } from "../../wire/reading.ts";
import { StatusOk, statusOk } from "../../wire/status.ts";

/**
 * Lifts the block that wrong tries caused, unless the count of wrong tries that never expires caused it.
 * Interface, endpoint 5.
 */
export const unblock = operation
  .meta({
    summary: "Unblocks a customer's PIN (5)",
    example: { body: sample.someone, answer: sample.ok },
    rest: { path: "/api/pin/unblock", operationId: "unblockPin" },
    scope: "pin",
    failures: { invalid_user: "user", pin_blocked: "user", too_many_attempts: "user" },
  })
  .input(z.object({ user: required(userRef) }))
  .output(StatusOk)
  .mutation(async ({ ctx, input }) => {
    await unblockPin(ctx.coreFor(input), input);
    return statusOk;
  });
