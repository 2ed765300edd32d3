"use client";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { useAmounts } from "../../ui/amount.ts";
import { useMoney } from "../../ui/money.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { type Store, useDesk } from "../session/desk.tsx";
import { type Card, type Choice, REDEEMING, titleOf } from "./choices.ts";
import { PinStep } from "./pin-step.tsx";
import { type Done, type Given, redeem } from "./redeem.ts";
import css from "./till.module.css";
import { useAttempt } from "./use-attempt.ts";
import { takesScans, useOtherScan } from "./use-other-scan.ts";
import { useTillWords } from "./use-till-words.ts";

type ConfirmationProps = {
  card: Card;
  choice: Choice;
  store: Store;
  /** The scanned text that opened this confirmation. */
  scanned: string;
  onScan: (code: string) => void;
  onBack: () => void;
  onDone: (done: Done, next: string | null) => void;
};

/** Refusals that are shown at a field of the form. */
const shownAtField = new Set(["value", "stamps", "promo_code", "invoice_number", "pin"]);

/** Shows in one line what will happen; Enter redeems. */
export function Confirmation({ card, choice, store, onBack, onDone, ...rest }: ConfirmationProps) {
  const t = useTranslations("till");
  const api = useApi();
  const utils = trpc.useUtils();
  const money = useMoney(useDesk().me.merchant.currency);
  const amounts = useAmounts();
  const left = choice.kind === "voucher" ? choice.voucher.remainingValue : null;
  const isFlexible = choice.kind === "reward" && choice.reward.kind === "flexible";
  const cost = choice.kind === "reward" ? choice.reward.stampsToRedeem : 0;
  const form = useRef<HTMLFormElement>(null);
  const attempt = useAttempt(`${card.customer.id} ${choice.key}`, {
    invoiceNumber: "",
    value: "",
    stamps: isFlexible ? "1" : "",
    promoCode: choice.kind === "promo" ? choice.code : "",
    pin: "",
  });
  const { key, given, setGiven } = attempt;
  const change = (changes: Partial<Given>) => setGiven((before) => ({ ...before, ...changes }));
  const work = useMutation({
    mutationKey: REDEEMING,
    mutationFn: (now: Given) => {
      const value = left === null ? "" : (amounts.read(now.value) ?? "");
      return redeem(api, { card, choice, storeId: store.id, given: { ...now, value }, key });
    },
    onSettled: (_, error, tried) => attempt.note(tried, error && failureOf(error)),
    onSuccess: (done) => onDone(done, waiting.current),
    // after a lost response, the same press asks for the outcome of the first try
    onError: async (error) => {
      const { code, field } = failureOf(error);
      // another till was faster, so look up when and where
      if (code === "voucher_already_redeemed" && "voucher" in choice)
        return rest.onScan(choice.voucher.code);
      if (code !== "unreachable") change({ pin: "" });
      // load the new number of tries before the refusal is shown
      if (field === "pin") await utils.staff.till.customer.invalidate();
    },
  });
  const waiting = useOtherScan({
    ...{ form, given, setGiven, onBack, onScan: rest.onScan },
    codes: [rest.scanned, "voucher" in choice ? choice.voucher.code : null],
    isBusy: work.isPending,
  });
  useUnsaved(work.isPending, t("stillRedeeming"));
  const failed = work.error && failureOf(work.error);
  const wrong = useTillWords(failed);
  const isPinShut = card.needsPin && card.credentials.pin.state !== "open";
  const isPinMissing = isPinShut || (card.needsPin && given.pin.length < 6);
  const amount = left === null || given.value.trim() === "" ? "" : amounts.read(given.value);
  const what = titleOf(choice) ?? t("promo");
  const how =
    isFlexible || left !== null || choice.kind === "promo" ? null : t("stamps", { count: cost });

  return (
    <form
      ref={form}
      className={css.card}
      aria-label={t("confirm")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPinMissing && !work.isPending && amount !== null) work.mutate(given);
      }}
    >
      <div>
        <h2>
          <bdi>{[what, how, t("at", { store: store.name })].filter(Boolean).join(", ")}</bdi>
        </h2>
        <p className={css.quiet}>
          {t.rich("for", { name: card.customer.name, bdi: (chunks) => <bdi>{chunks}</bdi> })}
        </p>
      </div>
      {failed && !(failed.field && shownAtField.has(failed.field)) ? <Refusal of={failed} /> : null}
      {attempt.isChanged || (attempt.isUnanswered && !failed) ? (
        <Notice tone="warn">{t(attempt.isChanged ? "changedSince" : "unanswered")}</Notice>
      ) : null}
      <div className={css.fields}>
        {choice.kind === "promo" ? (
          <TextInput
            label={t("promoCode")}
            value={given.promoCode}
            onChange={({ currentTarget }) => change({ promoCode: currentTarget.value })}
            error={wrong("promo_code")}
            {...takesScans}
            required
            withAsterisk={false}
            size="md"
            autoFocus={!choice.code}
            autoComplete="off"
          />
        ) : null}
        {left !== null ? (
          <TextInput
            label={t("amount")}
            description={t("left", { value: money(left) })}
            value={given.value}
            inputMode="decimal"
            onChange={({ currentTarget }) => change({ value: currentTarget.value })}
            error={amount === null ? t("amountWrong") : wrong("value")}
            rightSection={
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => change({ value: amounts.write(left) })}
              >
                {t("allOfIt")}
              </Button>
            }
            rightSectionWidth="auto"
            required
            withAsterisk={false}
            size="md"
            autoFocus
            autoComplete="off"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        ) : null}
        {isFlexible ? (
          <TextInput
            label={t("howMany")}
            description={t("has", { count: card.membership.stamps })}
            value={given.stamps}
            inputMode="numeric"
            pattern="[0-9]+"
            onChange={({ currentTarget }) => change({ stamps: currentTarget.value })}
            error={wrong("stamps")}
            required
            withAsterisk={false}
            size="md"
            autoFocus
            autoComplete="off"
          />
        ) : null}
        {choice.kind === "unowned" ? null : (
          <TextInput
            label={t(choice.kind === "promo" ? "invoice" : "invoiceOptional")}
            value={given.invoiceNumber}
            onChange={({ currentTarget }) => change({ invoiceNumber: currentTarget.value })}
            error={wrong("invoice_number")}
            {...takesScans}
            required={choice.kind === "promo"}
            autoFocus={choice.kind === "promo" && choice.code !== ""}
            withAsterisk={false}
            size="md"
            autoComplete="off"
          />
        )}
      </div>
      {card.needsPin ? (
        <PinStep
          card={card}
          value={given.pin}
          onChange={(pin) => change({ pin })}
          error={wrong("pin")}
        />
      ) : null}
      <div className={css.actions}>
        <Button
          type="submit"
          size="lg"
          loading={work.isPending}
          disabled={isPinMissing}
          autoFocus={left === null && !isFlexible && !card.needsPin && choice.kind !== "promo"}
        >
          {amount ? t("redeemValue", { value: money(amount) }) : t("redeem")}
        </Button>
        <Button
          key={isPinShut ? "shut" : "open"}
          variant="default"
          size="lg"
          disabled={work.isPending}
          onClick={onBack}
          autoFocus={isPinShut}
        >
          {t("back")}
        </Button>
      </div>
    </form>
  );
}
