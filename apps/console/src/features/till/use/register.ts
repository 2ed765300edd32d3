"use client";
import { useOnce } from "../../../rpc/use-once.ts";
import { landChoice } from "../state/land.ts";
import { meetCustomer } from "../state/steps.ts";
import type { Act } from "../state/types.ts";
import { refusedOf } from "./refused.ts";

/** A new customer: a phone or an email, and a name, which may be empty. */
export type Newcomer = { readonly contact: string; readonly name: string };

/** Registers a new customer, then serves them. */
export function useRegister(act: Act) {
  const registering = useOnce({
    send: (api, newcomer: Newcomer, options) => api.staff.till.register.mutate(newcomer, options),
    onSuccess: ({ id }, { contact, name }) =>
      act((now) =>
        landChoice(now, contact, performance.now(), (till) =>
          meetCustomer(till, { id, name: name || contact }, null),
        ),
      ),
  });
  return {
    failed: refusedOf(registering.error),
    /** Hides the failure, which is about an earlier text or visit. */
    reset: registering.reset,
    send: (newcomer: Newcomer) => {
      if (!registering.isPending) registering.mutate(newcomer);
    },
  };
}
