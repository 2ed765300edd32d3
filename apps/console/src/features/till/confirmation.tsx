"use client";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { useAmounts } from "../../ui/form/amount.ts";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { useUnsaved } from "../../ui/form/unsaved.ts";
import { useMoney } from "../../ui/money.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { type Store, useDesk } from "../session/desk.tsx";
import { type Card, type Choice, REDEEMING, titleOf } from "./choices.ts";
import { ConfirmationFields } from "./confirmation-fields.tsx";
import { PinStep } from "./pin-step.tsx";
import { type Done, type Given, redeem } from "./redeem.ts";
import css from "./till.module.css";
import { useAttempt } from "./use-attempt.ts";
import { useOtherScan } from "./use-other-scan.ts";

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

/** The remaining value of a voucher that is spent in parts; else null. */
const balanceOf = (choice: Choice) =>
  choice.kind === "voucher" ? choice.voucher.remainingValue : null;

const isFlexible = (choice: Choice) =>
  choice.kind === "reward" && choice.reward.kind === "flexible";

/** The input of the confirmation, and the call that redeems it. */
function useRedeeming({ card, choice, store, onDone, ...props }: ConfirmationProps) {
  const api = useApi();
  const utils = trpc.useUtils();
  const amounts = useAmounts();
  // a code that was scanned while the redemption ran
  const waiting = useRef<string | null>(null);
  const attempt = useAttempt(`${card.customer.id} ${choice.key}`, {
    invoiceNumber: "",
    value: "",
    stamps: isFlexible(choice) ? "1" : "",
    promoCode: choice.kind === "promo" ? choice.code : "",
    pin: "",
  });
  const { key, setGiven } = attempt;
  const change = (changes: Partial<Given>) => setGiven((before) => ({ ...before, ...changes }));
  const work = useMutation({
    mutationKey: REDEEMING,
    mutationFn: (input: Given) => {
      const value = balanceOf(choice) === null ? "" : (amounts.read(input.value) ?? "");
      return redeem(api, { card, choice, storeId: store.id, given: { ...input, value }, key });
    },
    onSettled: (_, error, tried) => attempt.note(tried, error && failureOf(error)),
    onSuccess: (done) => onDone(done, waiting.current),
    // after a lost response, the same press asks for the outcome of the first try
    onError: async (error) => {
      const { code, field } = failureOf(error);
      // another till was faster, so look up when and where
      if (code === "voucher_already_redeemed" && "voucher" in choice)
        return props.onScan(choice.voucher.code);
      if (code !== "unreachable") change({ pin: "" });
      // load the new number of tries before the refusal is shown
      if (field === "pin") await utils.staff.till.customer.invalidate();
    },
  });
  return { attempt, change, work, waiting };
}

/** Shows in one line what will happen; Enter redeems. */
export function Confirmation(props: ConfirmationProps) {
  const { card, choice, store, onBack } = props;
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  const amounts = useAmounts();
  const balance = balanceOf(choice);
  const form = useRef<HTMLFormElement>(null);
  const { attempt, change, work, waiting } = useRedeeming(props);
  const { given, setGiven } = attempt;
  useOtherScan({
    ...{ form, given, setGiven, waiting, onBack },
    onScan: props.onScan,
    codes: [props.scanned, "voucher" in choice ? choice.voucher.code : null],
    isBusy: work.isPending,
  });
  useUnsaved(work.isPending, t("stillRedeeming"));
  const failed = work.error && failureOf(work.error);
  const errorOf = useFieldWords(failed);
  const isPinShut = card.needsPin && card.credentials.pin.state !== "open";
  const isPinMissing = isPinShut || (card.needsPin && given.pin.length < 6);
  const amount = balance === null || given.value.trim() === "" ? "" : amounts.read(given.value);
  const hasField =
    balance !== null || isFlexible(choice) || card.needsPin || choice.kind === "promo";

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
      <Summary card={card} choice={choice} store={store} />
      {failed && !(failed.field && shownAtField.has(failed.field)) ? (
        <Refusal failed={failed} />
      ) : null}
      {attempt.isChanged || (attempt.isUnanswered && !failed) ? (
        <Notice tone="warn">{t(attempt.isChanged ? "changedSince" : "unanswered")}</Notice>
      ) : null}
      <ConfirmationFields
        {...{ card, choice, balance, errorOf }}
        input={given}
        onChange={change}
        isFlexible={isFlexible(choice)}
        isAmountWrong={amount === null}
      />
      {card.needsPin ? (
        <PinStep
          card={card}
          value={given.pin}
          onChange={(pin) => change({ pin })}
          error={errorOf("pin")}
        />
      ) : null}
      <div className={css.actions}>
        <Button
          type="submit"
          size="lg"
          loading={work.isPending}
          disabled={isPinMissing}
          autoFocus={!hasField}
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

type SummaryProps = Pick<ConfirmationProps, "card" | "choice" | "store">;

/** The item, its price in stamps, the store and the customer. */
function Summary({ card, choice, store }: SummaryProps) {
  const t = useTranslations("till");
  const hasPrice = balanceOf(choice) === null && !isFlexible(choice) && choice.kind !== "promo";
  const count = choice.kind === "reward" ? choice.reward.stampsToRedeem : 0;
  const price = hasPrice && count > 0 ? t("stamps", { count }) : null;
  const name = titleOf(choice) ?? t("promo");
  return (
    <div>
      <h2>
        <bdi>{[t("redeemItem", { name }), price, store.name].filter(Boolean).join(" · ")}</bdi>
      </h2>
      <p className={css.quiet}>
        {t.rich("for", { name: card.customer.name, bdi: (chunks) => <bdi>{chunks}</bdi> })}
      </p>
    </div>
  );
}
