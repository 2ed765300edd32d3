"use client";
import { useCallback, useRef, useState } from "react";
import { useAddress } from "../../../ui/use-address.ts";
import { useDesk } from "../../session/desk.tsx";
import { readAddress } from "../state/address.ts";
import { removeLine, setLine } from "../state/basket.ts";
import { change, receive } from "../state/inbox.ts";
import { landChoice, landVoucher, meetHolder } from "../state/land.ts";
import { codeOf, named } from "../state/names.ts";
import {
  answer,
  changeBasket,
  emptyField,
  goBack,
  leave,
  meetCustomer,
  noteCanceled,
  openTill,
  putIn,
  say,
} from "../state/steps.ts";
import type { Act, Basket, Done, FoundCustomer, FoundVoucher, Line, Till } from "../state/types.ts";
import { useVisitAddress } from "./address.ts";
import { useReread } from "./card.ts";
import { useConfirmation } from "./confirmation.ts";
import { useConnection } from "./connection.ts";
import { useKeptVisit, withKept } from "./kept-visit.ts";
import { useLookups } from "./lookups.ts";
import { useOutcome } from "./outcome.ts";
import { useRegister } from "./register.ts";

/** Returns the state of the till, and the actions of staff and scanners on it. */
export function useTill(storeId: number | null) {
  const { get } = useAddress();
  const place = `${useDesk().me.merchant.id} ${storeId}`;
  const [till, setTill] = useState(() =>
    openTill(
      withKept(
        place,
        readAddress((name) => get(name) || null),
      ),
    ),
  );
  // the till after the last change, which the page may not show yet
  const latest = useRef(till);
  const act: Act = useCallback((step) => {
    latest.current = change(latest.current, step);
    setTill(latest.current);
  }, []);
  const kept = useKeptVisit(place, till.now, latest);
  useVisitAddress(till.now, act);
  useConnection(till.connection, act);
  useLookups(till.looking, storeId, act);
  useOutcome(till, act);
  const confirmation = useConfirmation(till, latest, storeId, act);
  const register = useRegister(act);
  const reread = useReread();
  const choose = (code: string, apply: (till: Till) => Till) =>
    act((now) => landChoice(now, code, performance.now(), apply));
  const rearrange = (edit: (basket: Basket) => Basket) => act((now) => changeBasket(now, edit));
  return {
    till,
    act,
    confirmation,
    register,
    kept: kept.visit,
    resume: () => {
      if (kept.visit)
        act((now) => ({ ...now, ...emptyField, message: null, now: kept.visit ?? now.now }));
      kept.discard();
    },
    discardKept: kept.discard,
    type: (text: string) => {
      register.reset();
      act((now) => ({ ...now, text, active: text.trim() ? 0 : -1, message: null }));
    },
    select: (active: number) => act((now) => ({ ...now, active })),
    scan: (text: string, at: number) => {
      register.reset();
      act((now) => ({ ...receive(now, text, at), ...emptyField }));
    },
    meet: (customer: FoundCustomer) => {
      choose(codeOf(customer), (now) => meetCustomer(now, named(customer), null));
      reread(customer.id);
    },
    /**
     * Opens the form for a new customer. Only the form's own button registers, never Enter in the till's
     * field.
     */
    offerRegistration: (text: string) =>
      act((now) => say({ ...now, ...emptyField }, { kind: "missed", text })),
    take: (line: Line) => act((now) => ({ ...putIn(now, line), ...emptyField })),
    takePromo: (code: string) => choose(code, (now) => putIn(now, { kind: "promo", code })),
    takeVoucher: (voucher: FoundVoucher) => {
      choose(voucher.code, (now) => landVoucher(now, voucher));
      if (voucher.customer) reread(voucher.customer.id);
    },
    /** Serves the customer whose voucher cannot be redeemed. */
    meetHolder: (voucher: FoundVoucher) => {
      choose(voucher.code, (now) => meetHolder(now, voucher));
      if (voucher.customer) reread(voucher.customer.id);
    },
    setLine: (line: Line) => rearrange((basket) => setLine(basket, line)),
    remove: (name: string) => rearrange((basket) => removeLine(basket, name)),
    setSale: (sale: string | null) => rearrange((basket) => ({ ...basket, sale })),
    setInvoice: (invoice: string) => rearrange((basket) => ({ ...basket, invoice })),
    noteCanceled: (key: string, canceled: Done["canceled"]) =>
      act((now) => noteCanceled(now, key, canceled)),
    answer: (isSwitch: boolean) => act((now) => answer(now, isSwitch)),
    back: () => {
      register.reset();
      act(goBack);
    },
    leave: () => {
      register.reset();
      act(leave);
    },
    goOn: () => act((now) => ({ ...now, connection: "there" })),
  };
}

export type TillWork = ReturnType<typeof useTill>;
