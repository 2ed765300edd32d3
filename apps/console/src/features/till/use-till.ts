"use client";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { type Choice, choicesOf, type FoundVoucher, REDEEMING } from "./choices.ts";
import { meaningOf } from "./meaning.ts";
import type { Done } from "./redeem.ts";
import {
  clearAll,
  clearResults,
  closeCard,
  goBack,
  keepText,
  openAwaited,
  openMeaning,
  openTill,
  openVoucher,
  type TillState,
  typeText,
} from "./till-state.ts";
import { useCard } from "./use-card.ts";
import { useMatches } from "./use-matches.ts";

type Step = (state: TillState) => TillState;

/** The till's state, and the look-up that opens the match of a scanned text. */
function useSteps(openedFor: number | null) {
  const api = useApi();
  const queries = useQueryClient();
  const [state, setState] = useState(() => openTill(openedFor));
  // the current look-up; each action at the till cancels earlier ones
  const turn = useRef(0);

  function act(step: Step) {
    turn.current += 1;
    setState(step);
  }

  /** Opens the match of a text. Waits for the results, because a scanner is faster than they are. */
  async function look(text: string, shown: { readonly line: number } | null = null) {
    // the next scan may start before this one is answered, and must not be appended to it
    act((now) => ({ ...clearResults(now), text: "", isLooking: true }));
    const mine = turn.current;
    try {
      const matches = await queries.fetchQuery({
        // each scan is a new request, separate from the list's earlier requests
        queryKey: ["till", "scan", mine],
        queryFn: () => api.staff.till.lookup.query({ text }),
        ...{ staleTime: 0, gcTime: 0, retry: false },
      });
      if (mine !== turn.current) return;
      const meaning = meaningOf(matches, text, shown);
      setState((now) => openMeaning(now, meaning, text));
    } catch (error) {
      if (mine !== turn.current) return;
      const failed = failureOf(error);
      setState((now) => keepText(now, text, { kind: "failed", failed }));
    }
  }

  return { state, setState, act, look };
}

/** The steps of the till: find, choose, confirm, done; each new text goes back to find. */
export function useTill(storeId: number | null, openedFor: number | null) {
  const utils = trpc.useUtils();
  const { state, setState, act, look } = useSteps(openedFor);
  const { text, active, awaiting, choice, message } = state;
  const isBusy = useIsMutating({ mutationKey: REDEEMING }) > 0;
  const search = useMatches(text);
  const { card, ...reading } = useCard(state.customerId, storeId);
  const choices = card ? choicesOf(card) : [];

  useEffect(() => {
    if (card && awaiting) setState((now) => openAwaited(now, awaiting, card));
  }, [card, awaiting, setState]);

  // nothing opens automatically when the network is back
  useEffect(() => {
    if (reading.error && !card) setState((now) => closeCard(now, failureOf(reading.error)));
  }, [reading.error, card, setState]);

  /** The action of Enter in the field. */
  function enter() {
    const typed = text.trim();
    const chosen = choices[active];
    if (typed) void look(typed, search.isListed ? { line: active } : null);
    else if (chosen && !choice) setState((now) => ({ ...now, choice: chosen }));
  }

  function move(step: number) {
    const { customers, vouchers } = search.matches ?? { customers: [], vouchers: [] };
    const count = search.matches ? customers.length + vouchers.length : choices.length;
    setState((now) => ({ ...now, active: Math.max(0, Math.min(count - 1, now.active + step)) }));
  }

  function back() {
    act(goBack);
    // it shows whether an unanswered try was done
    if (choice) void utils.staff.till.customer.invalidate();
  }

  /** Shows the result, and continues with the text scanned meanwhile. */
  function finish(done: Done, next: string | null) {
    act((now) => ({ ...clearAll(now), done }));
    void utils.staff.till.invalidate();
    void utils.staff.redemptions.invalidate();
    if (next) void look(next);
  }

  return {
    ...{ state, card, choices, isBusy, matches: search.matches },
    failed: message?.kind === "failed" ? message.failed : (reading.failed ?? search.failed),
    isLoading: state.isLooking || reading.isLoading,
    ...{ enter, move, back, finish },
    type: (next: string) => act((now) => typeText(now, next)),
    /** Another scan during a confirmation. */
    scan: (code: string) => {
      setState((now) => ({ ...now, done: null }));
      void look(code);
    },
    pickCustomer: (customerId: number) =>
      act((now) => ({ ...clearResults(now), text: "", customerId })),
    pickVoucher: (voucher: FoundVoucher) => act((now) => openVoucher(clearAll(now), voucher)),
    choose: (chosen: Choice) => setState((now) => ({ ...now, choice: chosen })),
  };
}
