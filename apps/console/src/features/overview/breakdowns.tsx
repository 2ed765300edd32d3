"use client";
import { SimpleGrid } from "@mantine/core";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { codeText } from "../../ui/refusal-text.ts";
import ui from "../../ui/ui.module.css";
import type { Links, Numbers, Period } from "./figures.tsx";
import css from "./overview.module.css";

type BreakdownsProps = { data: Numbers; period: Period; links: Links };

/** The most redeemed rewards, the reasons of refusals, and the bookings by status. */
export function Breakdowns({ data, period, links }: BreakdownsProps) {
  const t = useTranslations("overview");
  const bookings = useTranslations("bookings");
  const words = useTranslations();
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      <Card title={t("top")}>
        <Counts
          none={t("none")}
          counts={data.topRewards.map(({ id, name, count }) => ({
            name,
            count,
            href: links.done({ ...period, reward: String(id) }),
          }))}
        />
      </Card>
      <Card title={t("why")}>
        <Counts
          none={t("none")}
          counts={data.refusalsByCode.map(({ code, count }) => ({
            name: codeText(code, words),
            count,
            href: links.listOf("/redemptions/refused", { ...period, code }),
          }))}
        />
      </Card>
      <Card title={t("bookings")}>
        <Counts
          none={t("none")}
          counts={data.bookingsByStatus.map(({ status, count }) => ({
            name: bookings(`statuses.${status as "Requested"}`),
            count,
            href: links.listOf("/bookings/list", { ...period, status }),
          }))}
        />
      </Card>
    </SimpleGrid>
  );
}

type Count = { readonly name: string; readonly count: number; readonly href: string };

type CountsProps = { none: string; counts: readonly Count[] };

/** Names with their counts, each with a link to the list behind it. */
function Counts({ none, counts }: CountsProps) {
  const format = useFormatter();
  if (!counts.length) return <p className={ui.quiet}>{none}</p>;
  return (
    <ul className={css.counts}>
      {counts.map(({ name, count, href }) => (
        <li key={href + name}>
          <Link href={href}>
            <bdi>{name}</bdi>
          </Link>{" "}
          <strong>{format.number(count)}</strong>
        </li>
      ))}
    </ul>
  );
}
