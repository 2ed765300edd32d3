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
import { useDesk } from "../session/desk.tsx";
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

/** The till: one field, its matches, the items to redeem, the confirmation, the result. One at a time. */
export function Till() {
  const t = useTranslations("till");
  const { store } = useDesk();
  const { get, replace } = useAddress();
  const [openedFor] = useState(() => Number(get("customer")) || null);
  const till = useTill(store?.id ?? null, openedFor);
  const field = useRef<HTMLInputElement>(null);
  const isConfirming = till.choice !== null;
  const hasCard = till.card !== undefined;

  // the next customer's scan must always go to the field
  useEffect(() => {
    if (!isConfirming) field.current?.focus();
  }, [isConfirming]);

  useEffect(() => {
    if (till.kept) field.current?.select();
  }, [till.kept]);

  // a reload must not show an earlier customer again
  useEffect(() => {
    if (openedFor && hasCard) replace({ customer: null });
  }, [openedFor, hasCard, replace]);

  const isInUse = till.text !== "" || hasCard;
  useEffect(() => {
    if (isInUse) for (const fetchPart of Object.values(load)) void fetchPart();
  }, [isInUse]);

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

  if (!store) return <NoStore />;
  const listed = till.matches ?? (hasCard ? till.card : undefined);
  const isToldSomething = till.done || till.failed || till.spent || till.missed;
  const isReady = !(listed || isToldSomething || till.unowned || till.promo || till.isLoading);
  return (
    <div className={css.till}>
      <h1 className={css.hidden}>{t("title")}</h1>
      <div className={css.field}>
        <IconScan size={24} aria-hidden />
        <input
          ref={field}
          autoFocus
          role="combobox"
          aria-label={t("field")}
          aria-expanded={listed !== undefined}
          aria-controls="till-list"
          aria-activedescendant={listed && !isConfirming ? `till-${till.active}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={till.unowned || till.promo ? t("whose") : t("placeholder")}
          readOnly={till.isBusy}
          value={till.text}
          onChange={({ currentTarget }) => till.type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {till.unowned ? (
        <Notice tone="plain">{t("unowned", { name: till.unowned.name })}</Notice>
      ) : null}
      {till.promo ? <Notice tone="plain">{t("promoOf", { name: till.promo.name })}</Notice> : null}
      {till.failed ? <Refusal of={till.failed} /> : null}
      {till.spent ? <SpentVoucher voucher={till.spent} /> : null}
      {till.missed ? <Missed text={till.missed} /> : null}
      {till.done ? <Result key={till.done.redemptionId} of={till.done} /> : null}
      {till.matches ? (
        <MatchList
          matches={till.matches}
          active={till.active}
          onCustomer={till.pickCustomer}
          onVoucher={till.pickVoucher}
        />
      ) : null}
      {till.isLoading ? <Skeletons count={3} height={72} /> : null}
      {till.card && till.choice ? (
        <Confirmation
          key={till.choice.key}
          card={till.card}
          choice={till.choice}
          store={store}
          scanned={till.scanned}
          onScan={till.scan}
          onBack={till.back}
          onDone={till.finish}
        />
      ) : null}
      {till.card && !till.matches && !till.choice ? (
        <CustomerCard
          card={till.card}
          choices={till.choices}
          active={till.active}
          onChoose={till.choose}
        />
      ) : null}
      {isReady ? (
        <Empty icon={<IconScan size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
    </div>
  );
}
