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
  /** Whether the figure's period is still running. The previous period is then compared up to this hour. */
  isSoFar: boolean;
  href: string;
};

/** One number with its change from the previous period. */
function Figure({ name, span, now, before, isSoFar, href }: FigureProps) {
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

export type Numbers = Outputs["staff"]["overview"]["numbers"];
export type Period = { readonly from: string; readonly to: string };
/** Functions that return addresses of lists: `listOf` for any list, `done` for the completed redemptions. */
export type Links = {
  readonly listOf: (path: string, filter: Readonly<Record<string, string>>) => string;
  readonly done: (filter: Period & { kind?: Kind; reward?: string }) => string;
};

type FiguresProps = {
  data: Numbers;
  span: FigureProps["span"];
  period: Period;
  links: Links;
  /** Whether the period is still running. */
  isSoFar: boolean;
};

/** The totals of the period. */
export function Figures({ data, span, period, links, isSoFar }: FiguresProps) {
  const t = useTranslations("overview");
  const figures = [
    { name: "redemptions", href: links.done(period), isSoFar },
    { name: "stampsUsed", href: links.done(period), isSoFar },
    { name: "refusals", href: links.listOf("/redemptions/refused", period), isSoFar },
    // bookings are counted by their day, so the rest of today is included
    { name: "bookings", href: links.listOf("/bookings/list", period), isSoFar: false },
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
