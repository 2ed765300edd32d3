"use client";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { errorAt } from "../../ui/field-error.ts";
import { useMoney } from "../../ui/money.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { type Store, useDesk } from "../session/desk.tsx";
import { type Card, type Choice, titleOf } from "./choices.ts";
import { PinPad } from "./pin-pad.tsx";
import { type Done, type Given, redeem } from "./redeem.ts";
import css from "./till.module.css";

type ConfirmationProps = {
  card: Card;
  choice: Choice;
  store: Store;
  onBack: () => void;
  onDone: (done: Done) => void;
};

/** Refusals that lie in the field of the form itself. */
const shownAtField = new Set(["value", "stamps", "promo_code", "invoice_number", "pin"]);

/** What will happen, in one line; then Enter. */
export function Confirmation({ card, choice, store, onBack, onDone }: ConfirmationProps) {
  const t = useTranslations("till");
  const api = useApi();
  const money = useMoney(useDesk().me.merchant.currency);
  const left = choice.kind === "voucher" ? choice.voucher.remainingValue : null;
  const isFlexible = choice.kind === "reward" && choice.reward.kind === "flexible";
  const cost = choice.kind === "reward" ? choice.reward.stampsToRedeem : 0;
  const [key] = useState(() => crypto.randomUUID());
  const [given, setGiven] = useState<Given>({
    invoiceNumber: "",
    value: left ?? "",
    stamps: isFlexible ? "1" : "",
    promoCode: "",
    pin: "",
  });
  const change = (changes: Partial<Given>) => setGiven((before) => ({ ...before, ...changes }));
  const work = useMutation({
    mutationFn: () => redeem(api, { card, choice, storeId: store.id, given, key }),
    onSuccess: onDone,
    onError: () => change({ pin: "" }),
  });
  const failed = work.error && failureOf(work.error);
  const isPinMissing = card.needsPin && given.pin.length < 6;
  const what = titleOf(choice) ?? t("promo");
  const how =
    isFlexible || left !== null || choice.kind === "promo" ? null : t("stamps", { count: cost });

  return (
    <form
      className={css.card}
      aria-label={t("confirm")}
      onKeyDown={(event) => event.key === "Escape" && onBack()}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPinMissing && !work.isPending) work.mutate();
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
      <div className={css.fields}>
        {choice.kind === "promo" ? (
          <TextInput
            label={t("promoCode")}
            value={given.promoCode}
            onChange={({ currentTarget }) => change({ promoCode: currentTarget.value })}
            error={errorAt(failed, "promo_code")}
            required
            withAsterisk={false}
            size="md"
            autoFocus
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
            error={errorAt(failed, "value")}
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
            error={errorAt(failed, "stamps")}
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
            error={errorAt(failed, "invoice_number")}
            required={choice.kind === "promo"}
            withAsterisk={false}
            size="md"
            autoComplete="off"
          />
        )}
      </div>
      {card.needsPin ? (
        <PinPad
          attemptsLeft={card.credentials.pin.attemptsLeft}
          value={given.pin}
          onChange={(pin) => change({ pin })}
          error={errorAt(failed, "pin")}
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
          {t("redeem")}
        </Button>
        <Button variant="default" size="lg" onClick={onBack}>
          {t("back")}
        </Button>
      </div>
    </form>
  );
}
