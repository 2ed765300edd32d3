"use client";
import { IconBackspace } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import css from "./keypad.module.css";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

type KeypadProps = {
  value: string;
  /** The separator of cents. Left out if only digits are wanted. */
  decimal?: string;
  onChange: (text: string) => void;
};

/** Digits to press, for an amount or a PIN. The field beside it keeps the focus. */
export function Keypad({ value, decimal, onChange }: KeypadProps) {
  const t = useTranslations("till");
  const keys: readonly (readonly [label: string, next: string])[] = [
    ...digits.map((digit) => [digit, value + digit] as const),
    decimal === undefined ? [t("clear"), ""] : [decimal, value + decimal],
    ["0", `${value}0`],
  ];
  return (
    <div className={css.pad}>
      {keys.map(([label, next]) => (
        <button key={label} type="button" onClick={() => onChange(next)}>
          {label}
        </button>
      ))}
      <button type="button" aria-label={t("delete")} onClick={() => onChange(value.slice(0, -1))}>
        <IconBackspace size={22} aria-hidden />
      </button>
      {decimal === undefined ? null : (
        <button type="button" className={css.wide} onClick={() => onChange("")}>
          {t("clear")}
        </button>
      )}
    </div>
  );
}
