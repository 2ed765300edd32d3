"use client";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import css from "./till.module.css";

type OptionProps = {
  index: number;
  active: number;
  /** How many times the item is in the basket. */
  count?: number;
  onChoose: () => void;
  children: ReactNode;
};

/** A line to choose. The field keeps the focus: arrow keys select a line, and Enter chooses it. */
export function Option({ index, active, count = 0, onChoose, children }: OptionProps) {
  const t = useTranslations("till");
  const line = useRef<HTMLDivElement>(null);
  const isActive = index === active;
  // Enter chooses this line, so it must be visible
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    <div
      ref={line}
      id={`till-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={css.option}
      // a touch must not take the focus from the field
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={({ key }) => key === "Enter" && onChoose()}
    >
      {children}
      {count > 0 ? <span className={css.taken}>{t("inBasket", { count })}</span> : null}
    </div>
  );
}
