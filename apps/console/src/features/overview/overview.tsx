"use client";
import { Group, NativeSelect } from "@mantine/core";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { addDays, todayIn } from "../../ui/days.ts";
import { Moment } from "../../ui/moment.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import ui from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { ZoneNote } from "../../ui/zone-note.tsx";
import { useLive } from "../frame/live.tsx";
import { useZonesOf } from "../parts/store-period.tsx";
import { useDesk } from "../session/desk.tsx";
import { Breakdowns } from "./breakdowns.tsx";
import { Figures, type Links, type Numbers, spans } from "./figures.tsx";
import css from "./overview.module.css";
import { Series } from "./series.tsx";

/** Returns the period and the store in the address. Ignores a store that the person may not see. */
function usePeriod() {
  const { me } = useDesk();
  const { get } = useAddress();
  const span = spans.find((one) => one === get("days")) ?? "7";
  const storeId = me.stores.find(({ id }) => String(id) === get("store"))?.id ?? null;
  const zones = useZonesOf(storeId);
  const isOver = span === "yesterday";
  const days = isOver ? 1 : Number(span);
  const to = addDays(todayIn(zones.timeZone), isOver ? -1 : 0);
  return { span, storeId, zones, isOver, days, from: addDays(to, 1 - days), to };
}

/** Returns the functions for the addresses of the lists behind the figures. */
function linksOf(storeId: number | null): Links {
  const listOf: Links["listOf"] = (path, filter) =>
    `${path}?${new URLSearchParams({ ...filter, ...(storeId ? { store: String(storeId) } : {}) })}`;
  return { listOf, done: (filter) => listOf("/redemptions", { ...filter, status: "Created" }) };
}

/** The figures of a period and of the previous period, each with a link to the list behind it. */
export function Overview() {
  const t = useTranslations("overview");
  const { span, storeId, zones, isOver, days, from, to } = usePeriod();
  const isLive = useLive();
  const { data, error, dataUpdatedAt } = trpc.staff.overview.numbers.useQuery(
    { from, to, storeId },
    { refetchInterval: isLive ? false : 60_000 },
  );
  const links = linksOf(storeId);
  const period = { from, to };
  return (
    <>
      <PageTitle title={t("title")}>
        <Choices span={span} storeId={storeId} />
      </PageTitle>
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {data ? (
        <div className={css.page}>
          <div className={css.notes}>
            <p className={`${ui.quiet} ${ui.small} ${ui.note}`}>
              {isOver ? null : t("soFar")} {t("updated")}{" "}
              <Moment time={new Date(dataUpdatedAt).toISOString()} timeZone={zones.timeZone} />
            </p>
            <ZoneNote {...zones} />
          </div>
          <Figures {...{ data, span, period, links }} />
          <Card title={t(days === 1 ? "byHour" : "byDay")}>
            <Series counts={data.series} from={from} days={days} hrefOf={links.done} />
          </Card>
          <Breakdowns {...{ data, period, links }} />
          <Group gap="xl">
            <Link className={ui.link} href={links.listOf("/redemptions", period)}>
              {t("all")}
            </Link>
            <Expiring {...data.expiring} />
          </Group>
        </div>
      ) : error ? null : (
        <Skeletons count={4} height={110} />
      )}
    </>
  );
}

/** The number of vouchers that end soon, with a link to them. */
function Expiring({ count, until }: Numbers["expiring"]) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const day = format.dateTime(new Date(`${until}T00:00:00Z`), {
    timeZone: "UTC",
    dateStyle: "medium",
  });
  return (
    <Link className={ui.link} href={`/vouchers?state=open&endsBy=${until}`}>
      {t("expiring", { count, day })}
    </Link>
  );
}

type ChoicesProps = { span: (typeof spans)[number]; storeId: number | null };

/** The store and the period of the figures. */
function Choices({ span, storeId }: ChoicesProps) {
  const t = useTranslations("overview");
  const { me } = useDesk();
  const { replace } = useAddress();
  return (
    <Group gap="sm">
      <NativeSelect
        aria-label={t("store")}
        value={storeId ?? ""}
        onChange={({ currentTarget }) => replace({ store: currentTarget.value })}
        data={[
          { value: "", label: t("allStores") },
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
  );
}
