"use client";
import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import css from "./choice.module.css";
import type { Choice } from "./use-choice.ts";

type ChoiceCellProps<Row> = { choice: Choice<Row>; row: Row; children: ReactNode };

/** The first cell of a row, with the box that chooses it. */
export function ChoiceCell<Row>({ choice, row, children }: ChoiceCellProps<Row>) {
  const t = useTranslations("list");
  return (
    <div className={css.cell}>
      {choice.isOffered(row) ? (
        <Checkbox
          aria-label={t("choose", { name: choice.nameOf(row) })}
          checked={choice.has(row)}
          onChange={() => choice.toggle(row)}
        />
      ) : (
        <span className={css.noBox} />
      )}
      <div>{children}</div>
    </div>
  );
}
