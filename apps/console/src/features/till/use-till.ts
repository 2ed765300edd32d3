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

/** Between keys, not after each: a scanner types a code in less. */
const PAUSE_MS = 120;

/** The steps of the till: find, choose, confirm, done; and back to find with each new text. */
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
  // what stands in the field again because it led to nothing: the next scan replaces it
  const [kept, setKept] = useState<{ readonly text: string } | null>(null);
  // which look-up is waited for: whatever is done at the till drops the ones before
  const turn = useRef(0);
  const isBusy = useIsMutating({ mutationKey: REDEEMING }) > 0;

  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const lookup = trpc.staff.till.lookup.useQuery(
    { text: asked },
    { enabled: asked.length > 1, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const cardQuery = trpc.staff.till.customer.useQuery(
    { customerId: customerId ?? 0, storeId: storeId ?? 0 },
    // a card of before would offer what is spent by now
    { enabled: customerId !== null && storeId !== null, staleTime: 0, gcTime: 0 },
  );
  const card = customerId === null ? undefined : cardQuery.data;
  const cardError = customerId === null ? null : cardQuery.error;
  const isAsking = text.trim().length > 1;
  const matches: Matches | undefined = isAsking ? lookup.data : undefined;
  /** Whether what is shown is what was typed: only then is a line of it chosen. */
  const isListed = asked === text.trim() && lookup.isSuccess && !lookup.isPlaceholderData;
  const choices = card ? choicesOf(card) : [];

  // a voucher that was scanned is confirmed as soon as its owner's card is there
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
      // another till was faster: with the card left open, Enter would spend something else
      setCustomerId(null);
      setSpent(wanted);
    } else if (voucher.whyNot) setFailed({ ...voucher.whyNot, field: null, errors: {} });
    else if (isServed(card)) setChoice({ kind: "voucher", key: `voucher-${voucher.id}`, voucher });
  }, [card, unowned, promo, wanted]);

  // nothing is opened by itself once the line is back: the scan stands there to be done again
  useEffect(() => {
    if (!cardError || card) return;
    setWanted(null);
    if (!scanned) return;
    setCustomerId(null);
    setFailed(failureOf(cardError));
    setText(scanned);
    setKept({ text: scanned });
  }, [cardError, card, scanned]);

  /** What was found so far is not shown any more, and what is being looked up will not be. */
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

  /** Nor is anybody looked for any more whose voucher or promo code was found. */
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

  /** Opens what a text means. A scanner is faster than the results: they are waited for. */
  async function look(typed: string, chosen: number, isListed = false) {
    clear();
    // the next scan may begin before this one is answered, and must not be typed behind it
    setText("");
    setLooking(true);
    const mine = turn.current;
    const keep = () => {
      setText(typed);
      setKept({ text: typed });
    };
    try {
      const found = await queries.fetchQuery({
        // each scan is asked anew, and has no part in what the list has asked before
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

  /** What Enter does in the field. */
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
        // it is still to be given to somebody
        setCustomerId(null);
        setUnowned(choice.voucher);
      }
      // it tells whether a try without an answer was done
      void utils.staff.till.customer.invalidate();
    } else if (text) type("");
    else drop();
  }

  /** Tells what was redeemed, and goes on with what was scanned meanwhile. */
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
    /** Another scan in the middle of a confirmation. */
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
