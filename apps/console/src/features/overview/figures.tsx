"use client";
import { SimpleGrid } from "@mantine/core";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import type { Kind } from "../redemptions/redemption-filters.tsx";
import css from "./overview.module.css";

/** The periods to choose: a number of days up to today, or yesterday. */
export const spans = ["1", "yesterday", "7", "30"] as const;

type FigureProps = {
  name: string;
  span: (typeof spans)[number];
  now: number;
  before: number;
  href: string;
};

/** One number with its change from the previous period. */
function Figure({ name, span, now, before, href }: FigureProps) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const change = before ? (now - before) / before : null;
  return (
    <Link href={href} className={css.figure}>
      <span>{name}</span> <strong>{format.number(now)}</strong>{" "}
      <span>
        {change === null
          ? t(`before.${span}`, { count: before })
          : t(`change.${span}`, {
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

export type Numbers = Outputs["staff"]["overview"]["numbers"];
export type Period = { readonly from: string; readonly to: string };
/** Return addresses of lists: `listOf` for any list, `done` for the redemptions that are not canceled. */
export type Links = {
  readonly listOf: (path: string, filter: Readonly<Record<string, string>>) => string;
  readonly done: (filter: Period & { kind?: Kind; reward?: string }) => string;
};

type FiguresProps = {
  data: Numbers;
  span: FigureProps["span"];
  period: Period;
  links: Links;
};

/** The totals of the period. */
export function Figures({ data, span, period, links }: FiguresProps) {
  const t = useTranslations("overview");
  const figures = [
    { name: "redemptions", href: links.done(period) },
    { name: "stampsUsed", href: links.done(period) },
    { name: "refusals", href: links.listOf("/redemptions/refused", period) },
    { name: "bookings", href: links.listOf("/bookings/list", period) },
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {figures.map(({ name, ...figure }) => (
        <Figure
          key={name}
          name={t(name)}
          span={span}
          now={data.totals[name]}
          before={data.before[name]}
          {...figure}
        />
      ))}
    </SimpleGrid>
  );
}
