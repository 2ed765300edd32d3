import type { AppRouter } from "@stampbook/router";
import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { failureOf } from "./failure.ts";

type Ask = () => Promise<boolean>;

let askHere: Ask | null = null;

/**
 * From now on, calls `ask` when a call needs a password entered recently. `ask` resolves to whether the person
 * entered it. Ends when the returned function is called.
 */
export function confirmHere(ask: Ask): () => void {
  askHere = ask;
  return () => {
    askHere = null;
  };
}

/** A link that asks for the password if a call needs it, and then sends the call again. */
export const confirmFirst: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      let sent = { unsubscribe: () => {} };
      const send = (ask: Ask | null) => {
        sent = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: async (error) => {
            const isNeeded = failureOf(error).code === "fresh_password_required";
            if (!isNeeded || !ask || !(await ask())) return observer.error(error);
            if (!isOver) send(null);
          },
        });
      };
      send(askHere);
      return () => {
        isOver = true;
        sent.unsubscribe();
      };
    });
