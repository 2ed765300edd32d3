import type { AppRouter } from "@stampbook/router";
import type { Operation, TRPCLink } from "@trpc/client";
import { tap } from "@trpc/server/observable";
import { noteRepeat, type Repeat } from "./failure.ts";

/** Returns what happens if the call is sent again. The context is that of `withKey` or `doneOnce`. */
function repeatOf({ type, context }: Pick<Operation, "type" | "context">): Repeat {
  if (type !== "mutation") return "read";
  return typeof context.idempotencyKey === "string" || context.isDoneOnce === true
    ? "once"
    : "unsure";
}

/** A link that notes on each error what happens if the call is sent again. */
export const noteRepeats: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(tap({ error: (error) => noteRepeat(error, repeatOf(op)) }));
