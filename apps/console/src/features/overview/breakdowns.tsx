"use client";
import { SimpleGrid } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { codeText } from "../../ui/refusal-text.ts";
import { Counts } from "./counts.tsx";
import type { Links, Numbers, Period } from "./figures.tsx";

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
