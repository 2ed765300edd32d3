"use client";
import { Group, NativeSelect } from "@mantine/core";
import { IconCalendarEvent } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { Filters } from "../../ui/list/filters.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { PeriodFilter } from "../../ui/list/period-filter.tsx";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { Day } from "../../ui/moment.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { CsvButton } from "../parts/csv-button.tsx";
import { StoreFilter } from "../parts/store-filter.tsx";
import { useDesk } from "../session/desk.tsx";
import { AddBooking } from "./add-booking.tsx";
import { BookingState } from "./booking-card.tsx";
import { BookingTabs } from "./booking-tabs.tsx";

const statuses = ["Requested", "Confirmed", "Seated", "Completed", "Canceled", "No-show"] as const;

/** Bookings of all stores by time. Each day is a day in its store's time zone. */
export function BookingList() {
  const t = useTranslations("bookings");
  const all = useTranslations("redemptions")("all");
  const { me } = useDesk();
  const { get, replace } = useAddress();
  const words = useCsvWords(({ bookings }) => ({ status: bookings.statuses }));
  const status = statuses.find((one) => one === get("status"));
  const filter = {
    from: get("from"),
    to: get("to"),
    storeId: Number(get("store")) || null,
    statuses: status ? [status] : null,
  };
  const list = trpc.staff.bookings.list.useInfiniteQuery(filter, byPages);
  return (
    <>
      <PageTitle title={t("list")}>
        <Group gap="sm">
          <CsvButton
            procedure="staff.bookings.csv"
            pageOf={(api, page) =>
              api.staff.bookings.csv.query({ ...filter, words, ...page, limit: 100 })
            }
          />
          <AddBooking />
        </Group>
      </PageTitle>
      <BookingTabs
        shown="list"
        span={{ from: filter.from, to: filter.to }}
        storeId={filter.storeId}
      />
      <Filters label={t("filters")}>
        <StoreFilter />
        <PeriodFilter
          zones={{ timeZone: me.merchant.timezone }}
          hasNote={false}
          direction="ahead"
        />
        <NativeSelect
          label={t("status")}
          value={status ?? ""}
          onChange={({ currentTarget }) => replace({ status: currentTarget.value })}
          data={[
            { value: "", label: all },
            ...statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          ]}
        />
      </Filters>
      <DataList
        query={list}
        rows={rowsOf(list)}
        empty={{ icon: IconCalendarEvent, title: t("noneListed"), advice: t("emptyAdvice") }}
        keyOf={(row) => row.id}
        columns={[
          {
            head: t("day"),
            cell: (row) => (
              <>
                <Link className={css.link} href={`/bookings/${row.id}`}>
                  <Day on={row.date} /> {row.time.slice(0, 5)}
                </Link>{" "}
                <span className={css.quiet}>#{row.id}</span>
              </>
            ),
          },
          { head: t("who"), cell: (row) => <bdi>{row.customer?.name || row.user}</bdi> },
          { head: t("phone"), cell: (row) => <bdi>{row.phone}</bdi> },
          { head: t("party"), isNamed: true, isNumber: true, cell: (row) => row.numberOfPeople },
          { head: t("status"), cell: (row) => <BookingState status={row.status} /> },
          { head: t("store"), cell: (row) => <bdi>{row.store.name}</bdi> },
        ]}
      />
    </>
  );
}
