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
import { ZoneNote } from "../../ui/zone-note.tsx";
import type { Kind } from "../redemptions/redemption-filters.tsx";
import { useZonesOf } from "../redemptions/store-period.tsx";
import { useDesk } from "../session/desk.tsx";
import { Counts } from "./counts.tsx";
import { Figure, spans } from "./figure.tsx";
import css from "./overview.module.css";
import { Series } from "./series.tsx";

/** The figures of a period beside those of the previous one, each with a link to the list behind it. */
export function Overview() {
  const t = useTranslations("overview");
  const bookings = useTranslations("bookings");
  const refusals = useTranslations("refusals");
  const format = useFormatter();
  const { me } = useDesk();
  const { get, replace } = useAddress();
  const span = spans.find((one) => one === get("days")) ?? "7";
  // the address may name a store that the person does not see
  const storeId = me.stores.find(({ id }) => String(id) === get("store"))?.id ?? null;
  const zones = useZonesOf(storeId);
  const isOver = span === "yesterday";
  const days = isOver ? 1 : Number(span);
  const to = addDays(todayIn(zones.timeZone), isOver ? -1 : 0);
  const from = addDays(to, 1 - days);
  const { data, error } = trpc.staff.overview.numbers.useQuery({ from, to, storeId });
  const listOf = (path: string, filter: Readonly<Record<string, string>>) =>
    `${path}?${new URLSearchParams({ ...filter, ...(storeId ? { store: String(storeId) } : {}) })}`;
  const period = { from, to };
  const done = (of: { from: string; to: string; kind?: Kind; reward?: string }) =>
    listOf("/redemptions", { ...of, status: "Created" });

  return (
    <>
      <PageTitle title={t("title")}>
        <Group gap="sm">
          <NativeSelect
            aria-label={t("store")}
            value={storeId ?? ""}
            onChange={({ currentTarget }) => replace({ store: currentTarget.value })}
            data={[
              { value: "", label: t("everyStore") },
              ...me.stores.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <NativeSelect
            aria-label={t("period")}
            value={span}
            onChange={({ currentTarget }) => replace({ days: currentTarget.value })}
            data={spans.map((value) => ({ value, label: t(`days.${value}`) }))}
          />
        </Group>
      </PageTitle>
      {error ? <Refusal of={failureOf(error)} /> : null}
      {data ? (
        <div className={css.page}>
          <ZoneNote {...zones} />
          <SimpleGrid cols={{ base: 2, md: 4 }}>
            <Figure
              name={t("redemptions")}
              span={span}
              now={data.totals.redemptions}
              before={data.before.redemptions}
              isSoFar={!isOver}
              href={done(period)}
            />
            <Figure
              name={t("stampsUsed")}
              span={span}
              now={data.totals.stampsUsed}
              before={data.before.stampsUsed}
              isSoFar={!isOver}
              href={done(period)}
            />
            <Figure
              name={t("refusals")}
              span={span}
              now={data.totals.refusals}
              before={data.before.refusals}
              isSoFar={!isOver}
              href={listOf("/redemptions/refused", period)}
            />
            <Figure
              name={t("bookings")}
              span={span}
              now={data.totals.bookings}
              before={data.before.bookings}
              isSoFar={false}
              href={listOf("/bookings/list", period)}
            />
          </SimpleGrid>
          <Card title={t(days === 1 ? "byHour" : "byDay")}>
            <Series of={data.series} from={from} days={days} hrefOf={done} />
          </Card>
          <SimpleGrid cols={{ base: 1, md: 3 }}>
            <Card title={t("top")}>
              <Counts
                none={t("none")}
                of={data.topRewards.map(({ id, name, count }) => ({
                  name,
                  count,
                  href: done({ ...period, reward: String(id) }),
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
                  href: listOf("/bookings/list", { ...period, status }),
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
