"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { trpc } from "../../rpc/client.ts";
import { type Failed, failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import {
  type Choice,
  choicesOf,
  type FoundPromo,
  type FoundVoucher,
  isServed,
  type Matches,
  promoChoice,
  REDEEMING,
} from "./choices.ts";
import { meaningOf } from "./meaning.ts";
import type { Done } from "./redeem.ts";

/** The pause between keys before a look-up; a scanner types a whole code in less. */
const PAUSE_MS = 120;

/** The steps of the till: find, choose, confirm, done; each new text goes back to find. */
export function useTill(storeId: number | null, openedFor: number | null) {
  const utils = trpc.useUtils();
  const api = useApi();
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const [customerId, setCustomerId] = useState(openedFor);
  const [unowned, setUnowned] = useState<FoundVoucher | null>(null);
  const [promo, setPromo] = useState<FoundPromo | null>(null);
  const [wanted, setWanted] = useState<FoundVoucher | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [spent, setSpent] = useState<FoundVoucher | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [scanned, setScanned] = useState("");
  // a text without a match stays in the field, and the next scan replaces it
  const [kept, setKept] = useState<{ readonly text: string } | null>(null);
  // the current look-up; each action at the till cancels earlier ones
  const turn = useRef(0);
  const isBusy = useIsMutating({ mutationKey: REDEEMING }) > 0;

  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const lookup = trpc.staff.till.lookup.useQuery(
    { text: asked },
    { enabled: asked.length > 1, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const cardQuery = trpc.staff.till.customer.useQuery(
    { customerId: customerId ?? 0, storeId: storeId ?? 0 },
    // an old card would offer items that have been spent since
    { enabled: customerId !== null && storeId !== null, staleTime: 0, gcTime: 0 },
  );
  const card = customerId === null ? undefined : cardQuery.data;
  const cardError = customerId === null ? null : cardQuery.error;
  const isAsking = text.trim().length > 1;
  const matches: Matches | undefined = isAsking ? lookup.data : undefined;
  /** Whether the results are those of the typed text; only then can a line be chosen. */
  const isListed = asked === text.trim() && lookup.isSuccess && !lookup.isPlaceholderData;
  const choices = card ? choicesOf(card) : [];

  // a scanned voucher is confirmed as soon as its owner's card is loaded
  useEffect(() => {
    if (!card) return;
    if (unowned) {
      setChoice({ kind: "unowned", key: `unowned-${unowned.id}`, voucher: unowned });
      setUnowned(null);
    }
    if (promo) {
      if (isServed(card)) setChoice(promoChoice(promo.code));
      setPromo(null);
    }
    if (!wanted) return;
    setWanted(null);
    const voucher = card.vouchers.find(({ id }) => id === wanted.id);
    if (!voucher) {
      // another till was faster: if the card stayed open, Enter would spend another item
      setCustomerId(null);
      setSpent(wanted);
    } else if (voucher.whyNot) setFailed({ ...voucher.whyNot, field: null, errors: {} });
    else if (isServed(card)) setChoice({ kind: "voucher", key: `voucher-${voucher.id}`, voucher });
  }, [card, unowned, promo, wanted]);

  // nothing opens automatically when the network is back; the scan stays in the field to be repeated
  useEffect(() => {
    if (!cardError || card) return;
    setWanted(null);
    if (!scanned) return;
    setCustomerId(null);
    setFailed(failureOf(cardError));
    setText(scanned);
    setKept({ text: scanned });
  }, [cardError, card, scanned]);

  /** Clears the results, and cancels the running look-up. */
  function clear() {
    turn.current += 1;
    setLooking(false);
    setScanned("");
    setCustomerId(null);
    setChoice(null);
    setWanted(null);
    setFailed(null);
    setSpent(null);
    setMissed(null);
    setActive(0);
  }

  /** Cancels the search for a customer after a voucher or promo code was found. */
  function drop() {
    clear();
    setUnowned(null);
    setPromo(null);
  }

  function type(next: string) {
    clear();
    setText(next);
    if (next.trim()) setDone(null);
    else {
      setCustomerId(customerId);
      setChoice(choice);
    }
  }

  function pickVoucher(voucher: FoundVoucher) {
    if (voucher.state !== "open") setSpent(voucher);
    else if (voucher.customer) {
      setWanted(voucher);
      setCustomerId(voucher.customer.id);
    } else setUnowned(voucher);
  }

  /** Opens the match of a text. Waits for the results, because a scanner is faster than they are. */
  async function look(typed: string, chosen: number, isListed = false) {
    clear();
    // the next scan may start before this one is answered, and must not be appended to it
    setText("");
    setLooking(true);
    const mine = turn.current;
    const keep = () => {
      setText(typed);
      setKept({ text: typed });
    };
    try {
      const found = await queries.fetchQuery({
        // each scan is a new request, separate from the list's earlier requests
        queryKey: ["till", "scan", mine],
        queryFn: () => api.staff.till.lookup.query({ text: typed }),
        ...{ staleTime: 0, gcTime: 0, retry: false },
      });
      if (mine !== turn.current) return;
      const meaning = meaningOf(found, typed, isListed ? { line: chosen } : null);
      if (meaning === "several") setText(typed);
      else if (meaning === "nothing") {
        setMissed(typed);
        keep();
      } else {
        setScanned(typed);
        if ("customer" in meaning) setCustomerId(meaning.customer.id);
        else {
          setUnowned(null);
          setPromo(null);
          if ("promo" in meaning) setPromo(meaning.promo);
          else pickVoucher(meaning.voucher);
        }
      }
    } catch (error) {
      if (mine !== turn.current) return;
      setFailed(failureOf(error));
      keep();
    }
    setLooking(false);
  }

  /** The action of Enter in the field. */
  function enter() {
    const typed = text.trim();
    const chosen = choices[active];
    if (typed) void look(typed, active, isListed);
    else if (chosen && !choice) setChoice(chosen);
  }

  function move(step: number) {
    const many = matches ? matches.customers.length + matches.vouchers.length : choices.length;
    setActive((at) => Math.max(0, Math.min(many - 1, at + step)));
  }

  /** One step back: from the confirmation to the card, from the card to nothing. */
  function back() {
    if (choice) {
      setChoice(null);
      if (choice.kind === "unowned") {
        // it still needs a customer
        setCustomerId(null);
        setUnowned(choice.voucher);
      }
      // it shows whether an unanswered try was done
      void utils.staff.till.customer.invalidate();
    } else if (text) type("");
    else drop();
  }

  /** Shows the result, and continues with the text scanned meanwhile. */
  function finish(result: Done, next: string | null) {
    drop();
    setText("");
    setDone(result);
    void utils.staff.till.invalidate();
    void utils.staff.redemptions.invalidate();
    if (next) void look(next, 0);
  }

  const cardFailed = cardError && failureOf(cardError);
  const lookupFailed = lookup.error && isAsking ? failureOf(lookup.error) : null;
  return {
    ...{ text, active, card, choices, choice, matches, done, spent, missed, unowned, promo },
    ...{ scanned, kept, isBusy },
    failed: failed ?? cardFailed ?? lookupFailed,
    isLoading: isLooking || (customerId !== null && cardQuery.isLoading),
    ...{ type, enter, move, back, finish },
    /** Another scan during a confirmation. */
    scan: (code: string) => {
      setDone(null);
      void look(code, 0);
    },
    pickCustomer: (id: number) => {
      clear();
      setText("");
      setCustomerId(id);
    },
    pickVoucher: (voucher: FoundVoucher) => {
      drop();
      setText("");
      pickVoucher(voucher);
    },
    choose: setChoice,
  };
}
