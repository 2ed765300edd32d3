"use client";
import { IconScan } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty.tsx";
import { later } from "../../ui/later.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { type Store, useDesk } from "../session/desk.tsx";
import css from "./till.module.css";
import { useTill } from "./use-till.ts";

// the field comes first; these load with the first key, before a code is fully typed
const load = {
  Confirmation: () => import("./confirmation.tsx").then(({ Confirmation }) => Confirmation),
  CustomerCard: () => import("./customer-card.tsx").then(({ CustomerCard }) => CustomerCard),
  MatchList: () => import("./match-list.tsx").then(({ MatchList }) => MatchList),
  Missed: () => import("./missed.tsx").then(({ Missed }) => Missed),
  Result: () => import("./result.tsx").then(({ Result }) => Result),
  SpentVoucher: () => import("./spent-voucher.tsx").then(({ SpentVoucher }) => SpentVoucher),
};
const NoStore = later(() => import("../session/no-store.tsx").then(({ NoStore }) => NoStore));
const Confirmation = later(load.Confirmation);
const CustomerCard = later(load.CustomerCard, <Skeletons count={3} height={72} />);
const MatchList = later(load.MatchList);
const Missed = later(load.Missed);
const Result = later(load.Result);
const SpentVoucher = later(load.SpentVoucher);

/** Loads the parts of the till with the first key. */
function usePreload(isInUse: boolean) {
  useEffect(() => {
    if (isInUse) for (const fetchPart of Object.values(load)) void fetchPart();
  }, [isInUse]);
}

/** The till: one field, its matches, the items to redeem, the confirmation, the result. One at a time. */
export function Till() {
  const t = useTranslations("till");
  const { store } = useDesk();
  const { get, replace } = useAddress();
  const [openedFor] = useState(() => Number(get("customer")) || null);
  const till = useTill(store?.id ?? null, openedFor);
  const hasCard = till.card !== undefined;
  usePreload(till.state.text !== "" || hasCard);

  // a reload must not show an earlier customer again
  useEffect(() => {
    if (openedFor && hasCard) replace({ customer: null });
  }, [openedFor, hasCard, replace]);

  if (!store) return <NoStore />;
  return (
    <div className={css.till}>
      <h1 className={css.hidden}>{t("title")}</h1>
      <TillField till={till} />
      <Messages till={till} />
      <Results till={till} store={store} />
    </div>
  );
}

type PartProps = { till: ReturnType<typeof useTill> };

/** The list that the field's arrow keys move in: the matches, else the items of the card. */
const listOf = ({ matches, card }: PartProps["till"]) => matches ?? card;

/** What the last text opened apart from a customer: a request for one, a refusal, or the result. */
function Messages({ till }: PartProps) {
  const t = useTranslations("till");
  const { awaiting, message, done } = till.state;
  return (
    <>
      {awaiting?.kind === "unowned" ? (
        <Notice tone="plain">{t("unowned", { name: awaiting.voucher.name })}</Notice>
      ) : null}
      {awaiting?.kind === "promo" ? (
        <Notice tone="plain">{t("promoOf", { name: awaiting.promo.name })}</Notice>
      ) : null}
      {till.failed ? <Refusal failed={till.failed} /> : null}
      {message?.kind === "spent" ? <SpentVoucher voucher={message.voucher} /> : null}
      {message?.kind === "missed" ? <Missed text={message.text} /> : null}
      {done ? <Result key={done.redemptionId} done={done} /> : null}
    </>
  );
}

/** The matches, the card of a customer or the confirmation; before the first text, what to do. */
function Results({ till, store }: PartProps & { store: Store }) {
  const t = useTranslations("till");
  const { matches, card, failed, isLoading } = till;
  const { choice, active, awaiting, message, done, scanned } = till.state;
  const isAwaiting = awaiting !== null && awaiting.kind !== "owned";
  const isReady = !(listOf(till) || done || failed || message || isAwaiting || isLoading);
  return (
    <>
      {matches ? (
        <MatchList
          {...{ matches, active }}
          onCustomer={till.pickCustomer}
          onVoucher={till.pickVoucher}
        />
      ) : null}
      {isLoading ? <Skeletons count={3} height={72} /> : null}
      {card && choice ? (
        <Confirmation
          key={choice.key}
          {...{ card, choice, store, scanned }}
          onScan={till.scan}
          onBack={till.back}
          onDone={till.finish}
        />
      ) : null}
      {card && !matches && !choice ? (
        <CustomerCard {...{ card, active }} choices={till.choices} onChoose={till.choose} />
      ) : null}
      {isReady ? (
        <Empty icon={<IconScan size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
    </>
  );
}

/** The field for scans and search words. */
function TillField({ till }: PartProps) {
  const t = useTranslations("till");
  const { text, active, awaiting, choice, kept } = till.state;
  const field = useRef<HTMLInputElement>(null);
  const isConfirming = choice !== null;
  const isListed = listOf(till) !== undefined;
  const isAwaiting = awaiting !== null && awaiting.kind !== "owned";

  // the next customer's scan must always go to the field
  useEffect(() => {
    if (!isConfirming) field.current?.focus();
  }, [isConfirming]);

  useEffect(() => {
    if (kept) field.current?.select();
  }, [kept]);

  function onKeyDown(event: KeyboardEvent) {
    if (till.isBusy) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      till.move(step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      till.enter();
    } else if (event.key === "Escape") till.back();
  }

  return (
    <div className={css.field}>
      <IconScan size={24} aria-hidden />
      <input
        ref={field}
        autoFocus
        role="combobox"
        aria-label={t("field")}
        aria-expanded={isListed}
        aria-controls="till-list"
        aria-activedescendant={isListed && !isConfirming ? `till-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        placeholder={isAwaiting ? t("whose") : t("placeholder")}
        readOnly={till.isBusy}
        value={text}
        onChange={({ currentTarget }) => till.type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
