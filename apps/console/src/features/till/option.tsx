"use client";
import { type ReactNode, useEffect, useRef } from "react";
import css from "./till.module.css";

type OptionProps = {
  index: number;
  active: number;
  onChoose: () => void;
  children: ReactNode;
};

/** A line to choose. The field keeps the focus: arrows move along the lines, Enter takes one. */
export function Option({ index, active, onChoose, children }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  const isActive = index === active;
  // Enter takes it: it must be seen
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
      // the field must not lose the focus to a finger
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={({ key }) => key === "Enter" && onChoose()}
    >
      {children}
    </div>
  );
}
