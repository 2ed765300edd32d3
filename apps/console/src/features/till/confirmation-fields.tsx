"use client";
import { Button, TextInput, type TextInputProps } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useAmounts } from "../../ui/form/amount.ts";
import { useMoney } from "../../ui/money.ts";
import { useDesk } from "../session/desk.tsx";
import type { Card, Choice } from "./choices.ts";
import type { Given } from "./redeem.ts";
import css from "./till.module.css";
import { takesScans } from "./use-other-scan.ts";

type ConfirmationFieldsProps = {
  card: Card;
  choice: Choice;
  input: Given;
  onChange: (changes: Partial<Given>) => void;
  /** The refusal of a field; null if it has none. */
  errorOf: (field: string) => string | null;
  /** The remaining value of a voucher that is spent in parts; else null. */
  balance: string | null;
  isFlexible: boolean;
  isAmountWrong: boolean;
};

/** The fields that the chosen item needs: a promo code, an amount, a number of stamps, an invoice. */
export function ConfirmationFields(props: ConfirmationFieldsProps) {
  const { card, choice, input, onChange, errorOf, balance } = props;
  const t = useTranslations("till");
  const isPromo = choice.kind === "promo";
  const field = (name: keyof Given): TextInputProps => ({
    value: input[name],
    onChange: ({ currentTarget }) => onChange({ [name]: currentTarget.value }),
    withAsterisk: false,
    size: "md",
    autoComplete: "off",
  });
  return (
    <div className={css.fields}>
      {isPromo ? (
        <TextInput
          label={t("promoCode")}
          {...field("promoCode")}
          error={errorOf("promo_code")}
          {...takesScans}
          required
          autoFocus={!choice.code}
        />
      ) : null}
      {balance === null ? null : (
        <AmountField
          {...field("value")}
          balance={balance}
          onAll={(value) => onChange({ value })}
          error={props.isAmountWrong ? t("amountWrong") : errorOf("value")}
        />
      )}
      {props.isFlexible ? (
        <TextInput
          label={t("howMany")}
          description={t("has", { count: card.membership.stamps })}
          {...field("stamps")}
          inputMode="numeric"
          pattern="[0-9]+"
          error={errorOf("stamps")}
          required
          autoFocus
        />
      ) : null}
      {choice.kind === "unowned" ? null : (
        <TextInput
          label={t(isPromo ? "invoice" : "invoiceOptional")}
          {...field("invoiceNumber")}
          error={errorOf("invoice_number")}
          {...takesScans}
          required={isPromo}
          autoFocus={isPromo && choice.code !== ""}
        />
      )}
    </div>
  );
}

type AmountFieldProps = TextInputProps & { balance: string; onAll: (value: string) => void };

/** The amount to deduct from a voucher, with a button for its whole balance. */
function AmountField({ balance, onAll, ...field }: AmountFieldProps) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  const amounts = useAmounts();
  return (
    <TextInput
      label={t("amount")}
      description={t("left", { value: money(balance) })}
      {...field}
      inputMode="decimal"
      rightSection={
        <Button variant="subtle" size="compact-sm" onClick={() => onAll(amounts.write(balance))}>
          {t("allOfIt")}
        </Button>
      }
      rightSectionWidth="auto"
      required
      autoFocus
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
}
