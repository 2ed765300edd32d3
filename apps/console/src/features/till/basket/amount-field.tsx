"use client";
import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useAmounts } from "../../../ui/form/amount.ts";
import { useDesk } from "../../session/desk.tsx";
import { hasKeyboard } from "../use/focus.ts";
import css from "./basket.module.css";
import { Keypad } from "./keypad.tsx";

type AmountFieldProps = {
  label: string;
  /** A decimal; "" while nothing is entered. */
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | null | undefined;
  /** The amount that "use all" enters. */
  all?: string | undefined;
};

/** A field for an amount in the locale's notation, with a keypad on touch screens. */
export function AmountField({ label, value, onChange, hint, error, all }: AmountFieldProps) {
  const t = useTranslations("till");
  const forms = useTranslations("form");
  const amounts = useAmounts(useDesk().me.merchant.currency);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value === "" ? "" : amounts.write(value));
  // whether the whole text is selected; the keypad's next key then replaces it, as a keyboard's key does
  const [isSelected, setSelected] = useState(false);
  const isWrong = text.trim() !== "" && amounts.read(text) === null;
  const says = isWrong ? forms("amountWrong") : error;
  function put(next: string) {
    setText(next);
    setSelected(false);
    onChange(amounts.read(next) ?? "");
  }
  return (
    <div className={css.labeled}>
      <label htmlFor={id}>{label}</label>
      <div className={css.inputRow}>
        <input
          ref={input}
          id={id}
          className={css.input}
          value={text}
          onChange={({ currentTarget }) => put(currentTarget.value)}
          onFocus={({ currentTarget }) => {
            currentTarget.select();
            setSelected(true);
          }}
          inputMode={hasKeyboard() ? "decimal" : "none"}
          autoComplete="off"
          aria-invalid={Boolean(says)}
          aria-describedby={`${id}-hint`}
          autoFocus={value === ""}
        />
        {all === undefined ? null : (
          <button
            type="button"
            className={css.button}
            onClick={() => {
              put(amounts.write(all));
              setSelected(true);
            }}
          >
            {t("allOfIt")}
          </button>
        )}
      </div>
      <span id={`${id}-hint`} className={says ? css.wrong : css.hint}>
        {says ?? hint}
      </span>
      <div className={css.touchPad}>
        <Keypad value={isSelected ? "" : text} decimal={amounts.decimal} onChange={put} />
      </div>
    </div>
  );
}
