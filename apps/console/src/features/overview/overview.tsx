"use client";
import { Group, NativeSelect, SimpleGrid } from "@mantine/core";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { addDays, todayIn } from "../../ui/days.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import ui from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import type { Kind } from "../redemptions/redemption-filters.tsx";
import { useDesk } from "../session/desk.tsx";
import { Counts } from "./counts.tsx";
import { Figure } from "./figure.tsx";
import css from "./overview.module.css";
import { Series } from "./series.tsx";

const spans = ["1", "7", "30"] as const;

/** The numbers of a time beside those of the week before, each leading to the list behind it. */
export function Overview() {
  const t = useTranslations("overview");
  const bookings = useTranslations("bookings");
  const refusals = useTranslations("refusals");
  const format = useFormatter();
  const { me } = useDesk();
  const { get, replace } = useAddress();
  const days = spans.find((span) => span === get("days")) ?? "7";
  const storeId = Number(get("store")) || null;
  const to = todayIn(me.merchant.timezone);
  const from = addDays(to, 1 - Number(days));
  const { data, error } = trpc.staff.overview.numbers.useQuery({ from, to, storeId });
  const listOf = (path: string, filter: Readonly<Record<string, string>>) =>
    `${path}?${new URLSearchParams({ ...filter, ...(storeId ? { store: String(storeId) } : {}) })}`;
  const period = { from, to };
  const done = (span: { from: string; to: string; kind?: Kind }) =>
    listOf("/redemptions", { ...span, status: "Created" });
  const week = `/bookings?view=week&day=${to}`;

  return (
    <>
      <PageTitle title={t("title")}>
        <Group gap="sm">
          <NativeSelect
            aria-label={t("store")}
            value={get("store")}
            onChange={({ currentTarget }) => replace({ store: currentTarget.value })}
            data={[
              { value: "", label: t("everyStore") },
              ...me.stores.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <NativeSelect
            aria-label={t("period")}
            value={days}
            onChange={({ currentTarget }) => replace({ days: currentTarget.value })}
            data={spans.map((span) => ({ value: span, label: t(`days.${span}`) }))}
          />
        </Group>
      </PageTitle>
      {error ? <Refusal of={failureOf(error)} /> : null}
      {data ? (
        <div className={css.page}>
          <SimpleGrid cols={{ base: 2, md: 4 }}>
            <Figure
              name={t("redemptions")}
              now={data.totals.redemptions}
              before={data.before.redemptions}
              href={done(period)}
            />
            <Figure
              name={t("stampsUsed")}
              now={data.totals.stampsUsed}
              before={data.before.stampsUsed}
              href={done(period)}
            />
            <Figure
              name={t("refusals")}
              now={data.totals.refusals}
              before={data.before.refusals}
              href={listOf("/redemptions/refused", period)}
            />
            <Figure
              name={t("bookings")}
              now={data.totals.bookings}
              before={data.before.bookings}
              href={week}
            />
          </SimpleGrid>
          <Card title={t(days === "1" ? "byHour" : "byDay")}>
            <Series of={data.series} from={from} days={Number(days)} hrefOf={done} />
          </Card>
          <SimpleGrid cols={{ base: 1, md: 3 }}>
            <Card title={t("top")}>
              <Counts
                none={t("none")}
                of={data.topRewards.map(({ id, name, count }) => ({
                  name,
                  count,
                  href: `/catalogue/rewards?open=${id}`,
                }))}
              />
            </Card>
            <Card title={t("why")}>
              <Counts
                none={t("none")}
                of={data.refusalsByCode.map(({ code, count }) => ({
                  name: refusals.has(code as "required") ? refusals(code as "required") : code,
                  count,
                  href: listOf("/redemptions/refused", { ...period, code }),
                }))}
              />
            </Card>
            <Card title={t("bookings")}>
              <Counts
                none={t("none")}
                of={data.bookingsByStatus.map(({ status, count }) => ({
                  name: bookings(`statuses.${status as "Requested"}`),
                  count,
                  href: week,
                }))}
              />
              <Link className={ui.link} href={`/vouchers?state=open&endsBy=${data.expiring.until}`}>
                {t("expiring", {
                  count: data.expiring.count,
                  day: format.dateTime(new Date(`${data.expiring.until}T00:00:00Z`), {
                    timeZone: "UTC",
                    dateStyle: "medium",
                  }),
                })}
              </Link>
            </Card>
          </SimpleGrid>
          <Link className={ui.link} href={listOf("/redemptions", period)}>
            {t("all")}
          </Link>
        </div>
      ) : error ? null : (
        <Skeletons count={4} height={110} />
      )}
    </>
  );
}
