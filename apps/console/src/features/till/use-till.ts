"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { trpc } from "../../rpc/client.ts";
import { type Failed, failureOf } from "../../rpc/failure.ts";
import { type Choice, choicesOf, type FoundVoucher, type Matches } from "./choices.ts";
import type { Done } from "./redeem.ts";

/** Between keys, not after each: a scanner types a code in less. */
const PAUSE_MS = 120;

/** The steps of the till: find, choose, confirm, done; and back to find with each new text. */
export function useTill(storeId: number | null, openedFor: number | null) {
  const utils = trpc.useUtils();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const [customerId, setCustomerId] = useState(openedFor);
  const [unowned, setUnowned] = useState<FoundVoucher | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [spent, setSpent] = useState<FoundVoucher | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [missed, setMissed] = useState<string | null>(null);

  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const lookup = trpc.staff.till.lookup.useQuery(
    { text: asked },
    { enabled: asked.length > 1, placeholderData: keepPreviousData },
  );
  const cardQuery = trpc.staff.till.customer.useQuery(
    { customerId: customerId ?? 0, storeId: storeId ?? 0 },
    { enabled: customerId !== null && storeId !== null, staleTime: 0 },
  );
  const card = customerId === null ? undefined : cardQuery.data;
  const matches: Matches | undefined = text.trim().length > 1 ? lookup.data : undefined;
  const choices = card ? choicesOf(card) : [];

  // a voucher that was scanned is confirmed as soon as its owner's card is there
  useEffect(() => {
    if (!card) return;
    if (unowned) {
      setChoice({ kind: "unowned", key: `unowned-${unowned.id}`, voucher: unowned });
      setUnowned(null);
    }
    const voucher = card.vouchers.find(({ id }) => id === wanted);
    if (voucher?.whyNot) setFailed({ ...voucher.whyNot, field: null, errors: {} });
    else if (voucher && !card.whyNot)
      setChoice({ kind: "voucher", key: `voucher-${voucher.id}`, voucher });
    if (wanted !== null) setWanted(null);
  }, [card, unowned, wanted]);

  function clear() {
    setCustomerId(null);
    setChoice(null);
    setWanted(null);
    setUnowned(null);
    setFailed(null);
    setSpent(null);
    setMissed(null);
    setActive(0);
  }

  function type(next: string) {
    setText(next);
    setActive(0);
    setFailed(null);
    setSpent(null);
    setMissed(null);
    if (next.trim() && !unowned) {
      setCustomerId(null);
      setChoice(null);
    }
    if (next.trim()) setDone(null);
  }

  function pickCustomer(id: number) {
    setActive(0);
    setDone(null);
    setCustomerId(id);
  }

  function pickVoucher(voucher: FoundVoucher) {
    clear();
    setDone(null);
    if (voucher.state !== "open") setSpent(voucher);
    else if (voucher.customer) {
      setWanted(voucher.id);
      setCustomerId(voucher.customer.id);
    } else setUnowned(voucher);
  }

  /** What Enter does in the field. A scanner is faster than the results: they are waited for. */
  async function enter() {
    const typed = text.trim();
    if (!typed) {
      const chosen = choices[active];
      if (chosen) setChoice(chosen);
      return;
    }
    // the next scan may begin before this one is answered, and must not be typed behind it
    setText("");
    try {
      const found = await utils.staff.till.lookup.fetch({ text: typed });
      const all = [...found.customers, ...found.vouchers];
      const at = all.length > 1 && found.vouchers.length > 0 && active === 0 ? null : active;
      const voucher = at === null ? found.vouchers[0] : found.vouchers[at - found.customers.length];
      const customer = at === null ? undefined : found.customers[at];
      if (customer) pickCustomer(customer.id);
      else if (voucher) pickVoucher(voucher);
      else {
        setMissed(typed);
        setText((now) => now || typed);
      }
    } catch (error) {
      setFailed(failureOf(error));
      setText((now) => now || typed);
    }
  }

  function move(step: number) {
    const many = matches ? matches.customers.length + matches.vouchers.length : choices.length;
    setActive((at) => Math.max(0, Math.min(many - 1, at + step)));
  }

  /** One step back: from the confirmation to the card, from the card to nothing. */
  function back() {
    if (choice) setChoice(null);
    else if (text) type("");
    else clear();
  }

  function finish(result: Done) {
    clear();
    setText("");
    setDone(result);
    void utils.staff.till.customer.invalidate();
    void utils.staff.redemptions.invalidate();
  }

  const cardFailed = cardQuery.error && customerId !== null ? failureOf(cardQuery.error) : null;
  return {
    ...{ text, active, card, choices, choice, matches, done, spent, missed, unowned },
    failed: failed ?? cardFailed,
    isLoadingCard: customerId !== null && cardQuery.isLoading,
    ...{ type, enter, move, back, finish },
    pickCustomer: (id: number) => {
      setText("");
      pickCustomer(id);
    },
    pickVoucher: (voucher: FoundVoucher) => {
      setText("");
      pickVoucher(voucher);
    },
    choose: setChoice,
  };
}
