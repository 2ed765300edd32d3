"use client";
import { IconScan } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";
import { CustomerCard } from "./customer-card.tsx";
import { MatchList } from "./match-list.tsx";
import css from "./till.module.css";
import { useTill } from "./use-till.ts";

// the field comes first; these are fetched with the first key, before anybody has typed a code
const load = {
  Confirmation: () => import("./confirmation.tsx").then(({ Confirmation }) => Confirmation),
  Result: () => import("./result.tsx").then(({ Result }) => Result),
  SpentVoucher: () => import("./spent-voucher.tsx").then(({ SpentVoucher }) => SpentVoucher),
};
const Confirmation = dynamic(load.Confirmation, { ssr: false });
const Result = dynamic(load.Result, { ssr: false });
const SpentVoucher = dynamic(load.SpentVoucher, { ssr: false });

/** One field; what it finds; what can be redeemed; the confirmation; the result. One thing at a time. */
export function Till() {
  const t = useTranslations("till");
  const { store } = useDesk();
  const openedFor = Number(useAddress().get("customer")) || null;
  const till = useTill(store?.id ?? null, openedFor);
  const field = useRef<HTMLInputElement>(null);
  const isConfirming = till.choice !== null;
  const hasCard = till.card !== undefined;

  // the next customer's scan must never land anywhere else
  useEffect(() => {
    if (!isConfirming) field.current?.focus();
  }, [isConfirming]);

  const isInUse = till.text !== "" || hasCard;
  useEffect(() => {
    if (isInUse) for (const fetchPart of Object.values(load)) void fetchPart();
  }, [isInUse]);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      till.move(step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      void till.enter();
    } else if (event.key === "Escape") till.back();
  }

  if (!store) return <Empty title={t("noStore")}>{t("noStoreAdvice")}</Empty>;
  const listed = till.matches ?? (hasCard ? till.card : undefined);
  return (
    <div className={css.till}>
      <h1 className={css.hidden}>{t("title")}</h1>
      <div className={css.field}>
        <IconScan size={24} aria-hidden />
        <input
          ref={field}
          role="combobox"
          aria-label={t("field")}
          aria-expanded={listed !== undefined}
          aria-controls="till-list"
          aria-activedescendant={listed && !isConfirming ? `till-${till.active}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={till.unowned ? t("whose") : t("placeholder")}
          value={till.text}
          onChange={({ currentTarget }) => till.type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {till.unowned ? (
        <Notice tone="plain">{t("unowned", { name: till.unowned.name })}</Notice>
      ) : null}
      {till.failed ? <Refusal of={till.failed} /> : null}
      {till.spent ? <SpentVoucher voucher={till.spent} /> : null}
      {till.missed ? (
        <Notice tone="warn">
          <p>
            <strong>
              {t.rich("missed", { text: till.missed, bdi: (chunks) => <bdi>{chunks}</bdi> })}
            </strong>{" "}
            {t("missedAdvice")}
          </p>
        </Notice>
      ) : null}
      {till.done ? <Result key={till.done.redemptionId} of={till.done} /> : null}
      {till.matches ? (
        <MatchList
          matches={till.matches}
          active={till.active}
          onCustomer={till.pickCustomer}
          onVoucher={till.pickVoucher}
        />
      ) : null}
      {till.isLoadingCard ? <Skeletons count={3} height={72} /> : null}
      {till.card && till.choice ? (
        <Confirmation
          key={till.choice.key}
          card={till.card}
          choice={till.choice}
          store={store}
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
      {!listed &&
      !till.done &&
      !till.failed &&
      !till.spent &&
      !till.missed &&
      !till.isLoadingCard ? (
        <Empty icon={<IconScan size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
    </div>
  );
}
