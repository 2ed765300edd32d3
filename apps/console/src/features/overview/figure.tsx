"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import css from "./overview.module.css";

/** The period of the figures: the number of days through today, or yesterday. */
export const spans = ["1", "yesterday", "7", "30"] as const;

type FigureProps = {
  name: string;
  span: (typeof spans)[number];
  now: number;
  before: number;
  /** Whether the compared period ends at this hour, as today does. */
  isSoFar: boolean;
  href: string;
};

/** A number with its change from the previous period. */
export function Figure({ name, span, now, before, isSoFar, href }: FigureProps) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const soFar = (compared: string) => (isSoFar ? t("soFar", { compared }) : compared);
  const change = before ? (now - before) / before : null;
  return (
    <Link href={href} className={css.figure}>
      <span>{name}</span>
      <strong>{format.number(now)}</strong>
      <span>
        {soFar(
          change === null
            ? t(`before.${span}`, { count: before })
            : t(`change.${span}`, {
                change: format.number(change, {
                  style: "percent",
                  signDisplay: "exceptZero",
                  maximumFractionDigits: 0,
                }),
              }),
        )}
      </span>
    </Link>
  );
}
