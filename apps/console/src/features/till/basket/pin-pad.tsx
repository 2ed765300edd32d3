"use client";
import { PasswordInput } from "@mantine/core";
import { IconBackspace } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import css from "./till.module.css";

const LENGTH = 6;
const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

type PinPadProps = {
  value: string;
  attemptsLeft: number;
  onChange: (pin: string) => void;
  error: string | null;
};

/** The customer enters the PIN on this pad or on a keyboard. It is never shown or stored. */
export function PinPad({ value, attemptsLeft, onChange, error }: PinPadProps) {
  const t = useTranslations("till");
  const put = (text: string) => onChange(text.replace(/\D/g, "").slice(0, LENGTH));
  return (
    <div className={css.pin}>
      <PasswordInput
        label={t("pin")}
        description={t("pinHint", { count: attemptsLeft })}
        value={value}
        onChange={({ currentTarget }) => put(currentTarget.value)}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        size="md"
        autoFocus
        visibilityToggleIcon={() => null}
        visibilityToggleButtonProps={{ style: { display: "none" } }}
      />
      <div className={css.pad}>
        {digits.map((digit) => (
          <button key={digit} type="button" onClick={() => put(value + digit)}>
            {digit}
          </button>
        ))}
        <button type="button" onClick={() => put("")}>
          {t("clear")}
        </button>
        <button type="button" onClick={() => put(`${value}0`)}>
          0
        </button>
        <button type="button" aria-label={t("delete")} onClick={() => put(value.slice(0, -1))}>
          <IconBackspace size={22} aria-hidden />
        </button>
      </div>
    </div>
  );
}
