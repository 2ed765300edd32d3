"use client";
import { IconScan } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { ScanButton } from "../../ui/camera-scan/scan-button.tsx";
import css from "./till-field.module.css";
import { hasKeyboard } from "./use/focus.ts";

type TillFieldProps = {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  /** The selected line of the list; -1 for no line. */
  active: number;
  isListed: boolean;
  /** The code that is being looked up; null for none. */
  looking: string | null;
  isWaiting: boolean;
  onType: (text: string) => void;
  onMove: (step: number) => void;
  onEnter: () => void;
  /** A code that the camera has read. */
  onScan: (code: string) => void;
  /** The elements beside the field. */
  children: ReactNode;
};

/** The field for scans and search words. It gets the focus at first, and `useKeptFocus` brings it back. */
export function TillField({ field, text, active, looking, ...props }: TillFieldProps) {
  const t = useTranslations("till");
  useEffect(() => {
    // the person may have focused another element before the page's scripts ran
    if (hasKeyboard() && document.activeElement === document.body) field.current?.focus();
  }, [field]);

  const toField = () => field.current?.focus();

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      props.onMove(step);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      props.onEnter();
    }
  }

  return (
    <div className={css.top}>
      <div className={css.field}>
        <IconScan size={24} aria-hidden />
        <input
          ref={field}
          autoFocus
          role="combobox"
          aria-label={t("field")}
          aria-expanded={props.isListed}
          aria-controls={props.isListed ? "till-list" : undefined}
          aria-activedescendant={props.isListed && active >= 0 ? `till-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          data-codes
          data-shortcuts
          placeholder={props.isWaiting ? t("whose") : t("placeholder")}
          value={text}
          onChange={({ currentTarget }) => props.onType(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span className={css.looking} role="status">
          {looking === null ? null : t("looking", { code: looking })}
        </span>
        <ScanButton onCode={props.onScan} onClosed={hasKeyboard() ? toField : undefined} />
      </div>
      {props.children}
    </div>
  );
}
