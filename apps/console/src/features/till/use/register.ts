"use client";
import { useOnce } from "../../../rpc/use-once.ts";
import { landChoice } from "../state/land.ts";
import { meetCustomer } from "../state/steps.ts";
import type { Act } from "../state/types.ts";
import { refusedOf } from "./refused.ts";

/** Registers a new customer by phone or email, then serves them. */
export function useRegister(act: Act) {
  const registering = useOnce({
    send: (api, contact: string, options) => api.staff.till.register.mutate({ contact }, options),
    onSuccess: ({ id }, contact) =>
      act((now) =>
        landChoice(now, contact, performance.now(), (till) =>
          meetCustomer(till, { id, name: contact }, null),
        ),
      ),
  });
  return {
    failed: refusedOf(registering.error),
    /** Hides the failure, which is about an earlier text or visit. */
    reset: registering.reset,
    send: (contact: string) => {
      if (!registering.isPending) registering.mutate(contact);
    },
  };
}
