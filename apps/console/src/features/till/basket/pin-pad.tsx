"use client";
import { type RefObject, useId } from "react";
import { useTranslations } from "use-intl/react";
import css from "./basket.module.css";
import { Keypad } from "./keypad.tsx";

export const PIN_LENGTH = 6;

type PinPadProps = {
  input: RefObject<HTMLInputElement | null>;
  value: string;
  attemptsLeft: number;
  onChange: (pin: string) => void;
  error: string | null;
};

/** The customer enters the PIN on this pad or on a keyboard. It is never shown or stored. */
export function PinPad({ input, value, attemptsLeft, onChange, error }: PinPadProps) {
  const t = useTranslations("till");
  const id = useId();
  const put = (text: string) => onChange(text.replace(/\D/g, "").slice(0, PIN_LENGTH));
  return (
    <div className={css.labeled}>
      <label htmlFor={id}>{t("pin")}</label>
      <input
        ref={input}
        id={id}
        type="password"
        className={css.input}
        value={value}
        onChange={({ currentTarget }) => put(currentTarget.value)}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={error !== null}
        aria-describedby={`${id}-hint`}
      />
      <span id={`${id}-hint`} className={error ? css.wrong : css.hint}>
        {error} {t("pinHint", { count: attemptsLeft })}
      </span>
      <Keypad value={value} onChange={put} />
    </div>
  );
}
