"use client";
import { useOnce } from "../../../rpc/use-once.ts";
import { refusedOf } from "./refused.ts";
import type { TillWork } from "./till.ts";

/** Registers a new customer by a phone or an email, and goes on with their visit. */
export function useRegister(work: Pick<TillWork, "meet">) {
  const registering = useOnce({
    send: (api, contact: string, options) => api.staff.till.register.mutate({ contact }, options),
    onSuccess: ({ id }) => work.meet({ id, name: "" }),
  });
  return {
    failed: refusedOf(registering.error),
    send: (contact: string) => {
      if (!registering.isPending) registering.mutate(contact);
    },
  };
}
