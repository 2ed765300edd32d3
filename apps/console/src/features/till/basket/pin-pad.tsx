"use client";
import { useEffect, useId, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { hasKeyboard } from "../use/focus.ts";
import css from "./basket.module.css";
import { Keypad } from "./keypad.tsx";

export const PIN_LENGTH = 6;

type PinPadProps = {
  value: string;
  attemptsLeft: number;
  onChange: (pin: string) => void;
  error: string | null;
};

/** The customer enters the PIN on this pad or on a keyboard. It is never shown or stored. */
export function PinPad({ value, attemptsLeft, onChange, error }: PinPadProps) {
  const t = useTranslations("till");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
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
        inputMode={hasKeyboard() ? "numeric" : "none"}
        autoComplete="off"
        aria-invalid={error !== null}
        data-missing={value.length < PIN_LENGTH ? true : undefined}
        aria-describedby={`${id}-hint`}
      />
      <span id={`${id}-hint`} className={error ? css.wrong : css.hint}>
        {error} {t("pinHint", { count: attemptsLeft })}
      </span>
      <Keypad value={value} onChange={put} />
    </div>
  );
}
