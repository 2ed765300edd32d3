"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { intoView } from "../../ui/into-view.ts";
import { type Column, DataList, type ListQuery } from "../../ui/list/data-list.tsx";
import { byPages, type Paged, rowsOf } from "../../ui/list/pages.ts";
import { Day, Moment } from "../../ui/moment.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { BookingState } from "../bookings/booking-card.tsx";
import { RedemptionStatus } from "../parts/redemption-status.tsx";
import { StoreMoment } from "../parts/store-moment.tsx";
import { VoucherState } from "../parts/voucher-state.tsx";
import { useDesk } from "../session/desk.tsx";
import { ActivityTimeline } from "./activity-timeline.tsx";

const tabs = ["activity", "redemptions", "vouchers", "ledger", "levels", "bookings"] as const;

/** A customer's history; the address names the selected tab. */
export function History({ id }: { id: number }) {
  const t = useTranslations("history");
  const { get, hrefWith } = useAddress();
  const tab = tabs.find((one) => one === get("tab")) ?? "activity";
  const parts = {
    activity: ActivityTimeline,
    redemptions: Redemptions,
    vouchers: Vouchers,
    ledger: Ledger,
    levels: Levels,
    bookings: Bookings,
  };
  const Part = parts[tab];
  return (
    <section>
      <nav className={css.tabs} aria-label={t("title")}>
        {tabs.map((one) => (
          <Link
            key={one}
            href={hrefWith({ tab: one })}
            scroll={false}
            ref={one === tab ? intoView : null}
            aria-current={one === tab ? "page" : undefined}
          >
            {t(one)}
          </Link>
        ))}
      </nav>
      <Part id={id} />
    </section>
  );
}

type RowsProps<Row> = {
  list: ListQuery & Paged<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
};

function Rows<Row>({ list, columns, keyOf }: RowsProps<Row>) {
  const t = useTranslations("history");
  return (
    <DataList
      query={list}
      rows={rowsOf(list)}
      {...{ columns, keyOf }}
      isHeadless
      skeletons={3}
      empty={{ title: t("empty"), advice: t("emptyAdvice") }}
    />
  );
}

const idOf = ({ id }: { id: number }) => id;

type LinkedProps = { href: string; name: string };
function Linked({ href, name }: LinkedProps) {
  return (
    <Link className={css.link} href={href}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function Redemptions({ id }: { id: number }) {
  const list = trpc.staff.customers.redemptions.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows
      list={list}
      keyOf={idOf}
      columns={[
        {
          head: "name",
          cell: ({ id, name }) => <Linked href={`/redemptions/${id}`} name={name} />,
        },
        { head: "status", cell: ({ status }) => <RedemptionStatus status={status} /> },
        { head: "store", cell: ({ store }) => <bdi>{store?.name}</bdi> },
        {
          head: "time",
          isNumber: true,
          cell: ({ createdAt, store }) => <StoreMoment time={createdAt} storeId={store?.id} />,
        },
      ]}
    />
  );
}

function Vouchers({ id }: { id: number }) {
  const list = trpc.staff.customers.vouchers.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows
      list={list}
      keyOf={idOf}
      columns={[
        { head: "name", cell: ({ id, name }) => <Linked href={`/vouchers/${id}`} name={name} /> },
        { head: "state", cell: ({ state }) => <VoucherState state={state} /> },
        { head: "code", cell: ({ code }) => <bdi>{code}</bdi> },
        {
          head: "until",
          isNumber: true,
          cell: ({ endDate }) => (endDate ? <Day on={endDate} /> : null),
        },
      ]}
    />
  );
}

function Ledger({ id }: { id: number }) {
  const t = useTranslations("history");
  const kinds = useTranslations("redemptions");
  const format = useFormatter();
  const { me } = useDesk();
  const isOwn = (storeId: number | undefined) => me.stores.some((store) => store.id === storeId);
  const list = trpc.staff.customers.ledger.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows
      list={list}
      keyOf={({ cause, causeId }) => `${cause} ${causeId}`}
      columns={[
        {
          head: "cause",
          cell: ({ cause, redemption, sale, store, reason }) => (
            <>
              {t(`causes.${cause}`)}{" "}
              {sale ? <Linked href={`/sales/${sale.id}`} name={sale.name} /> : null}
              {redemption && isOwn(store?.id) ? (
                <Linked href={`/redemptions/${redemption.id}`} name={redemption.name} />
              ) : (
                <bdi className={css.quiet}>{redemption?.name ?? reason}</bdi>
              )}
            </>
          ),
        },
        { head: "store", cell: ({ store }) => <bdi>{store?.name}</bdi> },
        { head: "by", cell: ({ by }) => <bdi>{by && (by.name ?? kinds(by.kind))}</bdi> },
        {
          head: "delta",
          isNumber: true,
          cell: ({ delta }) => format.number(delta, { signDisplay: "always" }),
        },
        {
          head: "balance",
          isNumber: true,
          cell: ({ balance }) => t("after", { count: balance }),
        },
        {
          head: "time",
          isNumber: true,
          cell: ({ createdAt, store }) => <StoreMoment time={createdAt} storeId={store?.id} />,
        },
      ]}
    />
  );
}

function Levels({ id }: { id: number }) {
  const t = useTranslations("history");
  const kinds = useTranslations("redemptions");
  const { zoneOf } = useDesk();
  const list = trpc.staff.customers.levels.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows
      list={list}
      keyOf={idOf}
      columns={[
        {
          head: "levels",
          cell: ({ from, to, until }) => (
            <>
              {t.rich("levelChange", {
                from: () => <bdi>{from.name}</bdi>,
                to: () => (
                  <strong>
                    <bdi>{to.name}</bdi>
                  </strong>
                ),
              })}
              {until ? (
                <span className={css.quiet}>
                  {", "}
                  {t("until")} <Day on={until} />
                </span>
              ) : null}
            </>
          ),
        },
        {
          head: "cause",
          cell: ({ cause, sale }) => (
            <>
              {t(`levelCauses.${cause}`)}{" "}
              {sale ? <Linked href={`/sales/${sale.id}`} name={sale.name} /> : null}
            </>
          ),
        },
        { head: "by", cell: ({ by }) => <bdi>{by.name ?? kinds(by.kind)}</bdi> },
        {
          head: "time",
          isNumber: true,
          cell: ({ createdAt }) => <Moment time={createdAt} timeZone={zoneOf(undefined)} />,
        },
      ]}
    />
  );
}

function Bookings({ id }: { id: number }) {
  const t = useTranslations("bookings");
  const list = trpc.staff.customers.bookings.useInfiniteQuery({ customerId: id }, byPages);
  return (
    <Rows
      list={list}
      keyOf={idOf}
      columns={[
        {
          head: "day",
          cell: ({ id, date, time }) => (
            <Link className={css.link} href={`/bookings/${id}`}>
              <Day on={date} /> {time.slice(0, 5)}
            </Link>
          ),
        },
        { head: "status", cell: ({ status }) => <BookingState status={status} /> },
        { head: "party", cell: ({ numberOfPeople }) => t("people", { count: numberOfPeople }) },
        { head: "store", isNumber: true, cell: ({ store }) => <bdi>{store.name}</bdi> },
      ]}
    />
  );
}
