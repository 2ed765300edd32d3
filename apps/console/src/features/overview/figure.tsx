"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import css from "./overview.module.css";

type FigureProps = { name: string; now: number; before: number; href: string };

/** A number with its change against the week before. */
export function Figure({ name, now, before, href }: FigureProps) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const change = before ? (now - before) / before : null;
  return (
    <Link href={href} className={css.figure}>
      <span>{name}</span>
      <strong>{format.number(now)}</strong>
      <span>
        {change === null
          ? t("before", { count: before })
          : t("change", {
              change: format.number(change, {
                style: "percent",
                signDisplay: "exceptZero",
                maximumFractionDigits: 0,
              }),
            })}
      </span>
    </Link>
  );
}
