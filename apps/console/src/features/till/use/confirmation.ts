"use client";
import { useMutation } from "@tanstack/react-query";
import { type RefObject, useEffect } from "react";
import { trpc, withKey } from "../../../rpc/client.ts";
import { failureOf, unanswered } from "../../../rpc/failure.ts";
import { outOfPatience } from "../../../rpc/patience.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { useDesk } from "../../session/desk.tsx";
import { inputOf } from "../state/confirmation-input.ts";
import { confirm, finish, loseAnswer, refuse } from "../state/steps.ts";
import type { Act, Sent, Till } from "../state/types.ts";

/** How long a PIN authorizes the visit: long enough for a slow network, too short for the next customer. */
const PIN_HOLDS_SECONDS = 120;

/** Failures after which the visit may still have taken place. */
const unsure = new Set([
  ...unanswered,
  "idempotency_key_in_use",
  // an earlier try under this key took place, with an earlier basket
  "idempotency_key_reused",
]);

type Sending = { readonly visit: Sent; readonly pin: string | null };

/**
 * Confirms the visit as the page shows it. Each try sends the visit's key, so the service does the visit once.
 * `latest` is the till after the last change, which the page may not show yet.
 */
export function useConfirmation(
  till: Till,
  latest: Readonly<RefObject<Till>>,
  storeId: number | null,
  act: Act,
) {
  const api = useApi();
  const utils = trpc.useUtils();
  const servedBy = useDesk().me.person.name;
  const work = useMutation({
    // without a connection the call fails at once; by default, React Query would send it later
    networkMode: "always",
    mutationFn: async ({ visit, pin }: Sending) => {
      const { key, customerId: user } = visit;
      if (pin !== null) {
        const call = { user, pin, request_id: key, timeout: PIN_HOLDS_SECONDS };
        await api.redemptions.authorize.mutate(call, { signal: outOfPatience() });
      }
      const input = inputOf(visit, storeId ?? 0, pin !== null);
      return api.staff.visits.confirm.mutate(input, withKey(key));
    },
    onSuccess: (visit, { visit: { key, basket } }) => {
      const at = new Date().toISOString();
      const done = { key, visit, invoice: basket.invoice, at, servedBy, canceled: [] };
      act((now) => finish(now, done));
    },
    onError: async (error, { visit: { key } }) => {
      const failed = failureOf(error);
      if (unsure.has(failed.code)) return act((now) => loseAnswer(now, key));
      // the page asks to sign in; afterwards staff confirm the visit again
      if (failed.code === "signed_out") return act((now) => refuse(now, key, null));
      // reads the card again, for the number of PIN tries that are left, and for spent vouchers
      await utils.staff.till.customer.invalidate();
      act((now) => refuse(now, key, failed));
    },
  });
  // reads the lists and the card again after a confirmation, also if `useOutcome` has read its outcome
  const done = till.now.step === "receipt" ? till.now.done.key : null;
  useEffect(() => {
    if (done === null) return;
    void utils.staff.till.invalidate();
    void utils.staff.visits.today.invalidate();
    for (const list of ["redemptions", "sales", "vouchers", "customers"] as const)
      void utils.staff[list].invalidate();
  }, [done, utils]);
  return {
    isPending: work.isPending,
    /** `pin` is null if the visit needs no PIN. */
    send: (pin: string | null) => {
      const next = confirm(latest.current, crypto.randomUUID(), till.now);
      if (next === latest.current || next.now.step !== "confirming") return;
      act(() => next);
      work.mutate({ visit: next.now.visit, pin });
    },
  };
}
